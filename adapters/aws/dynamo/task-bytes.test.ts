import { describe, expect, it } from 'vitest';
import { billedBytes, itemOf } from '#adapters/aws/dynamo/attributes.ts';
import { taskKey } from '#adapters/aws/dynamo/keys.ts';
import { PURGE_AT } from '#adapters/aws/environment/names.env.ts';
import { packTask, storedBytes } from '#core/archive/stored-task.ts';
import { EXECUTION, sampleKey, sampleTask } from '#test/contract/samples.ts';

/** What DynamoDB bills for a row, keys and expiry with it. */
const billed = (row: ReturnType<typeof sampleTask>): number =>
  billedBytes(itemOf({ ...packTask(EXECUTION, row), ...taskKey(EXECUTION, row.key), [PURGE_AT]: 1_795_278_745 }));

describe('a task row as an item', () => {
  it('of a URL of 350 bytes and a title of 240 is one write unit', () => {
    const url = `https://example.org/${'p'.repeat(330)}`;
    const title = 'é'.repeat(120);
    const outcome = { type: 'duplicate' as const, of: sampleKey(7) };
    const row = sampleTask(1, { url, title, outcome, rank: 99_999_999, errors: [] });

    expect(billed(row)).toBeGreaterThan(900);
    expect(billed(row)).toBeLessThanOrEqual(1_024);
  });

  it.each([
    ['usual', sampleTask(1)],
    ['of little', sampleTask(2, { via: null, title: null, contentType: null, archived: null, errors: [] })],
    ['with long texts', sampleTask(3, { url: `https://example.org/${'p'.repeat(400)}`, title: 'ä'.repeat(90) })],
  ])('is estimated within a tenth by the meters: one that is %s', (_, row) => {
    expect(billed(row) / storedBytes(EXECUTION, row)).toBeGreaterThan(0.85);
    expect(billed(row) / storedBytes(EXECUTION, row)).toBeLessThan(1.1);
  });
});
