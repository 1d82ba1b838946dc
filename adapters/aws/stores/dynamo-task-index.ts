import { inParallel } from '#adapters/aws/calls/in-parallel.ts';
import type { Item } from '#adapters/aws/dynamo/attributes.ts';
import { deleteAll, getAll, putAll } from '#adapters/aws/dynamo/dynamo-batches.ts';
import type { DynamoTable } from '#adapters/aws/dynamo/dynamo-table.ts';
import { Expression } from '#adapters/aws/dynamo/expression.ts';
import {
  packPlaceOf,
  packRangePrefix,
  rowKeyOf,
  TASK_SHARDS,
  taskKey,
  taskPartition,
} from '#adapters/aws/dynamo/keys.ts';
import { correctionPacks, rowsOfItems, wavePacks } from '#adapters/aws/dynamo/task-pack.ts';
import { PARTITION_KEY, SORT_KEY } from '#adapters/aws/environment/names.env.ts';
import { nextFineRange, type PackSize, packRange } from '#core/archive/task-packs.ts';
import type { CorrectionsOfWave, RowsOfWave, TaskIndex, TaskPage, TaskRow } from '#core/execution/task-index.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { UrlKey } from '#core/url/url-key.ts';

const MAX_PAGE_ROWS = 1_000;
/** Packs that one request of a list reads. */
const PACKS_A_LOOK = 64;
/** Ranges of keys that are read at once in each shard. */
const RANGES_AT_ONCE = 2;
/** Up to this many keys of one shard, a look-up reads their ranges; for more, the whole shard. */
const FEW_KEYS = 1;
/** Sorts behind every continuation of a sort key. */
const LAST = '~';

/** All fine packs of the keys before `end`; null: up to the end of the shard. */
interface Stretch {
  readonly items: readonly Item[];
  readonly end: string | null;
}

/**
 * Keeps task rows in DynamoDB as packs (ADR 83). One item holds the rows that a wave settled in a
 * range of keys, another one its corrections there. For each key the newest wave decides.
 */
export class DynamoTaskIndex implements TaskIndex {
  readonly #table: DynamoTable;

  constructor(table: DynamoTable) {
    this.#table = table;
  }

  async write(execution: ExecutionId, rows: RowsOfWave): Promise<void> {
    for await (const packs of wavePacks(execution, rows)) await putAll(this.#table, packs);
  }

  async correct(execution: ExecutionId, corrections: CorrectionsOfWave): Promise<void> {
    await putAll(this.#table, correctionPacks(execution, corrections));
  }

  async get(execution: ExecutionId, keys: readonly UrlKey[]): Promise<(TaskRow | null)[]> {
    const shards = [...Map.groupBy(new Set(keys), (key) => key.slice(0, 1))];
    const found = new Map<UrlKey, TaskRow>();
    await inParallel(shards, TASK_SHARDS.length, async ([shard, wanted]) => {
      for (const [key, row] of await this.#rowsIn(execution, shard, new Set(wanted))) found.set(key, row);
    });
    return keys.map((key) => found.get(key) ?? null);
  }

  async list(execution: ExecutionId, limit: number, next = ''): Promise<TaskPage> {
    const most = Math.min(limit, MAX_PAGE_ROWS);
    const rows: TaskRow[] = [];
    for (const shard of TASK_SHARDS.filter((shard) => shard >= next.slice(0, 1))) {
      for await (const found of this.#rowsOf(execution, shard, { after: next, most: most + 1 })) {
        rows.push(...found);
        if (rows.length > most) return { rows: rows.slice(0, most), next: rows[most - 1]?.key ?? null };
      }
    }
    return { rows, next: null };
  }

  async clear(execution: ExecutionId): Promise<void> {
    for (const shard of TASK_SHARDS) {
      const expression = new Expression();
      const where = expression.compare(PARTITION_KEY, '=', taskPartition(execution, shard));
      const items = await this.#table.query({ expression, where, only: [PARTITION_KEY, SORT_KEY] });
      await deleteAll(this.#table, items.map(rowKeyOf));
    }
  }

  /** Some rows of one shard. */
  async #rowsIn(execution: ExecutionId, shard: string, keys: ReadonlySet<UrlKey>): Promise<Map<UrlKey, TaskRow>> {
    const wanted = (key: UrlKey): boolean => keys.has(key);
    const whole = keys.size > FEW_KEYS ? await this.#whole(execution, shard) : null;
    if (whole !== null) return rowsOfItems(execution, whole, wanted);
    const items = await this.#packs(execution, 'coarse', shard);
    const fine = new Set([...keys].map((key) => packRange(key, 'fine')));
    await inParallel([...fine], RANGES_AT_ONCE, async (range) => {
      items.push(...(await this.#packs(execution, 'fine', range)));
    });
    const rows = rowsOfItems(execution, items, wanted);
    const missing = [...keys].filter((key) => !rows.has(key));
    if (missing.length === 0) return rows;
    const single = missing.map((key) => taskKey(execution, key));
    return rowsOfItems(execution, [...(await getAll(this.#table, single)), ...items], wanted);
  }

  /** The rows of a shard behind a key, in the order of their keys, stretch by stretch. */
  async *#rowsOf(
    execution: ExecutionId,
    shard: string,
    { after, most }: { after: string; most: number },
  ): AsyncGenerator<TaskRow[]> {
    const whole = await this.#whole(execution, shard);
    if (whole !== null) return yield sorted(rowsOfItems(execution, whole, (key) => key > after));
    const [coarse, single] = await Promise.all([
      this.#packs(execution, 'coarse', shard),
      this.#singleTasks(execution, shard, { after, limit: most }),
    ]);
    let range: string | null = after < shard ? `${shard}00` : packRange(after as UrlKey, 'fine');
    while (range !== null) {
      const begin: string = range;
      const { items, end } = await this.#finePacks(execution, begin);
      const isIn = (key: string): boolean => key > after && key >= begin && (end === null || key < end);
      yield sorted(rowsOfItems(execution, [...coarse, ...single, ...items], isIn));
      range = end;
    }
  }

  /** Everything that a shard has; null if that is much. */
  async #whole(execution: ExecutionId, shard: string): Promise<Item[] | null> {
    const items = await this.#between(execution, shard, { first: '0', last: LAST, limit: PACKS_A_LOOK });
    return items.length < PACKS_A_LOOK ? items : null;
  }

  /** Fine packs from a range on: a few, but all of each range. */
  async #finePacks(execution: ExecutionId, range: string): Promise<Stretch> {
    const shard = range.slice(0, 1);
    const last = `${packRangePrefix('fine', shard).slice(0, -1)}${LAST}`;
    const first = await this.#between(execution, shard, {
      first: packRangePrefix('fine', range),
      last,
      limit: PACKS_A_LOOK,
    });
    const lastSort = first.at(-1)?.[SORT_KEY]?.S ?? '';
    const reached = packPlaceOf(lastSort)?.range;
    if (first.length < PACKS_A_LOOK || reached === undefined) return { items: first, end: null };
    const rest = await this.#between(execution, shard, {
      first: `${lastSort}${LAST}`,
      last: `${packRangePrefix('fine', reached)}${LAST}`,
    });
    return { items: [...first, ...rest], end: nextFineRange(reached) };
  }

  /** All packs of one range. */
  #packs(execution: ExecutionId, size: PackSize, range: string): Promise<Item[]> {
    const prefix = packRangePrefix(size, range);
    return this.#between(execution, range.slice(0, 1), { first: prefix, last: `${prefix}${LAST}` });
  }

  #singleTasks(
    execution: ExecutionId,
    shard: string,
    { after, limit }: { after: string; limit: number },
  ): Promise<Item[]> {
    const first = after < shard ? shard : `${after}${LAST}`;
    return this.#between(execution, shard, { first, last: `${shard}${LAST}`, limit });
  }

  #between(
    execution: ExecutionId,
    shard: string,
    { first, last, ...rest }: { first: string; last: string; limit?: number },
  ): Promise<Item[]> {
    const expression = new Expression();
    const partition = expression.compare(PARTITION_KEY, '=', taskPartition(execution, shard));
    return this.#table.query({
      expression,
      where: `${partition} AND ${expression.between(SORT_KEY, first, last)}`,
      ...rest,
    });
  }
}

const sorted = (rows: ReadonlyMap<UrlKey, TaskRow>): TaskRow[] =>
  [...rows.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
