import { describe, expect, it } from 'vitest';
import type { CrawlState } from '#engine/advance/crawl-state.ts';
import { PatternCounts } from '#engine/advance/pattern-counts.ts';
import { SegmentStore } from '#engine/advance/segment-store.ts';
import { MemoryArchive } from '#test/fakes/memory-archive.ts';

/** The part of a state that counts are kept in. */
function emptyState(): CrawlState {
  let names = 0;
  const segments = new SegmentStore(new MemoryArchive(), () => `s${names++}`);
  return { head: { patterns: [] }, segments } as unknown as CrawlState;
}

/** One merge over these addresses. @returns those that are admitted */
async function merge(state: CrawlState, most: number, urls: readonly string[]): Promise<string[]> {
  const counts = new PatternCounts(state, most);
  for (const url of urls) counts.note(url);
  await counts.load();
  const taken = urls.filter((url) => counts.take(url) === null);
  await counts.save();
  return taken;
}

const days = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, i) => `http://a.test/cal/${from + i}`);

describe('pattern counts (G10)', () => {
  it('admit the first of each pattern, over any number of merges', async () => {
    const state = emptyState();

    expect(await merge(state, 5, [...days(0, 3), 'http://a.test/about', 'http://b.test/cal/1'])).toHaveLength(5);
    expect(await merge(state, 5, days(3, 10))).toEqual(days(3, 5));
    expect(await merge(state, 5, [...days(10, 12), 'http://a.test/about/', 'http://b.test/cal/2'])).toEqual([
      'http://a.test/about/',
      'http://b.test/cal/2',
    ]);
  });

  it('say which rule refused', async () => {
    const counts = new PatternCounts(emptyState(), 1);
    for (const url of days(0, 2)) counts.note(url);
    await counts.load();

    expect(days(0, 2).map((url) => counts.take(url))).toEqual([null, 'pages-per-pattern 1: a.test/cal/#']);
  });

  it('write nothing when nothing was admitted', async () => {
    const state = emptyState();
    await merge(state, 2, days(0, 5));
    const before = state.head.patterns;
    await merge(state, 2, days(5, 9));

    expect(state.head.patterns).toEqual(before);
    expect(before.reduce((sum, { count }) => sum + count, 0)).toBe(1);
  });
});
