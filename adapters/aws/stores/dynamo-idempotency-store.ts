import { itemOf, rowOf, secondsAfter } from '#adapters/aws/dynamo/attributes.ts';
import type { DynamoTable } from '#adapters/aws/dynamo/dynamo-table.ts';
import { Expression } from '#adapters/aws/dynamo/expression.ts';
import { requestKey } from '#adapters/aws/dynamo/keys.ts';
import { PARTITION_KEY, PURGE_AT } from '#adapters/aws/environment/names.env.ts';
import { type IdempotencyStore, REMEMBERED_MS, RememberedRequest } from '#core/execution/idempotency-store.ts';
import { storedRow } from '#core/faults/stored-row.ts';

/** TTL is late by days at times: the condition, not the deletion, forgets a key. */
const KEPT_DAYS = 2;

/**
 * Idempotency keys in DynamoDB, one row each. A claim writes its row if there is none, or an
 * expired one.
 */
export class DynamoIdempotencyStore implements IdempotencyStore {
  readonly #table: DynamoTable;

  constructor(table: DynamoTable) {
    this.#table = table;
  }

  async claim(
    of: { readonly owner: string; readonly key: string; readonly now: number },
    request: RememberedRequest,
  ): Promise<RememberedRequest> {
    const { owner, key, now } = of;
    const expression = new Expression();
    const over = expression.compare('at', '<=', now - REMEMBERED_MS);
    const beside = { ...requestKey(owner, key), at: now, [PURGE_AT]: secondsAfter(now, KEPT_DAYS) };
    const written = await this.#table.putIf({
      item: itemOf({ ...request, ...beside }),
      expression,
      condition: `${expression.absent(PARTITION_KEY)} OR ${over}`,
    });
    return written.done ? request : storedRow('an earlier request', RememberedRequest, rowOf(written.found ?? {}));
  }
}
