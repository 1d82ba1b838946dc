import { itemOf, rowOf, secondsAfter } from '#adapters/aws/dynamo/attributes.ts';
import { deleteAll, getAll } from '#adapters/aws/dynamo/dynamo-batches.ts';
import type { DynamoTable } from '#adapters/aws/dynamo/dynamo-table.ts';
import { Expression } from '#adapters/aws/dynamo/expression.ts';
import { type RowKey, rowKeyOf, unitKey, unitPartitions } from '#adapters/aws/dynamo/keys.ts';
import { PARTITION_KEY, PURGE_AT, SORT_KEY } from '#adapters/aws/environment/names.env.ts';
import { type UnitLive, type UnitName, UnitRow, type UnitStore } from '#core/execution/unit-store.ts';
import { storedRow } from '#core/faults/stored-row.ts';
import type { ExecutionId } from '#core/model/ids.ts';

const NOTHING_YET: UnitLive = { fetched: 0, stored: 0, failed: 0, bytes: 0, waiting: [] };

/** DynamoDB deletes the rows of a wave this long after it began: no reader needs a closed wave. */
const KEPT_DAYS = 7;
/** `clear` takes the rest for cleared after so many waves without rows. */
const EMPTY_WAVES = 20;

/** Unit rows in DynamoDB, each call one conditional write; the key decides who begins a unit. */
export class DynamoUnitStore implements UnitStore {
  readonly #table: DynamoTable;

  constructor(table: DynamoTable) {
    this.#table = table;
  }

  async begin({ execution, wave, unit }: UnitName, token: string, now: number): Promise<boolean> {
    const row: UnitRow = {
      v: 1,
      unit,
      token,
      startedAt: now,
      beatAt: now,
      live: NOTHING_YET,
      died: false,
      ended: false,
    };
    const item = itemOf({ ...row, ...unitKey(execution, wave, unit), [PURGE_AT]: secondsAfter(now, KEPT_DAYS) });
    const written = await this.#table.create(item);
    return written.done || written.found?.token?.S === token;
  }

  async beat(
    { execution, wave, unit }: UnitName,
    token: string,
    { now, live }: { readonly now: number; readonly live: UnitLive },
  ): Promise<void> {
    const expression = new Expression();
    await this.#table.update(unitKey(execution, wave, unit), {
      expression,
      update: expression.set({ beatAt: now, live }),
      // A beat that was held up on its way does not undo a later one.
      condition: `${expression.compare('token', '=', token)} AND ${expression.compare('beatAt', '<=', now)}`,
    });
  }

  async end({ execution, wave, unit }: UnitName, token: string, now: number): Promise<void> {
    const expression = new Expression();
    await this.#table.update(unitKey(execution, wave, unit), {
      expression,
      update: expression.set({ beatAt: now, ended: true }),
      condition: expression.compare('token', '=', token),
    });
  }

  async markDied({ execution, wave, unit }: UnitName): Promise<void> {
    const expression = new Expression();
    await this.#table.update(unitKey(execution, wave, unit), {
      expression,
      update: expression.set({ died: true }),
      condition: expression.compare('ended', '=', false),
    });
  }

  /**
   * Reads rows by their keys, not by partition: a wave has few units, or its partitions few rows
   * each.
   */
  async rows(execution: ExecutionId, wave: number, units: readonly number[]): Promise<UnitRow[]> {
    const keys = units.map((unit) => unitKey(execution, wave, unit));
    const items = await getAll(this.#table, keys);
    return items.map((item) => storedRow('a unit', UnitRow, rowOf(item))).sort((a, b) => a.unit - b.unit);
  }

  async clear(execution: ExecutionId, wave: number): Promise<void> {
    for (let last = wave, empty = 0; last >= 0 && empty < EMPTY_WAVES; last--) {
      const keys = await this.#keys(execution, last);
      await deleteAll(this.#table, keys);
      empty = keys.length === 0 ? empty + 1 : 0;
    }
  }

  async #keys(execution: ExecutionId, wave: number): Promise<RowKey[]> {
    const partitions = unitPartitions(execution, wave).map((partition) => {
      const expression = new Expression();
      const where = expression.compare(PARTITION_KEY, '=', partition);
      return this.#table.query({ expression, where, only: [PARTITION_KEY, SORT_KEY] });
    });
    return (await Promise.all(partitions)).flat().map(rowKeyOf);
  }
}
