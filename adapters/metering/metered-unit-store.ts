import { itemBytes, writeUnits } from '#core/cost/dynamo-units.ts';
import type { Meter } from '#core/cost/meter.ts';
import type { UnitStore } from '#core/execution/unit-store.ts';

/** Size of a unit row without its live counts. */
const ROW_BYTES = 150;

/**
 * Counts what each call costs on DynamoDB: one write per row, by its size; `rows` one read unit for
 * each that is requested, begun or not. `clear` is left to TTL, which is free.
 */
export function meteredUnitStore(store: UnitStore, meter: Meter): UnitStore {
  return {
    begin(unit, token, now) {
      meter.add({ writeUnits: 1 });
      return store.begin(unit, token, now);
    },
    beat(unit, token, sign) {
      meter.add({ writeUnits: writeUnits(ROW_BYTES + itemBytes(sign.live)) });
      return store.beat(unit, token, sign);
    },
    end(unit, token, now) {
      meter.add({ writeUnits: 1 });
      return store.end(unit, token, now);
    },
    markDied(unit) {
      meter.add({ writeUnits: 1 });
      return store.markDied(unit);
    },
    rows(execution, wave, units) {
      meter.add({ readUnits: units.length });
      return store.rows(execution, wave, units);
    },
    clear: (execution, wave) => store.clear(execution, wave),
  };
}
