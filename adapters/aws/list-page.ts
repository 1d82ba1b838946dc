import type { DynamoTable } from '#adapters/aws/dynamo-table.ts';
import { Expression } from '#adapters/aws/expression.ts';
import { everyonePartition, type Listed, ownerPartition, type RowKey, rowKeyOf } from '#adapters/aws/keys.ts';
import { BY_OWNER, EVERYONE } from '#adapters/aws/names.env.ts';
import { SurfError } from '#core/error.ts';

export interface ListQuery {
  readonly list: Listed;
  /** Absent: everyone's. */
  readonly owner: string | undefined;
  readonly limit: number;
  /** `next` of the page before. */
  readonly next: string | undefined;
}

const CURSOR = /^\d{15}#[wxuka][0-9a-z]{8,40}$/;

/** One page of a list, newest first, from its index: eventually consistent. @throws SurfError FIELD_INVALID for a cursor that is none */
export async function listPage(table: DynamoTable, query: ListQuery): Promise<{ keys: RowKey[]; next: string | null }> {
  const { list, owner, limit, next } = query;
  const index = owner === undefined ? EVERYONE : BY_OWNER;
  const partition = owner === undefined ? everyonePartition(list) : ownerPartition(list, owner);
  const expression = new Expression();
  const mine = expression.compare(index.partitionKey.name, '=', partition);
  const older = next === undefined ? '' : ` AND ${expression.compare(index.sortKey.name, '<', checkedCursor(next))}`;
  const items = await table.query({
    expression,
    where: mine + older,
    index: index.name,
    limit: limit + 1, // one more tells whether there is another page
    descending: true,
  });
  const page = items.slice(0, limit);
  const last = page.at(-1)?.[index.sortKey.name]?.S ?? null;
  return { keys: page.map(rowKeyOf), next: items.length > limit ? last : null };
}

function checkedCursor(next: string): string {
  if (CURSOR.test(next)) return next;
  throw new SurfError('FIELD_INVALID', `no page starts at ${JSON.stringify(next.slice(0, 100))}`, {
    remedy: 'give the value of `next` from the page before, unchanged',
  });
}
