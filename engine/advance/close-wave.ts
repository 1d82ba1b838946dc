import type { Plan, PlanTask } from '#core/archive/plan.ts';
import { addUsage } from '#core/cost/usage.ts';
import type { UnitRow } from '#core/execution/unit-book.ts';
import { SLOW_DELAY_MS } from '#core/frontier/frontier.ts';
import { type UnitEvidence, type UnitSettling, WaveSettling } from '#core/frontier/settle-wave.ts';
import { joinMatches } from '#core/scope/matched-patterns.ts';
import { CandidateKinds } from '#engine/advance/candidate-kinds.ts';
import { type CrawlState, readJson } from '#engine/advance/crawl-state.ts';
import { parseLines } from '#engine/advance/line-files.ts';
import { readChunks, type WaveChunks } from '#engine/advance/read-chunks.ts';
import { settleRedirects } from '#engine/advance/settle-redirects.ts';
import { SettledTasks } from '#engine/advance/settled-tasks.ts';

export interface CloseOptions {
  readonly now: number;
  readonly patienceMs: number;
  /** Pages are fetched one by one: the first of a digest is the page. */
  readonly depthFirst: boolean;
  /** The wave's unit rows. */
  readonly rows: readonly UnitRow[];
}

/**
 * Closes the wave that ran: settles its tasks, finds duplicates, takes up redirects, keeps its candidates for the end of the level.
 * Changes `state`; a pure function of the row, chunk and frontier objects otherwise.
 */
export async function closeWave(state: CrawlState, plan: Plan, options: CloseOptions): Promise<WaveChunks> {
  const candidates = new CandidateKinds(state);
  const settling = new WaveSettling(options);
  const units = await openUnits(state, plan, settling);
  const tasks = new SettledTasks(state);
  const chunks = await readChunks(state.archive, {
    execution: plan.execution,
    wave: plan.wave,
    outcome: (line, { unit, chunk, faults }) => {
      const settled = units.get(unit)?.take(line, chunk);
      if (settled) tasks.add(settled, faults);
    },
    candidate: (record) => candidates.add(record),
  });
  await candidates.finish(state.head);
  const rows = new Map(options.rows.map((row) => [row.unit, row]));
  for (const [unit, open] of units)
    for (const settled of open.close(evidenceOf(unit, chunks, rows))) tasks.add(settled);
  const wave = settling.finish();
  await tasks.finish(options.depthFirst ? null : state.head.level);
  state.carry.push(...wave.carry);
  state.parked.push(...wave.parked);
  await settleRedirects(state, wave.redirects);
  if (state.head.matched !== undefined) state.head.matched = joinMatches(state.head.matched, chunks.matched);
  learnHosts(state, chunks, tasks.lastStarts);
  charge(state, { plan, chunks, rows: options.rows });
  state.head.noProgress = wave.progress ? 0 : state.head.noProgress + (wave.tried ? 1 : 0);
  return chunks;
}

/** The wave's units with their tasks. */
async function openUnits(
  { archive }: CrawlState,
  plan: Plan,
  settling: WaveSettling,
): Promise<Map<number, UnitSettling>> {
  const tasks = await archive.get(plan.tasks);
  const units = plan.units.map(({ unit, offset, bytes }) => {
    const own = parseLines<PlanTask>(tasks.subarray(offset, offset + bytes), plan.tasks);
    return [unit, settling.unit(`${plan.wave}/${unit}`, own)] as const;
  });
  return new Map(units);
}

function evidenceOf(unit: number, { units }: WaveChunks, rows: ReadonlyMap<number, UnitRow>): UnitEvidence {
  const row = rows.get(unit);
  return { reported: units.get(unit)?.reported ?? false, begun: row !== undefined, died: row?.died ?? false };
}

/** Delays that workers found; of a slow host also when it may be asked again. @param lastStarts when the last request to each host began */
function learnHosts(state: CrawlState, chunks: WaveChunks, lastStarts: ReadonlyMap<string, number>): void {
  const slow = new Map<string, number>();
  for (const unit of chunks.units.values()) {
    for (const { host, delayMs } of unit.hosts) {
      if (delayMs > SLOW_DELAY_MS) slow.set(host, delayMs);
      state.hosts.learn(host, { delayMs, notBefore: state.hosts.notBefore(host) });
    }
  }
  for (const [host, delayMs] of slow) {
    const start = lastStarts.get(host);
    if (start === undefined) continue;
    state.hosts.learn(host, { delayMs, notBefore: Math.max(state.hosts.notBefore(host), start + delayMs) });
  }
}

/** Adds what the workers used; a unit that began and never reported is charged its whole reserve. */
function charge(state: CrawlState, wave: { plan: Plan; chunks: WaveChunks; rows: readonly UnitRow[] }): void {
  state.head.usage = addUsage(state.head.usage, wave.chunks.usage);
  for (const row of wave.rows) {
    if (wave.chunks.units.get(row.unit)?.reported) continue;
    state.head.lostUsd += wave.plan.units.find(({ unit }) => unit === row.unit)?.reserveUsd ?? 0;
  }
}

/** The plan of the wave that ran. */
export const readPlan = (state: CrawlState, object: string): Promise<Plan> =>
  readJson<Plan>(state.archive, object, 'units');
