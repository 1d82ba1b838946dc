import * as z from 'zod';
import { MAX_INLINE_UNITS } from '#core/cost/transitions.ts';
import type { ExecutionId } from '#core/model/ids.ts';

/** The name of a unit: its number within a wave of an execution. */
export interface UnitName {
  readonly execution: ExecutionId;
  readonly wave: number;
  readonly unit: number;
}

/**
 * Progress of a unit so far; shown while its wave runs, thrown away when the wave's chunks are
 * counted.
 */
export const UnitLive = z.object({
  fetched: z.int().nonnegative(),
  /** Pages, those that were not modified too. */
  stored: z.int().nonnegative(),
  failed: z.int().nonnegative(),
  bytes: z.number().nonnegative(),
  /** Hosts that are waited for, with the cause in words; at most 20. */
  waiting: z.array(z.object({ host: z.string(), cause: z.string(), until: z.number() })).max(20),
});
export type UnitLive = z.infer<typeof UnitLive>;

/**
 * Interval in ms at which a working unit writes its live counts and checks that it is still wanted:
 * nobody sees counts that are older than 2 s, the write included. Above 40 units, which would make
 * many writes, it is 5 s. Where each write is paid for, it grows with the time that the unit works
 * (docs/adr/0092); no reader may add more than 5 s to that.
 * @param paidMs time that the unit has taken so far, where each beat is paid for
 */
export function beatMs(unitsOfWave: number, paidMs = 0): number {
  if (paidMs >= LONG_UNIT_MS) return RAREST_BEAT_MS;
  return unitsOfWave <= MAX_INLINE_UNITS && paidMs < NEW_UNIT_MS ? FEW_UNITS_BEAT_MS : RARE_BEAT_MS;
}
export const FEW_UNITS_BEAT_MS = 1_900;
const RARE_BEAT_MS = 5_000;
/**
 * No request starts later than 10 s after a stop, and advance waits for beats younger than 15 s.
 */
const RAREST_BEAT_MS = 8_000;
const NEW_UNIT_MS = 30_000;
const LONG_UNIT_MS = 120_000;

export const UnitRow = z.object({
  v: z.literal(1),
  unit: z.int().nonnegative(),
  /** Random name of the invocation that won; part of its chunks' keys. */
  token: z.string(),
  startedAt: z.number(),
  /** Last sign of life (epoch ms). */
  beatAt: z.number(),
  live: UnitLive,
  /** Set by the iteration's catch or the local runner when the begun unit's worker died. */
  died: z.boolean(),
  /** Set by the worker after its last chunk. */
  ended: z.boolean(),
});
export type UnitRow = z.infer<typeof UnitRow>;

/**
 * The begun units of a wave.
 *
 * Every adapter promises, and `test/contract/suites/unit-store.ts` checks:
 * - of many callers of `begin` for one unit exactly one gets true, ever; the same token asking
 *   again (a retry after a lost answer) gets true again;
 * - `beat`, `end` and `markDied` of a unit that was not begun, or with another token, change
 *   nothing;
 * - `rows` shows everything that returned before; on DynamoDB it takes one request for every 100
 *   units that are requested.
 */
export interface UnitStore {
  /** @param now epoch ms, as in the other calls */
  begin(unit: UnitName, token: string, now: number): Promise<boolean>;
  beat(unit: UnitName, token: string, sign: { readonly now: number; readonly live: UnitLive }): Promise<void>;
  end(unit: UnitName, token: string, now: number): Promise<void>;
  /** Marks a begun, not ended unit as died. */
  markDied(unit: UnitName): Promise<void>;
  /**
   * The units among these that were begun, by unit.
   * @param units all different; an execution's are `plannedUnits` of its row
   */
  rows(execution: ExecutionId, wave: number, units: readonly number[]): Promise<UnitRow[]>;
  /** Deletes the rows of waves up to and including `wave`. */
  clear(execution: ExecutionId, wave: number): Promise<void>;
}
