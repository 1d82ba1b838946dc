import type { Item } from '#adapters/aws/dynamo/attributes.ts';
import { getAll } from '#adapters/aws/dynamo/dynamo-batches.ts';
import type { DynamoTable } from '#adapters/aws/dynamo/dynamo-table.ts';
import { Expression } from '#adapters/aws/dynamo/expression.ts';
import { everyonePartition, type Listed, ownerPartition, rowKeyOf } from '#adapters/aws/dynamo/keys.ts';
import { BY_OWNER, EVERYONE } from '#adapters/aws/environment/names.env.ts';
import { SurfError } from '#core/error.ts';

export interface ListQuery {
  readonly list: Listed;
  /** Absent: rows of all owners. */
  readonly owner: string | undefined;
  /** At most 1,000. */
  readonly limit: number;
  /** `next` of the previous page. */
  readonly next: string | undefined;
}

const MAX_ROWS = 1_000;
const CURSOR = /^\d{15}#[wxuka][0-9a-z]{8,40}$/;

/**
 * One page of a list, newest first: the set of rows is eventually consistent, their content is not.
 * @throws SurfError FIELD_INVALID for a cursor that is none
 */
export async function listPage(table: DynamoTable, query: ListQuery): Promise<{ items: Item[]; next: string | null }> {
  const { list, owner, next } = query;
  const limit = Math.min(query.limit, MAX_ROWS);
  const index = owner === undefined ? EVERYONE : BY_OWNER;
  const partition = owner === undefined ? everyonePartition(list) : ownerPartition(list, owner);
  const expression = new Expression();
  const mine = expression.compare(index.partitionKey.name, '=', partition);
  const older = next === undefined ? '' : ` AND ${expression.compare(index.sortKey.name, '<', checkedCursor(next))}`;
  const found = await table.query({
    expression,
    where: mine + older,
    index: index.name,
    limit: limit + 1, // one more tells whether there is another page
    descending: true,
  });
  const placeOf = (item: Item | undefined): string => item?.[index.sortKey.name]?.S ?? '';
  const page = found.slice(0, limit);
  const items = await getAll(table, page.map(rowKeyOf));
  items.sort((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1));
  return { items, next: found.length > limit ? placeOf(page.at(-1)) : null };
}

function checkedCursor(next: string): string {
  if (CURSOR.test(next)) return next;
  throw new SurfError('FIELD_INVALID', `no page starts at ${JSON.stringify(next.slice(0, 100))}`, {
    remedy: 'give the value of `next` from the previous page, unchanged',
  });
}
