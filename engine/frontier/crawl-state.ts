import type { Archive } from '#core/archive/archive.ts';
import { damagedObject, newerObject } from '#core/archive/damaged-object.ts';
import type { Manifest } from '#core/archive/manifest.ts';
import type { PlanTask } from '#core/archive/plan.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { Correction } from '#core/execution/task-index.ts';
import type { BarrenTracker } from '#core/frontier/barren/barren-tracker.ts';
import { FRONTIER_VERSION, type Frontier } from '#core/frontier/frontier.ts';
import type { KnownHosts } from '#core/frontier/wave/hosts.ts';
import type { Settled } from '#core/frontier/wave/settle-wave.ts';
import type { SegmentStore } from '#engine/frontier/lines/segment-store.ts';

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
  /** Makes its puts durable: before the commit. */
  readonly seal: () => Promise<void>;
}

/** The frontier as a value: no step assigns to it. */
export type FrontierValue = {
  readonly [K in keyof Frontier]: Frontier[K] extends (infer T)[] ? readonly T[] : Frontier[K];
};

/**
 * The rows of the closed wave, in the archive before the level is merged: they need no memory
 * beside it.
 */
export interface ClosedRows {
  readonly refs: Pick<Manifest, 'settled' | 'validators' | 'visits' | 'sitemaps' | 'died'>;
  /** Settled tasks. */
  readonly count: number;
  /** Bytes of their JSON. */
  readonly bytes: number;
}

/**
 * The crawl between two steps of an advance. A value: a step reads the parts it needs and returns a
 * `StateChange`; `reduce` (next-state.ts) alone builds the next state. `head` names the objects
 * that hold what grows.
 */
export interface CrawlState extends Attempt {
  readonly head: FrontierValue;
  readonly hosts: KnownHosts;
  /** Cursors of all lists. */
  readonly cursors: Uint32Array;
  readonly carry: readonly PlanTask[];
  readonly parked: readonly PlanTask[];
  readonly rows: ClosedRows;
  /**
   * Sitemaps of the closed wave, read or given up. The history tells of them; no count has them.
   */
  readonly sitemaps: readonly Settled[];
  readonly corrections: readonly Correction[];
  readonly merged: readonly Manifest['levels'][number][];
  /**
   * Tracks what is new in groups of URLs; null: `traps.barrenPages` is off. The one store that
   * steps write in place: its groups hold every page of a level (ADR 21).
   */
  readonly barren: BarrenTracker | null;
  /** Links of watched groups wait for the pages of the next level. */
  readonly deferring: boolean;
}

/**
 * @param list a list that an object of this kind has
 * @throws SurfError FORMAT_UNKNOWN when a newer Surf wrote it; OBJECT_CORRUPT when it is not JSON,
 * or of another kind
 */
export async function readJson<T>(archive: Archive, object: string, list: keyof T & string): Promise<T> {
  const text = Buffer.from(await archive.get(object)).toString();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw damagedObject(object, (error as Error).message, error);
  }
  const { v, [list]: listed } = Object(value) as Record<string, unknown>;
  if (typeof v === 'number' && v > (list === 'lists' ? FRONTIER_VERSION : 1)) throw newerObject(object, v);
  if (Array.isArray(listed)) return value as T;
  throw damagedObject(object, `it has no ${list}`);
}

/** Unsigned 32-bit little-endian numbers of an object. */
export function numbers(bytes: Uint8Array): Uint32Array {
  const copy = new Uint8Array(bytes);
  return new Uint32Array(copy.buffer, 0, copy.length >> 2);
}
