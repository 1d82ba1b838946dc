import { describe, expect, it } from 'vitest';
import { type GroupedPage, NearDuplicates } from '#engine/duplicates/near-duplicates.ts';
import { MemoryScratch } from '#test/export/memory-scratch.ts';

/** A text of 104 words, of which the last few are others: each changed word changes one run. */
const text = (seed: string, changed = 0, by = 'x'): string =>
  Array.from({ length: 104 }, (_, i) => `${i >= 104 - changed ? by : ''}${seed}${i}`).join(' ');

async function found(near: NearDuplicates, threshold: number): Promise<[url: string, similarity: number][][]> {
  const groups: [string, number][][] = [];
  for (const group of await near.groups(threshold)) {
    const pages: GroupedPage[] = [];
    for await (const page of near.pagesOf(group)) pages.push(page);
    groups.push(pages.map(({ url, similarity }) => [url, Math.round(similarity * 1000) / 1000]));
  }
  return groups;
}

describe('near duplicates', () => {
  it('are grouped by another threshold without being added again', async () => {
    const near = new NearDuplicates(new MemoryScratch());
    await near.add({ url: 'a', markdown: text('a') });
    await near.add({ url: 'b', markdown: text('b') });
    await near.add({ url: 'a2', markdown: text('a', 2) });
    await near.add({ url: 'empty', markdown: '---' });
    await near.add({ url: 'a10', markdown: text('a', 10) });

    expect([near.pages, await found(near, 0.9), await found(near, 0.8), await found(near, 1)]).toEqual([
      4,
      [
        [
          ['a', 1],
          ['a2', 0.961],
        ],
      ],
      [
        [
          ['a', 1],
          ['a2', 0.961],
          ['a10', 0.818],
        ],
      ],
      [],
    ]);
  });

  it('of a group may be below the threshold to its first page, when a third is between', async () => {
    const near = new NearDuplicates(new MemoryScratch());
    const words = text('a').split(' ');
    await near.add({ url: 'other-end', markdown: text('a', 4) });
    await near.add({ url: 'other-start', markdown: ['w', 'x', 'y', 'z', ...words.slice(4)].join(' ') });
    await near.add({ url: 'between', markdown: words.join(' ') });

    expect(await found(near, 0.9)).toEqual([
      [
        ['other-end', 1],
        ['other-start', 0.852],
        ['between', 0.923],
      ],
    ]);
  });

  it('against earlier pages are pairs of a page with an earlier one only', async () => {
    const near = new NearDuplicates(new MemoryScratch());
    for (const url of ['old', 'old-copy']) await near.add({ url, markdown: text('a') }, { isEarlier: true });
    for (const url of ['pair', 'pair-copy']) await near.add({ url, markdown: text('b') }, { isEarlier: true });
    await near.add({ url: 'new', markdown: text('a', 1) });
    for (const url of ['twin', 'twin-copy']) await near.add({ url, markdown: text('c') });

    expect(await found(near, 0.9)).toEqual([
      [
        ['old', 1],
        ['old-copy', 1],
        ['new', 0.98],
      ],
    ]);
  });

  it('of four hundred equal pages are one group, each found by few comparisons', async () => {
    const near = new NearDuplicates(new MemoryScratch());
    for (let n = 0; n < 400; n++) await near.add({ url: `${n}`, markdown: text('a') });
    let pairs = 0;
    for await (const _ of near.pairs(0.9)) pairs += 1;

    expect((await near.groups(0.9)).map((group) => group.length)).toEqual([400]);
    expect(pairs).toBeLessThan(400 * 33);
  });
});
