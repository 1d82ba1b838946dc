import type { Archive } from '#core/archive/archive.ts';
import { damagedObject } from '#core/archive/damaged-object.ts';
import type { Manifest } from '#core/archive/manifest.ts';
import { attemptName, seenObject, waveObject } from '#core/archive/object-keys.ts';
import type { PlanTask } from '#core/archive/plan.ts';
import { NO_USAGE } from '#core/cost/usage.ts';
import type { Execution } from '#core/execution/execution.ts';
import { BarrenBook } from '#core/frontier/barren-book.ts';
import { BarrenGroups } from '#core/frontier/barren-group.ts';
import { FRONTIER_VERSION, type Frontier, type HostTable } from '#core/frontier/frontier.ts';
import { Hosts, type KnownHosts } from '#core/frontier/hosts.ts';
import { NO_COUNTS } from '#core/frontier/ledger.ts';
import type { Settled } from '#core/frontier/settle-wave.ts';
import type { RandomId } from '#core/model/clock.ts';
import { readLines } from '#engine/advance/line-files.ts';
import { SegmentStore } from '#engine/advance/segment-store.ts';

/** A page that turned out to be a duplicate after it was settled as stored. */
export interface Correction {
  readonly key: string;
  readonly of: string;
}

/** A page that lost its digest to another; `of` is who held it when it lost. */
export interface Loser extends Correction {
  readonly digest: string;
}

/** A redirect that counts for ranks: `to` was found by redirects of this level. */
export interface RedirectEdge {
  readonly from: string;
  readonly rank: number;
  readonly to: string;
  readonly level: number;
}

/** One attempt at an advance: where it reads and writes, and how it names its objects. Constant. */
export interface Attempt {
  readonly execution: Execution;
  readonly archive: Archive;
  /** Random part of the names of this attempt's objects: the objects of a rival have another. */
  readonly attempt: string;
  readonly segments: SegmentStore;
  /** Makes the key of an object of this attempt. */
  readonly name: (what: string) => string;
}

/** The frontier as a value: no step assigns to it. */
export type FrontierValue = {
  readonly [K in keyof Frontier]: Frontier[K] extends (infer T)[] ? readonly T[] : Frontier[K];
};

/** The rows of the closed wave, in the archive before the level is merged: they need no memory beside it. */
export interface ClosedRows {
  readonly refs: Pick<Manifest, 'settled' | 'validators' | 'died'>;
  /** Settled tasks. */
  readonly count: number;
  /** What it takes to write the rows into the table. */
  readonly writeUnits: number;
}

const NO_ROWS: ClosedRows = { refs: { settled: null, validators: null, died: 0 }, count: 0, writeUnits: 0 };

/**
 * The crawl between two steps of an advance. A value: a step reads the parts it needs and returns a
 * `StateChange`; `reduce` (next-state.ts) alone builds the next state. `head` names the objects that
 * hold what grows.
 */
export interface CrawlState extends Attempt {
  readonly head: FrontierValue;
  readonly hosts: KnownHosts;
  /** Cursors of all lists. */
  readonly cursors: Uint32Array;
  readonly carry: readonly PlanTask[];
  readonly parked: readonly PlanTask[];
  readonly rows: ClosedRows;
  /** Sitemaps of the closed wave, read or given up. The history tells of them; no count has them. */
  readonly sitemaps: readonly Settled[];
  readonly corrections: readonly Correction[];
  readonly merged: readonly Manifest['levels'][number][];
  /**
   * What groups of URLs bring that is new; null: `traps.barrenPages` is off. The one book that steps
   * write in place: its groups hold every page of a level (ADR 21).
   */
  readonly barren: BarrenBook | null;
  /** Links of watched groups wait for the pages of the next level. */
  readonly deferring: boolean;
}

const EMPTY_TABLE: HostTable = { v: 1, names: [], pages: [], delayMs: [], notBefore: [], sitemaps: [] };

/** Loads the frontier that the row names; an empty one before the first wave. */
export async function loadState(
  archive: Archive,
  execution: Execution,
  options: { random: RandomId; seeds: readonly string[]; barrenPages?: number | null },
): Promise<CrawlState> {
  const head =
    execution.frontier === null
      ? firstFrontier(execution, options.seeds)
      : await readJson<Frontier>(archive, execution.frontier, 'lists');
  const table = execution.frontier === null ? EMPTY_TABLE : await readJson<HostTable>(archive, head.hosts, 'names');
  const attempt = attemptName(execution.wave + 1, options.random());
  let next = 0;
  const name = (what: string): string => waveObject(execution.id, execution.wave + 1, attempt, what);
  return {
    execution,
    archive,
    attempt,
    head: {
      ...head,
      v: FRONTIER_VERSION,
      sitemaps: [...(head.sitemaps ?? [])],
      entries: [...(head.entries ?? [])],
      savedBytes: head.savedBytes ?? 0,
    },
    hosts: new Hosts(table),
    segments: new SegmentStore(archive, () => seenObject(execution.id, attempt, `${next++}.seg`)),
    cursors: head.cursors === null ? new Uint32Array(0) : numbers(await archive.get(head.cursors)),
    carry: await readLines<PlanTask>(archive, head.carry),
    parked: await readLines<PlanTask>(archive, head.parked),
    rows: NO_ROWS,
    sitemaps: [],
    corrections: [],
    merged: [],
    barren: await barrenBook(archive, execution, { head, patience: options.barrenPages ?? null }),
    deferring: false,
    name,
  };
}

/** Null also for an execution that began when nothing was counted: half a count is none. */
async function barrenBook(
  archive: Archive,
  { frontier }: Execution,
  { head, patience }: { head: Frontier; patience: number | null },
): Promise<BarrenBook | null> {
  if (patience === null || (frontier !== null && head.barren === undefined)) return null;
  if (frontier === null || typeof head.barren !== 'string') return new BarrenBook(patience);
  return new BarrenBook(
    patience,
    BarrenGroups.parse(await readJson<BarrenGroups>(archive, head.barren, 'groups')).groups,
  );
}

/** Sitemaps that were taken up, and not yet read or given up. */
export function unreadSitemaps({ carry, parked, head }: Pick<CrawlState, 'carry' | 'parked' | 'head'>): number {
  const left = [...carry, ...parked].filter((task) => task.sitemap !== undefined).length;
  return head.lists.reduce((sum, { sitemaps, tasks, taken }) => sum + (sitemaps ? tasks - taken : 0), left);
}

/** @param list a list that an object of this kind has @throws SurfError OBJECT_CORRUPT when it is not JSON, or of another kind */
export async function readJson<T>(archive: Archive, object: string, list: keyof T & string): Promise<T> {
  const text = Buffer.from(await archive.get(object)).toString();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw damagedObject(object, (error as Error).message, error);
  }
  if (typeof value === 'object' && value !== null && Array.isArray((value as Record<string, unknown>)[list]))
    return value as T;
  throw damagedObject(object, `it has no ${list}`);
}

/** Unsigned 32-bit little-endian numbers of an object. */
export function numbers(bytes: Uint8Array): Uint32Array {
  const copy = new Uint8Array(bytes);
  return new Uint32Array(copy.buffer, 0, copy.length >> 2);
}

function firstFrontier(execution: Execution, seeds: readonly string[]): Frontier {
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
    scopeSeeds: [...seeds],
    widened: false,
    noProgress: 0,
    ranks: [],
    counts: NO_COUNTS,
    levels: [],
    bytes: 0,
    savedBytes: 0,
    usage: NO_USAGE,
    lostUsd: 0,
  };
}
