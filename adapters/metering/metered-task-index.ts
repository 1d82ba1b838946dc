import { storedBytes } from '#core/archive/stored-task.ts';
import { readUnits, writeUnits } from '#core/cost/dynamo-units.ts';
import type { Meter } from '#core/cost/meter.ts';
import type { TaskIndex } from '#core/execution/task-index.ts';

/**
 * Counts what each call costs on DynamoDB: a put per row, a consistent read per key, one query per
 * page. `clear` is left to TTL, which is free.
 */
export function meteredTaskIndex(index: TaskIndex, meter: Meter): TaskIndex {
  return {
    ...(index.clustered && { clustered: true }),
    write(execution, rows) {
      meter.add({ writeUnits: rows.reduce((units, row) => units + writeUnits(storedBytes(execution, row)), 0) });
      return index.write(execution, rows);
    },
    async get(execution, keys) {
      const rows = await index.get(execution, keys);
      meter.add({
        readUnits: rows.reduce((units, row) => units + readUnits(row === null ? 0 : storedBytes(execution, row)), 0),
      });
      return rows;
    },
    async list(execution, limit, next) {
      const page = await index.list(execution, limit, next);
      meter.add({ readUnits: readUnits(page.rows.reduce((bytes, row) => bytes + storedBytes(execution, row), 0)) });
      return page;
    },
    clear: (execution) => index.clear(execution),
  };
}
