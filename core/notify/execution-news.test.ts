import { describe, expect, it } from 'vitest';
import type { Counts, Execution } from '#core/execution/execution.ts';
import { newsOf } from '#core/notify/execution-news.ts';
import { sampleExecution } from '#test/contract/samples.ts';

const NONE = { discovered: 10, stored: 0, notModified: 0, duplicate: 0, redirected: 0, pending: 0 };
const counted = (counts: Partial<Counts>): Counts => ({ ...NONE, skipped: {}, failed: {}, ...counts });
const ended = (counts: Partial<Counts>, more: Partial<Execution> = {}) =>
  sampleExecution({ status: 'succeeded', endedAt: 1_763_700_009_000, counts: counted(counts), ...more });
const namesOf = (counts: Partial<Counts>, more: Partial<Execution> = {}): string[] =>
  newsOf({ row: ended(counts, more), budgetUsd: null, now: 0 }).map(({ name }) => name);

describe('the news of an execution', () => {
  it('says “running” of the start, even if Surf reads the row after the end', () => {
    const [started] = newsOf({ row: ended({ stored: 10 }), budgetUsd: null, now: 0 });

    expect(started).toMatchObject({ name: 'started', status: 'running', reason: null, endedAt: null });
  });

  it('says that nothing was fetched if every request failed, also of a tick', () => {
    expect(namesOf({ failed: { dns: 10 } })).toContain('nothing-fetched');
    expect(namesOf({ kept: 9, failed: { dns: 1 } })).toContain('nothing-fetched');
  });

  it('raises no alarm for a tick with no page due or tombstones alone, and counts the pages that it kept', () => {
    expect(namesOf({ kept: 10 })).toEqual(['started', 'ended']);
    expect(namesOf({ kept: 8, failed: { 'http-4xx': 2 } }, { goneDue: 2 })).toEqual(['started', 'ended']);
    expect(namesOf({ kept: 7, failed: { 'http-4xx': 3 } }, { goneDue: 2 })).toContain('nothing-fetched');
    expect(newsOf({ row: ended({ kept: 10 }), budgetUsd: null, now: 0 })[1]?.counts).toMatchObject({ kept: 10 });
  });
});
