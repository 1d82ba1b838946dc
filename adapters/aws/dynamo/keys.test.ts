import { describe, expect, it } from 'vitest';
import {
  eventSort,
  LAST_EVENT_SORT,
  listSort,
  onceKey,
  requestKey,
  robotsKey,
  runningPartition,
  taskKey,
  unitKey,
  unitPartitions,
  workflowKey,
} from '#adapters/aws/dynamo/keys.ts';
import { RUNNING_SHARDS } from '#adapters/aws/environment/names.env.ts';
import { ExecutionId, WorkflowId } from '#core/model/ids.ts';
import type { UrlKey } from '#core/url/url-key.ts';

const X = ExecutionId.parse('xkeys00000001');
const KEY = 'abcdef0123456789abcdef0123456789' as UrlKey;

describe('keys (design.md §5)', () => {
  it('are those of the tables', () => {
    expect(workflowKey(WorkflowId.parse('wkeys00000001'), 3)).toEqual({ pk: 'W#wkeys00000001', sk: 'DEF#000000003' });
    expect(taskKey(X, KEY)).toEqual({ pk: 'xkeys00000001#a', sk: KEY });
    expect(unitKey(X, 7, 33)).toEqual({ pk: 'xkeys00000001#7#1', sk: '000033' });
    expect(robotsKey('https://a.example:443')).toEqual({ pk: 'https://a.example:443', sk: '-' });
  });

  it('sort numbers as numbers', () => {
    expect([10, 9, 100].map(eventSort).sort()).toEqual([9, 10, 100].map(eventSort));
    expect([listSort(9, 'xa'), listSort(10, 'xa'), listSort(10, 'xb')].sort()).toEqual([
      ...[listSort(9, 'xa'), listSort(10, 'xa'), listSort(10, 'xb')],
    ]);
  });

  it('keep the marks of events out of a query of events', () => {
    const { sk } = onceKey(X, 'E#000000001');

    expect(sk > LAST_EVENT_SORT).toBe(true);
    expect(eventSort(999_999_999) < LAST_EVENT_SORT).toBe(true);
  });

  it('have a partition for every unit', () => {
    const partitions = unitPartitions(X, 7);

    expect(partitions).toHaveLength(32);
    for (let unit = 0; unit < 100; unit++) expect(partitions).toContain(unitKey(X, 7, unit).pk);
  });

  it('spread running executions over all partitions of their index', () => {
    const seen = new Set(Array.from({ length: 200 }, (_, n) => runningPartition(`x${n}0000000000` as typeof X)));

    expect([...seen].sort()).toEqual(Array.from({ length: RUNNING_SHARDS }, (_, n) => `RUNNING#${n}`));
  });

  it('of idempotency keys are short for any client input, and tell owner and key apart', () => {
    expect(requestKey('a', 'x'.repeat(10_000)).pk).toHaveLength(66);
    expect(requestKey('ab', 'c').pk).not.toBe(requestKey('a', 'bc').pk);
  });
});
