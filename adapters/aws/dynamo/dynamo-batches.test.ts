import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { AwsCalls, MAX_TRIES } from '#adapters/aws/calls/aws-calls.ts';
import { CallLedger } from '#adapters/aws/calls/call-ledger.ts';
import { getAll, putAll } from '#adapters/aws/dynamo/dynamo-batches.ts';
import { DynamoTable } from '#adapters/aws/dynamo/dynamo-table.ts';
import { Meter } from '#core/cost/meter.ts';

type Requests = readonly unknown[];

/** A table that does the first `share(n)` rows of the n that it gets, and leaves the rest. */
function bench(share: (asked: number) => number) {
  const calls: number[] = [];
  const done: unknown[] = [];
  const waits: number[] = [];
  const send = async ({ input }: { input: { RequestItems: { t: Requests | { Keys: Requests } } } }) => {
    const asked = input.RequestItems.t;
    const all = 'Keys' in asked ? asked.Keys : (asked as Requests);
    calls.push(all.length);
    const count = share(all.length);
    done.push(...all.slice(0, count));
    const left = all.slice(count);
    const none = left.length === 0;
    if ('Keys' in asked)
      return { Responses: { t: all.slice(0, count) }, UnprocessedKeys: none ? {} : { t: { Keys: left } } };
    return { UnprocessedItems: none ? {} : { t: left } };
  };
  const sleep = async (ms: number): Promise<void> => void waits.push(ms);
  const clock = { now: () => 0, monotonic: () => 0, sleep };
  const ledger = new CallLedger(new Meter());
  const parts = { client: { send } as unknown as DynamoDBClient, name: 't' };
  const table = new DynamoTable({
    ...parts,
    calls: new AwsCalls({ clock, random: () => 'r', jitter: () => 1, ledger }),
  });
  return { table, calls, done, waits };
}

const items = (count: number) => Array.from({ length: count }, (_, n) => ({ pk: { S: String(n) } }));
const keys = (count: number) => Array.from({ length: count }, (_, n) => ({ pk: String(n), sk: '-' }));

describe('batches', () => {
  it('have at most 25 rows to write and 100 to read, and miss none', async () => {
    const { table, calls, done } = bench((asked) => asked);

    await putAll(table, items(60));
    const rows = await getAll(table, keys(201));

    expect(calls).toEqual([25, 25, 10, 100, 100, 1]);
    expect([done.length, rows.length]).toEqual([261, 201]);
  });

  it('send again what was left over, with the shortest wait as long as something gets done', async () => {
    const { table, calls, done, waits } = bench((asked) => Math.ceil(asked / 2));

    await putAll(table, items(25));

    expect(calls).toEqual([25, 12, 6, 3, 1]);
    expect(new Set(done).size).toBe(25);
    expect(waits).toEqual([50, 50, 50, 50]);
  });

  it('give up when nothing more gets done, with an error that may be tried again', async () => {
    const { table, calls, waits } = bench(() => 0);

    await expect(putAll(table, items(3))).rejects.toMatchObject({ code: 'STORE_THROTTLED', retryable: true });

    expect(calls).toHaveLength(MAX_TRIES);
    expect(waits).toEqual([50, 100, 200, 400, 800, 1_600, 3_200]);
  });

  it('do nothing for nothing', async () => {
    const { table, calls } = bench((asked) => asked);

    await putAll(table, []);

    expect([await getAll(table, []), calls]).toEqual([[], []]);
  });
});
