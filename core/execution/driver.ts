import * as z from 'zod';
import type { Execution } from '#core/execution/execution.ts';
import type { ExecutionId } from '#core/model/ids.ts';

/**
 * Does something drive the execution?
 * - `alive`: a process of this machine, or the deployment's state machine, drives it
 * - `gone`: it is queued, running or waiting, and its driver died or was ended: it is interrupted
 *   until somebody resumes it
 * - `none`: it needs no driver: it has ended, is paused, is being deleted, or waits for its turn
 */
export const DRIVERS = ['alive', 'gone', 'none'] as const;
export const Driver = z.enum(DRIVERS);
export type Driver = z.infer<typeof Driver>;

/** Interval between a driver's signs of life, in ms. */
export const DRIVER_BEAT_MS = 4_000;
/** A driver without a sign of life for so long is gone. */
export const DRIVER_SILENT_MS = 15_000;

/** The newest sign of life of all drivers of one execution. */
export interface DriverSign {
  /** False: every process that drove it has died or left it. */
  readonly isAlive: boolean;
  /** Epoch ms. */
  readonly beatAt: number;
}

/**
 * Signs of life of everything that drives executions. One read, however many executions there are.
 */
export interface DriverWatch {
  signs(): Promise<ReadonlyMap<ExecutionId, DriverSign>>;
}

/** State of an execution's driver. */
export interface Drivenness {
  readonly driver: Driver;
  /**
   * The last sign of life (epoch ms) of a driver that is gone; null otherwise, and where none was
   * recorded.
   */
  readonly silentSince: number | null;
}

const NONE: Drivenness = { driver: 'none', silentSince: null };
const ALIVE: Drivenness = { driver: 'alive', silentSince: null };

/**
 * @param signs null: nobody records signs of life, as on AWS. There the watchdog starts the next
 * run when the deadline of the last one has passed, so a passed deadline is what says that the
 * driver is gone.
 */
export function drivennessOf(
  row: Execution,
  signs: ReadonlyMap<ExecutionId, DriverSign> | null,
  now: number,
): Drivenness {
  if (!needsDriver(row)) return NONE;
  if (signs === null) {
    const isOverdue = row.deadlineAt !== null && row.deadlineAt < now;
    return isOverdue ? { driver: 'gone', silentSince: row.deadlineAt } : ALIVE;
  }
  const sign = signs.get(row.id);
  // A system clock that was set back moves a sign of life into the future: the next one comes
  // within seconds.
  if (sign?.isAlive === true && Math.abs(now - sign.beatAt) < DRIVER_SILENT_MS) return ALIVE;
  if (sign === undefined && row.run === 0 && Math.abs(now - row.createdAt) < DRIVER_SILENT_MS) return ALIVE; // being started
  return { driver: 'gone', silentSince: sign?.beatAt ?? null };
}

function needsDriver({ status, run, atOnce }: Execution): boolean {
  if (status === 'running' || status === 'waiting') return true;
  return status === 'queued' && (run > 0 || atOnce === undefined);
}
