import type { UnitTicket } from '#core/archive/plan.ts';
import type { SmallWaves } from '#core/frontier/wave/small-waves.ts';
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
 * its answer until the wave is closed, and a unit begins once.
 */
export async function smallRun(parts: SmallRunParts, input: RunInput): Promise<MachineStep> {
  const { execution } = input;
  const handOver: HandOver = { next: 'next', ...runAfter(input) };
  let crawled = 0;
  let isSlow = false;
  for (;;) {
    if (parts.mapForm !== 'auto' || !(await isSmall(parts, execution))) return handOver;
    const small = !isSlow && parts.remainingMs() > WAVE_MS ? { small: SMALL_WAVES } : {};
    const { step, answer } = await advanceRun(
      { ...parts, ports: { ...parts.ports, ...small, packs: true, isFirst: true } },
      input,
      crawled,
    );
    parts.ports.usage(); // of after the commit, which the commit has charged
    if (step.type !== 'crawl' || step.small === undefined || !('small' in small)) return answer;
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
  { crawl, markDied }: SmallRunParts,
  { worker, ticket }: { worker: string; ticket: UnitTicket },
): Promise<number | 'no-room'> {
  const called = await crawl(worker, ticket);
  if (called === 'no-room') return called;
  if ('lineBytes' in called) return called.lineBytes;
  await markDied({ ticket, error: called.error });
  return 0;
}

/** True if the memory of this function suffices for the crawl and its base. */
async function isSmall({ ports: { catalog } }: SmallRunParts, id: RunInput['execution']): Promise<boolean> {
  const row = await catalog.execution(id);
  if (row.counts.discovered > MOST_URLS) return false;
  if (row.base !== undefined && (await catalog.execution(row.base)).counts.discovered > MOST_URLS) return false;
  if (row.wave > 0) return true;
  const { definition } = await catalog.workflow(row.workflowId, row.workflowVersion);
  return definition.seeds.length <= MOST_SEEDS;
}
