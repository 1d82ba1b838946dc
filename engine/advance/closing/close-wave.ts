import type { Archive } from '#core/archive/archive.ts';
import type { HopLine } from '#core/archive/chunk/frontier-lines.ts';
import type { Plan, PlanTask } from '#core/archive/plan.ts';
import { type SitemapRead, sitemapsToRead } from '#core/collection/sitemap-claim.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { UnitRow } from '#core/execution/unit-store.ts';
import { type FileRef, SLOW_DELAY_MS } from '#core/frontier/frontier.ts';
import { Ledger } from '#core/frontier/ledger.ts';
import { wayFaultAfter } from '#core/frontier/waits/way-fault.ts';
import type { Hosts } from '#core/frontier/wave/hosts.ts';
import {
  type Settled,
  type SettledWave,
  type UnitEvidence,
  type UnitSettling,
  WaveSettling,
} from '#core/frontier/wave/settle-wave.ts';
import { taskRowOf } from '#core/frontier/wave/task-row.ts';
import { joinMatches } from '#core/scope/filter/matched-patterns.ts';
import { type ChunkFile, chunkFiles, readChunks, type WaveChunks } from '#engine/advance/closing/read-chunks.ts';
import { settleRedirects, type TakenTarget } from '#engine/advance/closing/settle-redirects.ts';
import { type Accounted, SettledTasks, type WaveStores } from '#engine/advance/closing/settled-tasks.ts';
import { type CandidateKind, CandidateKinds } from '#engine/frontier/candidates/candidate-kinds.ts';
import { type Attempt, type ClosedRows, type CrawlState, readJson } from '#engine/frontier/crawl-state.ts';
import { KeyedLines } from '#engine/frontier/lines/keyed-lines.ts';
import { parseLines, writeLines } from '#engine/frontier/lines/line-files.ts';
import { SettledRows } from '#engine/frontier/lines/settled-rows.ts';
import type { HeadChange, StateChange } from '#engine/frontier/next-state.ts';

export interface CloseOptions {
  readonly now: number;
  readonly patienceMs: number;
  /** Pages are fetched one by one: the first of a digest is the page. */
  readonly depthFirst: boolean;
  /**
   * Walks go through pages that redirect: where these led is written down.
   * @default false
   */
  readonly walks?: boolean;
  /** The wave's unit rows. */
  readonly rows: readonly UnitRow[];
  /**
   * True in a collection: what it learns of addresses is written down.
   * @default false
   */
  readonly collects?: boolean;
}

/** A wave that ran: its plan, the lines of its tasks, and its chunks as they are read. */
export interface RanWave {
  readonly plan: Plan;
  readonly tasks: Uint8Array;
  readonly files: AsyncIterable<ChunkFile>;
}

/** Requests all that a wave left; its chunks are complete. @param object key of its plan */
export async function readWave(archive: Archive, { id, wave }: Execution, object: string): Promise<RanWave> {
  const files = chunkFiles(archive, id, wave);
  const plan = await readJson<Plan>(archive, object, 'units');
  return { plan, tasks: await archive.get(plan.tasks), files };
}

/** A closed wave: its chunks, for the manifest, and what it changes. */
export interface ClosedWave {
  readonly chunks: WaveChunks;
  readonly change: StateChange;
}

/**
 * Closes the wave that ran, in this order: settles its tasks, finds duplicates, admits redirects,
 * charges what it used, writes its rows. Its candidates wait for the end of the level. A function
 * of the row, chunk and frontier objects.
 */
export async function closeWave(state: CrawlState, ran: RanWave, options: CloseOptions): Promise<ClosedWave> {
  const { archive, head } = state;
  const stores: WaveStores = {
    ledger: new Ledger(head.counts, head.levels),
    hosts: state.hosts.copy(),
    rows: new SettledRows(archive),
    validators: new KeyedLines(archive),
    visits: options.collects === true ? new KeyedLines(archive) : null,
  };
  const { ledger, hosts } = stores;
  const { chunks, runs, wave, accounted } = await settleTasks(state, { ran, options, stores });
  const followed = await settleRedirects(state, {
    redirects: wave.redirects,
    carry: [...state.carry, ...wave.carry],
    parked: [...state.parked, ...wave.parked],
    deadSeeds: accounted.head.deadSeeds,
  });
  for (const target of followed.taken) countTarget(stores, target);
  learnHosts(hosts, chunks, accounted.lastStarts);
  const { counts, levels } = ledger;
  return {
    chunks,
    change: {
      carry: followed.carry,
      parked: followed.parked,
      hosts,
      sitemaps: accounted.sitemaps,
      corrections: accounted.corrections,
      used: chunks.usage,
      rows: await writeRows(state, stores, accounted.sitemaps),
      head: {
        ...runs,
        ...accounted.head,
        ...followed.head,
        ...(options.walks === true && (await writeHops(state, wave))),
        ...(head.matched !== undefined && { matched: joinMatches(head.matched, chunks.matched) }),
        ...(head.storedBytes !== undefined && { storedBytes: head.storedBytes + chunks.storedBytes }),
        lostUsd: lostUsd(head.lostUsd, { plan: ran.plan, chunks, rows: options.rows }),
        noProgress: wave.progress ? 0 : head.noProgress + (wave.tried ? 1 : 0),
        unstarted: wave.progress || wave.begun ? 0 : head.unstarted + 1,
        wayFault: wayFaultOf(state, { wave, worked: stores.rows.count > 0, now: options.now }),
        counts,
        levels,
      },
    },
  };
}

/** Settles the wave's tasks in the order of its chunks, then those that no chunk settles. */
async function settleTasks(
  state: CrawlState,
  { ran, options, stores }: { ran: RanWave; options: CloseOptions; stores: WaveStores },
): Promise<{
  chunks: WaveChunks;
  runs: Record<CandidateKind, readonly FileRef[]>;
  wave: SettledWave;
  accounted: Accounted;
}> {
  const candidates = new CandidateKinds(state);
  const settling = new WaveSettling(options);
  const units = unitsOf(ran, settling);
  const tasks = new SettledTasks(state, stores);
  const chunks = await readChunks(ran.files, {
    execution: ran.plan.execution,
    wave: ran.plan.wave,
    outcome: (line, { unit, chunk, faults }) => {
      const settled = units.get(unit)?.take(line, chunk);
      if (settled) tasks.add(settled, faults);
    },
    candidate: (record) => candidates.add(record),
  });
  const runs = await candidates.finish(state.head);
  const rows = new Map(options.rows.map((row) => [row.unit, row]));
  for (const [unit, open] of units)
    for (const settled of open.close(evidenceOf(unit, chunks, rows))) tasks.add(settled);
  const wave = settling.finish();
  return { chunks, runs, wave, accounted: await tasks.finish(options.depthFirst ? null : state.head.level) };
}

async function writeHops(
  { archive, name, head }: CrawlState,
  { redirects }: SettledWave,
): Promise<Pick<HeadChange, 'hops'>> {
  const lines = redirects.map(({ source, target }): HopLine => ({ from: source.key, to: target.key }));
  const file = await writeLines(archive, name('hops.jsonl'), lines);
  return file === null ? {} : { hops: [...(head.hops ?? []), file] };
}

/** Counts a redirect's target that is new, or that only links led to which Surf does not follow. */
function countTarget({ ledger, rows }: WaveStores, { level, known, refused }: TakenTarget): void {
  if (known === undefined) ledger.discover(level);
  else {
    ledger.reopen(known.level, { type: 'skipped', reason: known.reason });
    ledger.moveLevel(known.level, level);
  }
  if (refused === null) return;
  ledger.settle(level, refused.outcome);
  rows.add(refused);
}

/**
 * Writes the rows of the closed wave: before the level is merged, so that they need no memory
 * beside it.
 */
async function writeRows(
  { name }: Attempt,
  { rows, validators, visits }: WaveStores,
  sitemaps: readonly Settled[],
): Promise<ClosedRows> {
  const { count, bytes, died } = rows;
  const [settled, pages, learned = null] = await Promise.all([
    rows.write(name('settled.jsonl')),
    validators.write(name('validators.jsonl')),
    visits?.write(name('visits.jsonl')),
  ]);
  const refs = {
    settled: settled && { object: settled.object, rows: settled.count },
    validators: pages && { object: pages.object, rows: pages.count },
    ...(visits !== null && { visits: learned && { object: learned.object, rows: learned.count } }),
    ...(visits !== null && sitemaps.length > 0 && { sitemaps: archivedOf(sitemaps) }),
    died,
  };
  return { refs, count, bytes };
}

/** The sitemaps that the wave read and archived, at most as many as the next tick reads. */
const archivedOf = (sitemaps: readonly Settled[]): SitemapRead[] =>
  sitemapsToRead(
    sitemaps.flatMap((settled) => {
      const { archived } = taskRowOf(settled);
      return settled.outcome.type === 'stored' && archived !== null ? [{ key: settled.task.key, archived }] : [];
    }),
  );

function wayFaultOf(
  { head }: CrawlState,
  { wave, worked, now }: { readonly wave: SettledWave; readonly worked: boolean; readonly now: number },
): HeadChange['wayFault'] {
  const gone = wave.wayGone;
  return gone === null ? undefined : wayFaultAfter(head.wayFault, { ...gone, now, worked });
}

/** The wave's units with their tasks. */
function unitsOf({ plan, tasks }: RanWave, settling: WaveSettling): Map<number, UnitSettling> {
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

/**
 * Delays that workers found; for a slow host also the time of its next request.
 * @param lastStarts when the last request to each host began
 */
function learnHosts(hosts: Hosts, chunks: WaveChunks, lastStarts: ReadonlyMap<string, number>): void {
  const slow = new Map<string, number>();
  for (const unit of chunks.units.values()) {
    for (const { host, delayMs } of unit.hosts) {
      if (delayMs > SLOW_DELAY_MS) slow.set(host, delayMs);
      hosts.learn(host, { delayMs, notBefore: hosts.notBefore(host) });
    }
  }
  for (const [host, delayMs] of slow) {
    const start = lastStarts.get(host);
    if (start === undefined) continue;
    hosts.learn(host, { delayMs, notBefore: Math.max(hosts.notBefore(host), start + delayMs) });
  }
}

/** Charges a unit that began and never reported its whole reserve. */
function lostUsd(before: number, wave: { plan: Plan; chunks: WaveChunks; rows: readonly UnitRow[] }): number {
  let usd = before;
  for (const row of wave.rows) {
    if (wave.chunks.units.get(row.unit)?.reported) continue;
    usd += wave.plan.units.find(({ unit }) => unit === row.unit)?.reserveUsd ?? 0;
  }
  return usd;
}
