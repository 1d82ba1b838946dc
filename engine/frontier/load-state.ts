import type { Archive } from '#core/archive/archive.ts';
import { attemptName, seenObject, waveObject } from '#core/archive/object-keys.ts';
import { AttemptPack } from '#core/archive/pack/attempt-pack.ts';
import { AttemptWrites } from '#core/archive/pack/attempt-writes.ts';
import { PACKED } from '#core/archive/pack/pack.ts';
import type { PlanTask } from '#core/archive/plan.ts';
import { NO_USAGE } from '#core/cost/usage.ts';
import type { Execution } from '#core/execution/execution.ts';
import { BarrenGroups } from '#core/frontier/barren/barren-group.ts';
import { BarrenTracker } from '#core/frontier/barren/barren-tracker.ts';
import { FRONTIER_VERSION, type Frontier, type HostTable } from '#core/frontier/frontier.ts';
import { NO_COUNTS } from '#core/frontier/ledger.ts';
import { Hosts } from '#core/frontier/wave/hosts.ts';
import type { RandomId } from '#core/model/clock.ts';
import { type Seed, seedUrls } from '#core/url/seed/seed.ts';
import { type ClosedRows, type CrawlState, numbers, readJson } from '#engine/frontier/crawl-state.ts';
import { readLines } from '#engine/frontier/lines/line-files.ts';
import { SegmentStore } from '#engine/frontier/lines/segment-store.ts';

const NO_ROWS: ClosedRows = { refs: { settled: null, validators: null, died: 0 }, count: 0, bytes: 0 };

const EMPTY_TABLE: HostTable = { v: 1, names: [], pages: [], delayMs: [], notBefore: [], sitemaps: [] };

export interface LoadOptions {
  readonly random: RandomId;
  readonly seeds: readonly Seed[];
  readonly barrenPages?: number | null;
  /** Does the attempt write its objects as one? @default false */
  readonly packs?: boolean;
}

/** Loads the frontier that the row names; an empty one before the first wave. */
export async function loadState(archive: Archive, execution: Execution, options: LoadOptions): Promise<CrawlState> {
  const head =
    execution.frontier === null
      ? firstFrontier(execution, options.seeds)
      : await readJson<Frontier>(archive, execution.frontier, 'lists');
  const [table, cursors, carry, parked, barren] = await Promise.all([
    execution.frontier === null ? EMPTY_TABLE : readJson<HostTable>(archive, head.hosts, 'names'),
    head.cursors === null ? null : archive.get(head.cursors),
    readLines<PlanTask>(archive, head.carry),
    readLines<PlanTask>(archive, head.parked),
    barrenTracker(archive, execution, { head, patience: options.barrenPages ?? null }),
  ]);
  const attempt = attemptName(execution.wave + 1, options.random()) + (options.packs === true ? PACKED : '');
  const writes = new AttemptWrites(archive);
  const pack = options.packs === true ? new AttemptPack(writes) : null;
  const own = pack ?? writes;
  let next = 0;
  const name = (what: string): string => waveObject(execution.id, execution.wave + 1, attempt, what);
  return {
    execution,
    archive: own,
    attempt,
    seal: async () => {
      await pack?.seal();
      await writes.seal();
    },
    head: {
      ...head,
      v: FRONTIER_VERSION,
      sitemaps: [...(head.sitemaps ?? [])],
      entries: [...(head.entries ?? [])],
      savedBytes: head.savedBytes ?? 0,
    },
    hosts: new Hosts(table),
    segments: new SegmentStore(own, () => seenObject(execution.id, attempt, `${next++}.seg`)),
    cursors: cursors === null ? new Uint32Array(0) : numbers(cursors),
    carry,
    parked,
    rows: NO_ROWS,
    sitemaps: [],
    corrections: [],
    merged: [],
    barren,
    deferring: false,
    name,
  };
}

/** Null also for an execution that began when nothing was counted: half a count is none. */
async function barrenTracker(
  archive: Archive,
  { frontier }: Execution,
  { head, patience }: { head: Frontier; patience: number | null },
): Promise<BarrenTracker | null> {
  if (patience === null || (frontier !== null && head.barren === undefined)) return null;
  if (frontier === null || typeof head.barren !== 'string') return new BarrenTracker(patience);
  return new BarrenTracker(
    patience,
    BarrenGroups.parse(await readJson<BarrenGroups>(archive, head.barren, 'groups')).groups,
  );
}

function firstFrontier(execution: Execution, seeds: readonly Seed[]): Frontier {
  return {
    v: FRONTIER_VERSION,
    execution: execution.id,
    wave: 0,
    level: 0,
    lists: [],
    cursors: null,
    hosts: '',
    carry: null,
    parked: null,
    candidates: [],
    sitemaps: [],
    entries: [],
    seen: [],
    trail: [],
    patterns: [],
    digests: [],
    losers: [],
    redirects: [],
    scopeSeeds: seedUrls(seeds),
    widened: false,
    noProgress: 0,
    unstarted: 0,
    ranks: [],
    counts: NO_COUNTS,
    levels: [],
    bytes: 0,
    storedBytes: 0,
    savedBytes: 0,
    usage: NO_USAGE,
    lostUsd: 0,
  };
}
