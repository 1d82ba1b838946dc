import { describe, expect, it } from 'vitest';
import { urlKey } from '#core/url/canonical-url.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { KeyRules } from '#core/url/key-rules.ts';
import { LinkImportance, type RankedUrl } from '#engine/importance/page-importance.ts';
import { MemoryScratch } from '#test/export/memory-scratch.ts';
import { seededRandom } from '#test/fuzz/page-mutator.ts';

const RULES = KeyRules.parse({});
const urlOf = (page: number | string): string => `http://a.test/${page}`;
const keyOf = (page: number | string) => urlKey(urlOf(page) as CrawlUrl, RULES);
const page = (name: number | string, isSeed = false): RankedUrl =>
  ({ key: keyOf(name), outcome: { type: 'stored' }, via: isSeed ? null : keyOf(0) }) as RankedUrl;

type Edge = readonly [from: number | string, to: number | string];

async function importanceOf(urls: readonly RankedUrl[], edges: readonly Edge[], reason: 'nofollow' | null = null) {
  const importance = new LinkImportance(new MemoryScratch(), RULES);
  for (const url of urls) importance.addUrl(url);
  for (const [from, to] of edges) await importance.addLink({ from: urlOf(from), to: urlOf(to), kind: 'a', reason });
  await importance.count();
  return (name: number | string) => importance.of(urlOf(name));
}

/** By the definition, with a matrix, until nothing changes. */
function exactRanks(count: number, edges: readonly (readonly [number, number])[]): number[] {
  const targets = Array.from({ length: count }, (_, from) => [
    ...new Set(edges.flatMap(([x, to]) => (x === from && to !== from ? [to] : []))),
  ]);
  let ranks = new Array<number>(count).fill(1 / count);
  for (let round = 0; round < 1_000; round++) {
    const next = new Array<number>(count).fill(0.15 / count);
    for (const [from, to] of targets.entries()) {
      const all = to.length === 0 ? [...Array(count).keys()] : to;
      for (const place of all) next[place] = (next[place] ?? 0) + (0.85 * (ranks[from] ?? 0)) / all.length;
    }
    ranks = next;
  }
  return ranks;
}

describe('importance by links (G10)', () => {
  it('has the ranks of an exact power iteration over a random graph with pages without links', async () => {
    const random = seededRandom(7);
    const count = 60;
    const edges = Array.from({ length: 150 }, () => [random(random(count) + 1), random(45)] as const);
    const sorted = edges.toSorted(([x], [y]) => x - y);
    const of = await importanceOf(
      Array.from({ length: count }, (_, n) => page(n, n === 0)),
      sorted,
    );

    const expected = exactRanks(count, edges);
    const found = expected.map((_, n) => of(n)?.pageRank ?? 0);
    expect(expected.some((_, n) => !edges.some(([from]) => from === n))).toBe(true);
    for (const [n, rank] of expected.entries()) expect(found[n]).toBeCloseTo(rank, 7);
    expect(found.reduce((sum, rank) => sum + rank, 0)).toBeCloseTo(1, 5);
  });

  it('counts each other page once, and goes through redirects and copies', async () => {
    const moved = (name: string, to: string): RankedUrl =>
      ({ ...page(name), outcome: { type: 'redirected', to: keyOf(to) } }) as RankedUrl;
    const copy = { ...page('copy'), outcome: { type: 'duplicate', of: keyOf('b') } } as RankedUrl;
    const urls = [page('a', true), page('b'), page('c'), moved('old', 'older'), moved('older', 'b'), copy];
    const of = await importanceOf(urls, [
      ['a', 'old'],
      ['a', 'a'],
      ['c', 'copy'],
      ['c', 'b'],
      ['c', 'c'],
      ['c', 'none'],
    ]);

    expect([of('a')?.inLinks, of('b')?.inLinks, of('c')?.inLinks]).toEqual([0, 2, 0]);
    expect(of('none')).toBe(null);
  });

  it('gives the rank of a page once, with copies of it that link the same', async () => {
    const copy = (name: string): RankedUrl =>
      ({ ...page(name), outcome: { type: 'duplicate', of: keyOf('a') } }) as RankedUrl;
    const urls = [page('a', true), page('b'), copy('x'), copy('y')];
    const links = (from: string): Edge[] => [
      [from, 'b'],
      [from, 'x'],
    ];
    const of = await importanceOf(urls, [...links('a'), ['b', 'a'], ...links('x'), ...links('y')]);

    expect([of('a')?.inLinks, of('b')?.inLinks]).toEqual([1, 1]);
    expect([of('a')?.pageRank, of('b')?.pageRank]).toEqual([0.5, 0.5]);
  });

  it('measures the shortest way from a seed, and none to what only a sitemap has', async () => {
    const chain = Array.from({ length: 120 }, (_, n): Edge => [n, n + 1]).reverse();
    const urls = [...Array.from({ length: 121 }, (_, n) => page(n, n === 0)), page('orphan'), page('other', true)];
    const of = await importanceOf(urls, [...chain, ['orphan', 0]]);
    const near = await importanceOf(urls, [
      [0, 1],
      [1, 2],
      ['other', 2],
    ]);

    expect([0, 1, 99, 100, 101, 'orphan'].map((name) => of(name)?.depth)).toEqual([0, 1, 99, 100, null, null]);
    expect(near(2)?.depth).toBe(1);
  });

  it('passes nothing on by nofollow, and ends where redirects go round', async () => {
    const round = (name: string, to: string): RankedUrl =>
      ({ ...page(name), outcome: { type: 'redirected', to: keyOf(to) } }) as RankedUrl;
    const urls = [page('a', true), page('b'), round('x', 'y'), round('y', 'x')];

    expect((await importanceOf(urls, [['a', 'b']], 'nofollow'))('b')).toEqual({
      inLinks: 0,
      depth: null,
      pageRank: 0.5,
    });
    expect((await importanceOf(urls, [['a', 'x']]))('b')?.inLinks).toBe(0);
  });
});
