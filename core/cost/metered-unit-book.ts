import { itemBytes, readUnits, writeUnits } from '#core/cost/dynamo-units.ts';
import type { Meter } from '#core/cost/meter.ts';
import type { UnitBook, UnitRow } from '#core/execution/unit-book.ts';

/** A wave's unit rows lie in so many partitions (design.md §5), each read by a query of its own. */
const PARTITIONS = 32;

/** What a unit row has beside its live counts. */
const ROW_BYTES = 150;

/** Counts what each call costs on DynamoDB: one write per row, by its size; `rows` one query a partition. `clear` is left to TTL, which is free. */
export function meteredUnitBook(book: UnitBook, meter: Meter): UnitBook {
  return {
    begin(execution, wave, unit, token, now) {
      meter.add({ writeUnits: 1 });
      return book.begin(execution, wave, unit, token, now);
    },
    beat(execution, wave, unit, token, now, live) {
      meter.add({ writeUnits: writeUnits(ROW_BYTES + itemBytes(live)) });
      return book.beat(execution, wave, unit, token, now, live);
    },
    end(execution, wave, unit, token, now) {
      meter.add({ writeUnits: 1 });
      return book.end(execution, wave, unit, token, now);
    },
    markDied(execution, wave, unit) {
      meter.add({ writeUnits: 1 });
      return book.markDied(execution, wave, unit);
    },
    async rows(execution, wave) {
      const rows = await book.rows(execution, wave);
      meter.add({ readUnits: partitionUnits(rows) });
      return rows;
    },
    clear: (execution, wave) => book.clear(execution, wave),
  };
}

function partitionUnits(rows: readonly UnitRow[]): number {
  const bytes = new Array<number>(PARTITIONS).fill(0);
  for (const row of rows) bytes[row.unit % PARTITIONS] = (bytes[row.unit % PARTITIONS] ?? 0) + itemBytes(row);
  return bytes.reduce((units, size) => units + readUnits(size), 0);
}
