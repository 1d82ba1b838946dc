import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type Item, rowOf } from '#adapters/aws/dynamo/attributes.ts';
import { keyItem } from '#adapters/aws/dynamo/dynamo-table.ts';
import { type PackPlace, packKey, packPlaceOf } from '#adapters/aws/dynamo/keys.ts';
import { SORT_KEY } from '#adapters/aws/environment/names.env.ts';
import { packTask, unpackTask } from '#core/archive/stored-task.ts';
import { type PackSize, packRange, packSize } from '#core/archive/task-packs.ts';
import { SurfError } from '#core/error.ts';
import { corrected } from '#core/execution/corrected-row.ts';
import type { CorrectionsOfWave, RowsOfWave, TaskRow } from '#core/execution/task-index.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { UrlKey } from '#core/url/url-key.ts';

/** Attribute of a pack: version 3 of a task row, an array of JSON, deflated (RFC 1951). */
const ROWS = 'rows';
/**
 * JSON of one pack. DynamoDB takes items of 400 KB: a pack fits also where nothing can be
 * compressed.
 */
const MAX_JSON_BYTES = 256 * 1_024;

/** Packs that are written together: 4 KB each in a large wave. */
const PACKS_TOGETHER = 200;

/** `[key, row]`, or `[key, key of the page that it is a duplicate of]`. */
type Entry = readonly [UrlKey, unknown];

/** Packs the rows that a wave settled, and yields up to 200 packs at a time. */
export async function* wavePacks(execution: ExecutionId, { wave, count, parts }: RowsOfWave): AsyncGenerator<Item[]> {
  const size = packSize(wave, count);
  let ready: Item[] = [];
  for await (const { range, rows } of byRange(parts, size)) {
    const entries = rows.map((row): Entry => [row.key, packTask(execution, row)]);
    ready.push(...packs(execution, { size, range, wave, holds: 'rows' }, entries));
    if (ready.length < PACKS_TOGETHER) continue;
    yield ready;
    ready = [];
  }
  if (ready.length > 0) yield ready;
}

/** Neighbours by key that are in the same range. */
async function* byRange(
  parts: RowsOfWave['parts'],
  size: PackSize,
): AsyncGenerator<{ range: string; rows: readonly TaskRow[] }> {
  let rows: TaskRow[] = [];
  let range = '';
  for await (const part of parts) {
    for (const row of part) {
      const own = packRange(row.key, size);
      if (own !== range && rows.length > 0) {
        yield { range, rows };
        rows = [];
      }
      range = own;
      rows.push(row);
    }
  }
  if (rows.length > 0) yield { range, rows };
}

/** Packs the corrections of a wave. */
export function correctionPacks(execution: ExecutionId, { wave, corrections }: CorrectionsOfWave): Item[] {
  const size = packSize(wave, corrections.length);
  const ranges = Map.groupBy(corrections, ({ key }) => packRange(key as UrlKey, size));
  return [...ranges].flatMap(([range, all]) => {
    const entries = all.map(({ key, of }): Entry => [key as UrlKey, of]);
    return packs(execution, { size, range, wave, holds: 'corrections' }, entries);
  });
}

function packs(execution: ExecutionId, place: Omit<PackPlace, 'part'>, entries: readonly Entry[]): Item[] {
  return parted(entries).map((json, part) => ({
    ...keyItem(packKey(execution, { ...place, part })),
    v: { N: '3' },
    [ROWS]: { B: deflateRawSync(`[${json.join(',')}]`) },
  }));
}

/** JSON of the entries, as many together as a pack may have. */
function parted(entries: readonly Entry[]): string[][] {
  const parts: string[][] = [];
  let left = 0;
  for (const entry of entries) {
    const json = JSON.stringify(entry);
    const bytes = Buffer.byteLength(json) + 1;
    if (bytes > left) {
      parts.push([]);
      left = MAX_JSON_BYTES;
    }
    parts.at(-1)?.push(json);
    left -= bytes;
  }
  return parts;
}

/**
 * The rows of packs and of items of single tasks, which are older, by key: later waves and
 * corrections count.
 *
 * @param wanted keys to look at
 */
export function rowsOfItems(
  execution: ExecutionId,
  items: readonly Item[],
  wanted: (key: UrlKey) => boolean,
): Map<UrlKey, TaskRow> {
  const rows = new Map<UrlKey, TaskRow>();
  for (const { item, holds } of inOrder(items)) {
    for (const [key, value] of entriesOf(item).filter(([key]) => wanted(key))) {
      const row =
        holds === 'corrections'
          ? corrected(rows.get(key) ?? null, { of: String(value) })
          : unpackTask(execution, key, value);
      if (row !== null) rows.set(key, row);
    }
  }
  return rows;
}

/** Sorts before the packs of all waves. */
const SINGLE_TASK = { wave: -1, holds: 'rows' } as const;

/** Orders packs by wave, and the rows of a wave before its corrections. */
const inOrder = (items: readonly Item[]): { item: Item; holds: PackPlace['holds'] }[] =>
  items
    .map((item) => ({ item, ...(packPlaceOf(sortKeyOf(item)) ?? SINGLE_TASK) }))
    .sort((a, b) => a.wave - b.wave || Number(a.holds === 'corrections') - Number(b.holds === 'corrections'));

const sortKeyOf = (item: Item): string => item[SORT_KEY]?.S ?? '';

function entriesOf(item: Item): Entry[] {
  if (packPlaceOf(sortKeyOf(item)) === null) return [[UrlKey.parse(sortKeyOf(item)), rowOf(item)]];
  const packed = item[ROWS]?.B;
  if (packed === undefined) throw unknownFormat(item);
  return JSON.parse(inflateRawSync(packed, { maxOutputLength: 2 * MAX_JSON_BYTES }).toString()) as Entry[];
}

const unknownFormat = (item: Item): SurfError =>
  new SurfError('FORMAT_UNKNOWN', `the pack of task rows ${sortKeyOf(item)} has no rows`, {
    remedy: 'something other than Surf wrote it: restore the table, or remove the row',
  });
