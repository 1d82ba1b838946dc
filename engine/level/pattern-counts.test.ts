import { describe, expect, it } from 'vitest';
import { SegmentStore } from '#engine/frontier/lines/segment-store.ts';
import { PatternCounts } from '#engine/level/pattern-counts.ts';
import { MemoryArchive } from '#test/fakes/memory/memory-archive.ts';

type Counted = ConstructorParameters<typeof PatternCounts>[0];

/** The part of a state that counts are kept in. */
function emptyState(): Counted {
  let names = 0;
  const segments = new SegmentStore(new MemoryArchive(), () => `s${names++}`);
  return { head: { patterns: [] }, segments } as unknown as Counted;
}

/** One merge over these addresses. @returns those that it admits, and the state after it */
async function merge(before: Counted, most: number, urls: readonly string[]): Promise<[string[], Counted]> {
  const counts = new PatternCounts(before, most);
  for (const url of urls) counts.note(url);
  await counts.load();
  const taken = urls.filter((url) => counts.take(url) === null);
  return [taken, { ...before, head: { ...before.head, patterns: await counts.save() } }];
}

const days = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, i) => `http://a.test/cal/${from + i}`);

describe('pattern counts (G10)', () => {
  it('admit the first of each pattern, over any number of merges', async () => {
    const first = [...days(0, 3), 'http://a.test/about', 'http://b.test/cal/1'];
    const third = [...days(10, 12), 'http://a.test/about/', 'http://b.test/cal/2'];
    const [takenFirst, afterFirst] = await merge(emptyState(), 5, first);
    const [takenSecond, afterSecond] = await merge(afterFirst, 5, days(3, 10));
    const [takenThird] = await merge(afterSecond, 5, third);

    expect(takenFirst).toHaveLength(5);
    expect(takenSecond).toEqual(days(3, 5));
    expect(takenThird).toEqual(['http://a.test/about/', 'http://b.test/cal/2']);
  });

  it('say which rule refused', async () => {
    const counts = new PatternCounts(emptyState(), 1);
    for (const url of days(0, 2)) counts.note(url);
    await counts.load();

    expect(days(0, 2).map((url) => counts.take(url))).toEqual([null, 'pages-per-pattern 1: a.test/cal/#']);
  });

  it('write nothing when nothing was admitted', async () => {
    const [, afterFirst] = await merge(emptyState(), 2, days(0, 5));
    const [, afterSecond] = await merge(afterFirst, 2, days(5, 9));
    const [first, second] = [afterFirst.head.patterns ?? [], afterSecond.head.patterns];

    expect(second).toEqual(first);
    expect(first.reduce((sum, { count }) => sum + count, 0)).toBe(1);
  });
});
