import { type Execution, plannedUnits } from '#core/execution/execution.ts';
import type { UnitRow, UnitStore } from '#core/execution/unit-store.ts';
import type { Clock } from '#core/model/clock.ts';

/** Heartbeat age below which a unit counts as alive. */
const BEAT_FRESH_MS = 15_000;
/** Interval at which an advance checks whether begun units have ended. */
const LOOK_MS = 1_000;

export interface SettledUnitsPorts {
  readonly clock: Clock;
  readonly units: Pick<UnitStore, 'rows'>;
  /**
   * Can workers of an earlier run still be alive? False only if the runner knows that there are
   * none.
   * @default true
   */
  readonly orphansPossible?: () => boolean;
  /**
   * Longest time that the unit of a small wave works: a call waits this long for a unit that still
   * beats, because two calls can carry the wave; for units of other waves it waits 15 seconds. Then
   * it closes the wave without the unit's later work.
   * @default 15 seconds
   */
  readonly smallUnitMs?: number;
}

/** Reads the wave's unit rows, after units that still beat had time to end. */
export async function settledUnits(ports: SettledUnitsPorts, row: Execution): Promise<UnitRow[]> {
  const planned = plannedUnits(row);
  const isSmall = row.answer?.type === 'crawl' && row.answer.small === true;
  const settleMs = isSmall ? (ports.smallUnitMs ?? BEAT_FRESH_MS) : BEAT_FRESH_MS;
  const until = ports.clock.monotonic() + (ports.orphansPossible?.() === false ? 0 : settleMs);
  for (;;) {
    const rows = await ports.units.rows(row.id, row.wave, planned);
    const now = ports.clock.now();
    const working = rows.some((unit) => !unit.ended && !unit.died && now - unit.beatAt < BEAT_FRESH_MS);
    if (!working || ports.clock.monotonic() >= until) return rows;
    await ports.clock.sleep(LOOK_MS);
  }
}
