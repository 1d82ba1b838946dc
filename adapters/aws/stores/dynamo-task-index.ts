import { type Item, itemOf, rowOf } from '#adapters/aws/dynamo/attributes.ts';
import { deleteAll, getAll, putAll } from '#adapters/aws/dynamo/dynamo-batches.ts';
import type { DynamoTable } from '#adapters/aws/dynamo/dynamo-table.ts';
import { Expression } from '#adapters/aws/dynamo/expression.ts';
import { TASK_SHARDS, taskKey, taskPartition } from '#adapters/aws/dynamo/keys.ts';
import { PARTITION_KEY, SORT_KEY } from '#adapters/aws/environment/names.env.ts';
import { packTask, unpackTask } from '#core/archive/stored-task.ts';
import type { TaskIndex, TaskPage, TaskRow } from '#core/execution/task-index.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { UrlKey } from '#core/url/url-key.ts';

const MAX_PAGE_ROWS = 1_000;

/**
 * Task rows in DynamoDB: one item a row, written in batches, listed by URL key through the shards.
 */
export class DynamoTaskIndex implements TaskIndex {
  readonly #table: DynamoTable;

  constructor(table: DynamoTable) {
    this.#table = table;
  }

  async write(execution: ExecutionId, rows: readonly TaskRow[]): Promise<void> {
    // A batch may name a key once; the last content counts.
    const last = new Map(rows.map((row) => [row.key, row]));
    await putAll(
      this.#table,
      [...last.values()].map((row) => itemOf({ ...packTask(execution, row), ...taskKey(execution, row.key) })),
    );
  }

  async get(execution: ExecutionId, keys: readonly UrlKey[]): Promise<(TaskRow | null)[]> {
    const asked = [...new Set(keys)].map((key) => taskKey(execution, key));
    const found = (await getAll(this.#table, asked)).map((item) => parseTask(execution, item));
    const rows = new Map(found.map((row) => [row.key, row]));
    return keys.map((key) => rows.get(key) ?? null);
  }

  async list(execution: ExecutionId, limit: number, next?: string): Promise<TaskPage> {
    const most = Math.min(limit, MAX_PAGE_ROWS);
    const items: Item[] = [];
    for (const shard of TASK_SHARDS) {
      if (next !== undefined && shard < next.slice(0, 1)) continue;
      // One more tells whether there is another page.
      items.push(...(await this.#shard(execution, shard, { limit: most + 1 - items.length, after: next ?? '' })));
      if (items.length > most) break;
    }
    const rows = items.slice(0, most).map((item) => parseTask(execution, item));
    return { rows, next: items.length > most ? (rows.at(-1)?.key ?? null) : null };
  }

  async clear(execution: ExecutionId): Promise<void> {
    for (const shard of TASK_SHARDS) {
      const keys = await this.#shard(execution, shard, { after: '', only: [PARTITION_KEY, SORT_KEY] });
      await deleteAll(
        this.#table,
        keys.map((item) => taskKey(execution, (item[SORT_KEY]?.S ?? '') as UrlKey)),
      );
    }
  }

  #shard(
    execution: ExecutionId,
    shard: string,
    { after, ...rest }: { after: string; limit?: number; only?: readonly string[] },
  ): Promise<Item[]> {
    const expression = new Expression();
    const partition = expression.compare(PARTITION_KEY, '=', taskPartition(execution, shard));
    // A sort key is never compared with an empty one.
    const where = after < shard ? partition : `${partition} AND ${expression.compare(SORT_KEY, '>', after)}`;
    return this.#table.query({ expression, where, ...rest });
  }
}

const parseTask = (execution: ExecutionId, item: Item): TaskRow =>
  unpackTask(execution, item[SORT_KEY]?.S ?? '', rowOf(item));
