import { CHUNK_SUFFIX, unitPrefix } from '#core/archive/object-keys.ts';
import type { UnitTicket } from '#core/archive/plan.ts';
import { hasEnded, type Step } from '#core/execution/execution.ts';
import type { SmallWaves } from '#core/frontier/wave/small-waves.ts';
import { settledUnits } from '#engine/advance/closing/settled-units.ts';
import { type AdvanceRunParts, advanceRun } from './advance-run.ts';
import { RESERVE_MS, type UnitAnswer } from './crawl-ticket.ts';
import { type HandOver, type MachineStep, runAfter } from './machine-step.ts';
import type { RunInput } from './run-input.ts';

export const SMALL_WAVES: SmallWaves = { tasks: 40, unitSeconds: 120 };
/** Time that a worker may take for such a unit, including its last chunk. */
export const SMALL_UNIT_MS = SMALL_WAVES.unitSeconds * 1_000 + RESERVE_MS;
/** Time that a wave needs: one unit, and closing it. None begins with less left. */
const WAVE_MS = SMALL_UNIT_MS + 60_000;
/**
 * Time of a slow wave. After one the machine waits for the next ones, because its states cost less.
 */
const SLOW_MS = 60_000;
/**
 * Limits for URLs of the crawl and of its base, and for seeds: larger crawls are planned with more
 * memory.
 */
const MOST_URLS = 2_000;
const MOST_SEEDS = 100;
/** Bytes of a wave's lines that this function closes: about 15,000 links. */
const MOST_LINE_BYTES = 256 * 1_024;

/**
 * The outcome of a call: the worker's answer, or the fault under the state machine's name for it.
 */
export type CalledUnit = UnitAnswer | { readonly error: string } | 'no-room';

export interface SmallRunParts extends AdvanceRunParts {
  /** Milliseconds until Lambda ends this invocation. */
  readonly remainingMs: () => number;
  /** Lets a worker crawl the unit, and waits for it. Never throws. */
  readonly crawl: (worker: string, ticket: UnitTicket) => Promise<CalledUnit>;
  /** Marks a dead unit, like the state MarkDied. */
  readonly markDied: (death: { readonly ticket: UnitTicket; readonly error: string }) => Promise<unknown>;
}

/**
 * Carries a small crawl in one state: plans a wave, lets a worker crawl its one unit, closes it and
 * plans the next, until a wave is not small, or the crawl ends, waits, is large or slow (ADR 54).
 * The state machine carries the rest, as after `advance`.
 *
 * It may be called twice, and again after a crash: all waves belong to one run, `advance` repeats
 * its answer until the wave is closed, and a unit begins once. Each of two calls decides from what
 * both see, so that none hands over what the other continues.
 */
export async function smallRun(parts: SmallRunParts, input: RunInput): Promise<MachineStep> {
  const { execution } = input;
  const handOver: HandOver = { next: 'next', ...runAfter(input) };
  let crawled = 0;
  let isSlow = false;
  for (;;) {
    if (parts.mapForm !== 'auto' || !(await isSmall(parts, input))) return handOver;
    const hasTime = parts.remainingMs() > WAVE_MS;
    const small = !isSlow && hasTime ? { small: SMALL_WAVES } : {};
    const { step, answer } = await advanceRun(
      { ...parts, ports: { ...parts.ports, ...small, packs: true, isFirst: true } },
      input,
      crawled,
    );
    parts.ports.usage(); // of after the commit, which the commit has charged
    if (step.type !== 'crawl' || step.small === undefined) return answer;
    if (!hasTime) return { next: 'none' }; // the other call planned it, and has it crawled
    const { wave, plan, memoryMb } = step;
    const begunMs = parts.remainingMs();
    const called = await crawlUnit(parts, {
      worker: parts.workerOf(memoryMb),
      ticket: { execution, wave, unit: 0, plan },
    });
    if (called === 'no-room') return answer; // the machine tries again for minutes
    if (called > MOST_LINE_BYTES) return handOver;
    isSlow = begunMs - parts.remainingMs() > SLOW_MS;
    crawled = wave;
  }
}

/** @returns bytes of its lines, 0 if its worker died */
async function crawlUnit(
  parts: SmallRunParts,
  { worker, ticket }: { worker: string; ticket: UnitTicket },
): Promise<number | 'no-room'> {
  const called = await parts.crawl(worker, ticket);
  if (called === 'no-room') return called;
  // A worker writes lines of each unit, but for one that it did not begin.
  if ('lineBytes' in called) return called.lineBytes > 0 ? called.lineBytes : await lineBytesOf(parts, ticket);
  await parts.markDied({ ticket, error: called.error });
  return 0;
}

const isCarriedHere = (answer: Step | null): boolean => answer?.type === 'crawl' && answer.small === true;

/** Bytes of the lines of a unit that another call had crawled, once it has ended; 0 if it died. */
async function lineBytesOf({ ports }: SmallRunParts, { execution, wave, unit }: UnitTicket): Promise<number> {
  const row = await ports.catalog.execution(execution);
  const [begun] = row.wave === wave ? await settledUnits(ports, row) : [];
  if (begun?.died === true) return 0;
  let sum = 0;
  for await (const { key, bytes } of ports.archive.list(unitPrefix(execution, wave, unit)))
    if (key.endsWith(CHUNK_SUFFIX.lines)) sum += bytes;
  return sum;
}

/**
 * True if the memory of this function suffices for the crawl and its base. Where this run has ended
 * the crawl, or left a wave to the machine, only the answer is repeated: the next run would
 * continue the crawl, or close the wave under its workers.
 */
async function isSmall({ ports: { catalog } }: SmallRunParts, { execution, run }: RunInput): Promise<boolean> {
  const row = await catalog.execution(execution);
  if (row.plannedBy === run && (hasEnded(row.status) || !isCarriedHere(row.answer))) return true;
  if (row.counts.discovered > MOST_URLS) return false;
  if (row.base !== undefined && (await catalog.execution(row.base)).counts.discovered > MOST_URLS) return false;
  if (row.wave > 0) return true;
  const { definition } = await catalog.workflow(row.workflowId, row.workflowVersion);
  return definition.seeds.length <= MOST_SEEDS;
}
