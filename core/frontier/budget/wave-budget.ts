import { type WorkerMemory, workerMemoryMb } from '#core/cost/lambda.ts';
import type { Prices } from '#core/cost/prices.ts';
import type { LimitName } from '#core/execution/execution.ts';
import { reserveUsd, type UnitBudget } from '#core/frontier/budget/reserve.ts';

/** Remainder of the limits that are not counted in pages. Null: unlimited. */
export interface Left {
  /** Decoded page bytes. */
  readonly bytes: number | null;
  /** Bytes that the owner's executions may still archive. @default null */
  readonly stored?: number | null;
  readonly usd: number | null;
  /** Milliseconds until the last request can start. */
  readonly ms: number | null;
}

export interface WaveShape {
  readonly parallelism: number;
  readonly hostsPerWorker: number;
  readonly pageBytes: number;
  /** The most that a unit may take. */
  readonly unitMs: number;
  /** Tasks that there are, or a wave may have. */
  readonly mostTasks: number;
  /** Sitemaps among these tasks. @default 0 */
  readonly sitemaps?: number;
  /** May each of them have a base page? @default false */
  readonly hasBase?: boolean;
  /** Headers whose values are secrets. @default 0 */
  readonly secrets?: number;
  /** Most that plug-ins use for one page. @default nothing */
  readonly pageCalls?: UnitBudget['pageCalls'];
  /** Memory of the deployment's workers. @default WORKER_MEMORY */
  readonly memory?: WorkerMemory;
}

/** Largest size of a wave that cannot pass any limit. */
export type WaveBudget =
  | {
      readonly possible: true;
      readonly units: number;
      readonly tasks: number;
      readonly unitMs: number;
      /** Decoded bytes that each of the units may take; null = unlimited. */
      readonly bytesShare: number | null;
      /** Bytes that each of the units may archive; null = unlimited. */
      readonly storedShare: number | null;
      /** One request at a time. */
      readonly serial: boolean;
    }
  | { readonly possible: false; readonly limit: LimitName };

/** Closing a wave and planning the next, and its run: what `advance` itself may use of a budget. */
const ADVANCE_RESERVE_USD = 0.0005;
/** Shorter units are not worth their start. */
const LEAST_UNIT_MS = 1_000;
/** A unit that may archive less does not pay: about a chunk. */
const LEAST_STORED_SHARE = 16 * 1024 * 1024;
/**
 * A unit starts requests in this part of its time; and what those in flight at the deadline may
 * take.
 */
const STARTS_SHARE = 0.9;
const IN_FLIGHT_MS = 10_000;

/**
 * Sizes a wave to what is left (promise 4): seconds by a deadline, bytes by shares, USD by what
 * each unit reserves. Pure. Bytes: units get equal shares of at least one `pageBytes`; one unit
 * with one connection crawls what no share can hold, so the total is never over by more than one
 * page. Storage: units get equal shares, and start no request once theirs is archived.
 */
export function waveBudget(left: Left, shape: WaveShape, prices: Prices): WaveBudget {
  if (left.usd !== null && left.usd <= 0) return { possible: false, limit: 'budget' };
  if (left.ms !== null && left.ms <= 0) return { possible: false, limit: 'seconds' };
  if (left.bytes !== null && left.bytes <= 0) return { possible: false, limit: 'bytes' };
  const { stored = null } = left;
  if (stored !== null && stored <= 0) return { possible: false, limit: 'storage' };
  const serial = left.bytes !== null && left.bytes < shape.pageBytes;
  const byBytes = left.bytes === null ? shape.parallelism : Math.max(1, Math.floor(left.bytes / shape.pageBytes));
  // The deadline keeps requests from starting; what is in flight then may end.
  const unitMs = left.ms === null ? shape.unitMs : Math.min(shape.unitMs, left.ms / STARTS_SHARE + IN_FLIGHT_MS);
  const byStored = stored === null ? shape.parallelism : Math.max(1, Math.floor(stored / LEAST_STORED_SHARE));
  const most = { units: serial ? 1 : Math.min(shape.parallelism, byBytes, byStored), tasks: shape.mostTasks, unitMs };
  const means = left.usd === null ? most : withinBudget(left.usd, { ...shape, ...most }, prices);
  if (means === null) return { possible: false, limit: 'budget' };
  const bytesShare = left.bytes === null ? null : serial ? left.bytes : Math.floor(left.bytes / means.units);
  const storedShare = stored === null ? null : Math.floor(stored / means.units);
  return { possible: true, ...means, bytesShare, storedShare, serial };
}

type Means = { units: number; tasks: number; unitMs: number };

/** Fewer tasks a unit are not taken while there are other ways to save. */
const FEW_TASKS = 100;

/**
 * A wave whose reserves fit. Halves what costs most, the further units or the tasks, so that a
 * budget which many tasks would use up does not take the units from them; then less time. Null: not
 * even one task fits.
 */
function withinBudget(usd: number, shape: WaveShape & Means, prices: Prices): Means | null {
  const left = usd - ADVANCE_RESERVE_USD;
  let means: Means = { units: shape.units, tasks: shape.tasks, unitMs: shape.unitMs };
  const reserves = (): { tasks: number; further: number } => reservesOf(means, shape, prices);
  for (let needs = reserves(); needs.tasks + needs.further > left; needs = reserves()) {
    const less = lessOf(means, needs.further >= needs.tasks);
    if (less === null) return null;
    means = less;
  }
  return means;
}

function lessOf(means: Means, unitsFirst: boolean): Means | null {
  const { units, tasks, unitMs } = means;
  const fewer = units > 1 ? { ...means, units: units >> 1 } : null;
  if (fewer !== null && unitsFirst) return fewer;
  if (tasks > FEW_TASKS * units) return { ...means, tasks: Math.floor(tasks / 2) };
  if (fewer !== null) return fewer;
  if (unitMs > LEAST_UNIT_MS) return { ...means, unitMs: Math.max(LEAST_UNIT_MS, unitMs / 2) };
  return tasks > 1 ? { ...means, tasks: Math.floor(tasks / 2) } : null;
}

/**
 * Reserves of one unit with all tasks, and of each further unit: an upper bound, however unevenly
 * hosts spread the tasks over the units.
 */
function reservesOf(means: Means, shape: WaveShape, prices: Prices): { tasks: number; further: number } {
  const reserve = (unit: Pick<UnitBudget, 'tasks' | 'hosts' | 'sitemaps' | 'revisits'>): number =>
    reserveUsd(
      {
        ...unit,
        seconds: means.unitMs / 1_000,
        memoryMb: workerMemoryMb(shape.hostsPerWorker, 0, shape.memory),
        hostsInFlight: shape.hostsPerWorker,
        pageBytes: shape.pageBytes,
        secrets: shape.secrets ?? 0,
        ...(shape.pageCalls !== undefined && { pageCalls: shape.pageCalls }),
      },
      prices,
    );
  const { units, tasks } = means;
  const sitemaps = Math.min(tasks, shape.sitemaps ?? 0);
  return {
    tasks: reserve({ tasks, sitemaps, revisits: shape.hasBase ? tasks : 0 }),
    further: (units - 1) * reserve({ tasks: 1, hosts: shape.hostsPerWorker }),
  };
}
