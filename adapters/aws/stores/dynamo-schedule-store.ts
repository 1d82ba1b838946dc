import { isDeepStrictEqual } from 'node:util';
import { itemOf, rowOf } from '#adapters/aws/dynamo/attributes.ts';
import { deleteAll } from '#adapters/aws/dynamo/dynamo-batches.ts';
import { type DynamoTable, newRow } from '#adapters/aws/dynamo/dynamo-table.ts';
import { Expression } from '#adapters/aws/dynamo/expression.ts';
import { SCHEDULE_PARTITION, scheduleKey } from '#adapters/aws/dynamo/keys.ts';
import { PARTITION_KEY } from '#adapters/aws/environment/names.env.ts';
import { storedRow } from '#core/faults/stored-row.ts';
import type { WorkflowId } from '#core/model/ids.ts';
import { ScheduleRow } from '#core/schedule/schedule.ts';
import type { ScheduleStore } from '#core/schedule/schedule-store.ts';

/**
 * Schedules in the table of control data, all in one partition: the function that starts executions
 * reads it whole, half a kilobyte a schedule.
 */
export class DynamoScheduleStore implements ScheduleStore {
  readonly #table: DynamoTable;

  constructor(table: DynamoTable) {
    this.#table = table;
  }

  async save(row: ScheduleRow): Promise<'saved' | 'conflict'> {
    const item = itemOf({ ...row, ...scheduleKey(row.workflow, row.name) });
    const written = await this.#table.putIf(row.version === 1 ? newRow(item) : after(row.version, item));
    if (written.done) return 'saved';
    // When the response to a write is lost, the retry finds the row that the write made.
    return written.found !== null && isDeepStrictEqual(storedRow('a schedule', ScheduleRow, rowOf(written.found)), row)
      ? 'saved'
      : 'conflict';
  }

  async find(workflow: WorkflowId, name: string): Promise<ScheduleRow | null> {
    const item = await this.#table.get(scheduleKey(workflow, name));
    return item === null ? null : storedRow('a schedule', ScheduleRow, rowOf(item));
  }

  async ofWorkflow(workflow: WorkflowId): Promise<ScheduleRow[]> {
    return (await this.all()).filter((row) => row.workflow === workflow);
  }

  async all(): Promise<ScheduleRow[]> {
    const expression = new Expression();
    const where = expression.compare(PARTITION_KEY, '=', SCHEDULE_PARTITION);
    return (await this.#table.query({ expression, where })).map((item) =>
      storedRow('a schedule', ScheduleRow, rowOf(item)),
    );
  }

  async delete(workflow: WorkflowId, name: string): Promise<'deleted' | 'missing'> {
    const key = scheduleKey(workflow, name);
    if ((await this.#table.get(key)) === null) return 'missing';
    await deleteAll(this.#table, [key]);
    return 'deleted';
  }
}

/** Condition of a write over the previous version, and over nothing else. */
function after(version: number, item: ReturnType<typeof itemOf>) {
  const expression = new Expression();
  return { item, expression, condition: expression.compare('version', '=', version - 1) };
}
