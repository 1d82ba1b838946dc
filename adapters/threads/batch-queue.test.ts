import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BatchQueue } from '#adapters/threads/batch-queue.ts';
import { extractionPage } from '#test/contract/suites/extractor.ts';

/** Longer than pages are gathered. */
const LONG_MS = 1_000;

describe('a queue of batches', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Sent batches: the numbers of the pages of each. */
  function started(): { queue: BatchQueue; sent: number[][]; memories: SharedArrayBuffer[] } {
    const sent: number[][] = [];
    const memories: SharedArrayBuffer[] = [];
    const queue = new BatchQueue((_, { pages, memory }) => {
      sent.push(pages.map(({ page }) => page));
      memories.push(memory);
    });
    return { queue, sent, memories };
  }

  it('sends eight pages at once, fewer when they have been gathered for a while', () => {
    const { queue, sent } = started();
    for (let page = 1; page <= 10; page += 1) queue.add(0, page, extractionPage('<p>'));
    expect(sent).toEqual([[1, 2, 3, 4, 5, 6, 7, 8]]);

    queue.answered(1);
    expect(sent).toHaveLength(1);

    vi.advanceTimersByTime(LONG_MS);
    expect(sent.slice(1)).toEqual([[9, 10]]);
  });

  it('gathers for as long as the batch before is not answered', () => {
    const { queue, sent } = started();
    queue.add(0, 1, extractionPage('<p>'));
    vi.advanceTimersByTime(LONG_MS);
    queue.add(0, 2, extractionPage('<p>'));
    vi.advanceTimersByTime(LONG_MS);
    queue.add(0, 3, extractionPage('<p>'));
    vi.advanceTimersByTime(LONG_MS);
    expect(sent).toEqual([[1]]);

    expect(queue.answered(1).map(({ page }) => page)).toEqual([1]);
    expect(sent).toEqual([[1], [2, 3]]);
    expect(queue.answered(1)).toEqual([]);
  });

  it('continues when the only page that was sent is dropped', () => {
    const { queue, sent } = started();
    queue.add(0, 1, extractionPage('<p>'));
    vi.advanceTimersByTime(LONG_MS);
    queue.add(0, 2, extractionPage('<p>'));
    vi.advanceTimersByTime(LONG_MS);

    queue.drop(1);

    expect(sent).toEqual([[1], [2]]);
    expect([...queue.sent.keys()]).toEqual([2]);
  });

  it('gives a large page separate memory, and uses that of answered batches again', () => {
    const { queue, sent, memories } = started();
    queue.add(0, 1, extractionPage('<p>'));
    queue.add(0, 2, extractionPage('x'.repeat(1_000_000)));
    expect(sent).toEqual([[1], [2]]);
    expect(memories.map(({ byteLength }) => byteLength)).toEqual([256 * 1024, 1_000_000]);

    for (const number of [1, 2]) queue.answered(number);
    queue.add(0, 3, extractionPage('<p>'));
    vi.advanceTimersByTime(LONG_MS);

    expect(memories[2]).toBe(memories[0]);
  });

  it('forgets everything when it is cleared', () => {
    const { queue, sent } = started();
    queue.add(0, 1, extractionPage('<p>'));

    queue.clear();
    vi.advanceTimersByTime(LONG_MS);

    expect(sent).toEqual([]);
    expect(queue.sent.size).toBe(0);
  });
});
