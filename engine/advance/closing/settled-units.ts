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
  /** False: every worker of an earlier run is dead. @default it is not known */
  readonly orphansPossible?: () => boolean;
  /** Longest wait for the unit of a small wave. @default that for other units */
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
