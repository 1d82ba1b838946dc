import type { Manifest } from '#core/archive/manifest.ts';
import type { PlanTask } from '#core/archive/plan.ts';
import { addUsage, type Usage } from '#core/cost/usage.ts';
import type { Correction } from '#core/execution/task-index.ts';
import type { ListRef } from '#core/frontier/frontier.ts';
import type { KnownHosts } from '#core/frontier/wave/hosts.ts';
import type { Settled } from '#core/frontier/wave/settle-wave.ts';
import type { ClosedRows, CrawlState, FrontierValue } from '#engine/frontier/crawl-state.ts';

/** Fields of the frontier's head with their new values; undefined removes an optional field. */
export type HeadChange = { readonly [K in keyof FrontierValue]?: FrontierValue[K] | undefined };

/** Changes that a step of an advance makes. A field that is absent stays as it is. */
export interface StateChange {
  /** `lists`, `cursors` and `usage` have their own fields below. */
  readonly head?: Omit<HeadChange, 'lists' | 'usage'>;
  /** All lists that still have tasks, in their new order. */
  readonly lists?: readonly ListRef[];
  /** Cursors of the lists before this change, past the tasks that a wave took. */
  readonly cursors?: Uint32Array;
  readonly carry?: readonly PlanTask[];
  readonly parked?: readonly PlanTask[];
  readonly hosts?: KnownHosts;
  readonly rows?: ClosedRows;
  readonly sitemaps?: readonly Settled[];
  /** Added to the corrections so far. */
  readonly corrections?: readonly Correction[];
  /** Added to the merged levels so far. */
  readonly merged?: readonly Manifest['levels'][number][];
  readonly deferring?: boolean;
  /** Added to the usage so far. */
  readonly used?: Usage;
}

/** Changes of a step that makes lists; the caller places them among the others. */
export interface MadeLists {
  readonly lists: readonly ListRef[];
  readonly change: StateChange;
}

/** The state after a change. Pure: neither argument changes. */
export function reduce(state: CrawlState, change: StateChange): CrawlState {
  const { head, lists, cursors, corrections = [], merged = [], used, ...rest } = change;
  const laid = lists === undefined ? null : layOut(state, lists, cursors ?? state.cursors);
  return {
    ...state,
    ...rest,
    head: withoutUndefined({
      ...state.head,
      ...head,
      ...(laid !== null && { lists: laid.lists }),
      ...(used !== undefined && { usage: addUsage(state.head.usage, used) }),
    }),
    cursors: laid?.cursors ?? cursors ?? state.cursors,
    corrections: [...state.corrections, ...corrections],
    merged: [...state.merged, ...merged],
  };
}

/**
 * Lays the cursors of these lists out again, one list after another. The cursors of a new list are
 * zero.
 */
function layOut(
  { head }: CrawlState,
  lists: readonly ListRef[],
  before: Uint32Array,
): { lists: ListRef[]; cursors: Uint32Array } {
  const cursors = new Uint32Array(lists.reduce((sum, ref) => sum + ref.hosts, 0));
  const old = new Set(head.lists.map((ref) => ref.list));
  let next = 0;
  const placed = lists.map((ref) => {
    if (old.has(ref.list)) cursors.set(before.subarray(ref.cursor, ref.cursor + ref.hosts), next);
    const moved = { ...ref, cursor: next };
    next += ref.hosts;
    return moved;
  });
  return { lists: placed, cursors };
}

const withoutUndefined = (head: HeadChange): FrontierValue =>
  Object.fromEntries(Object.entries(head).filter(([, value]) => value !== undefined)) as FrontierValue;
