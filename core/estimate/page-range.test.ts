import { describe, expect, it } from 'vitest';
import { pageRange } from '#core/estimate/page-range.ts';
import { leastUnseen, mostGrowth, quantile, shareInterval } from '#core/estimate/sample-statistics.ts';
import type { SiteSample } from '#core/estimate/site-sample.ts';

const PAGE = { bytes: 10_000, storedBytes: 3_000, ms: 200 };
const LINKS = { known: 30, seeds: 1, unasked: 20, once: 0, twice: 0, growth: Array(9).fill(2), tooDeep: 0 };

/** A sample of ten pages. */
const sampleOf = ({
  links = {},
  ...change
}: Partial<Omit<SiteSample, 'links'>> & { links?: object } = {}): SiteSample => ({
  requests: 12,
  ms: 10_000,
  hosts: [],
  sitemaps: null,
  tried: 10,
  pages: Array(10).fill(PAGE),
  unreadLinks: [],
  fault: null,
  ...change,
  links: { ...LINKS, ...links },
});

describe('pages before a crawl (N1)', () => {
  it('are known exactly where the sample has requested every address', () => {
    const small = sampleOf({ tried: 12, links: { known: 12, unasked: 0 } });

    expect(pageRange(small, null)).toEqual({ low: 10, lowFrom: 'sample', high: 10, highFrom: 'sample' });
  });

  it('are those of the sitemap, as far as its addresses are pages', () => {
    const sitemaps = { files: 1, unread: 0, low: 1_000, high: 1_000, linked: 29, areRead: true };

    const all = pageRange(sampleOf({ sitemaps, tried: 20, pages: Array(20).fill(PAGE) }), null);
    const half = pageRange(sampleOf({ sitemaps, tried: 20 }), null);

    expect(all).toMatchObject({ lowFrom: 'sitemap', highFrom: 'sitemap' });
    expect([all.low, all.high]).toEqual([838, 1_133]);
    expect([half.low, half.high]).toEqual([299, 794]);
  });

  it('are more than the sitemap lists, where it lists half of what links lead to', () => {
    const sitemaps = { files: 1, unread: 0, low: 100, high: 100, linked: 50, areRead: true };
    const { low, high } = pageRange(sampleOf({ sitemaps, links: { known: 101 } }), null);

    expect(low).toBe(Math.floor(150 * shareInterval(10, 10).low));
    expect(high).toBe(Math.ceil(100 / shareInterval(50, 100).low));
  });

  it('have no upper bound where the sitemap lists nothing that links lead to', () => {
    const sitemaps = { files: 1, unread: 0, low: 100, high: 100, linked: 0, areRead: true };

    expect(pageRange(sampleOf({ sitemaps }), null)).toMatchObject({ high: null, highFrom: 'unknown' });
  });

  it('take nothing from a sitemap that a shallow crawl does not read', () => {
    const sitemaps = { files: 1, unread: 0, low: 9_000, high: 9_000, linked: 29, areRead: false };

    expect(pageRange(sampleOf({ sitemaps }), 1)).toMatchObject({ low: 21, lowFrom: 'sample' });
    expect(pageRange(sampleOf({ sitemaps }), 3)).toMatchObject({ lowFrom: 'sitemap' });
  });

  it('are unknown above where each page leads to new ones', () => {
    const endless = sampleOf({ links: { known: 200, unasked: 190, once: 100, twice: 50, growth: Array(20).fill(1) } });

    expect(pageRange(endless, null)).toEqual({ low: 187, lowFrom: 'sample', high: null, highFrom: 'unknown' });
  });

  it('are bounded where the last pages led to little', () => {
    const growth = [9, 9, 9, ...Array(10).fill(0)];

    const { low, high } = pageRange(sampleOf({ links: { growth } }), null);

    expect([low, high]).toEqual([21, Math.ceil(30 + (20 * 0.3) / 0.7)]);
  });

  it('are unknown above where a host was not asked', () => {
    const hosts = [{ host: 'b.example', address: null, crawlDelaySeconds: null, known: 1 }];

    const links = { growth: Array(10).fill(0) };
    expect(pageRange(sampleOf({ links }), null)).toMatchObject({ highFrom: 'sample' });
    expect(pageRange(sampleOf({ links, hosts }), null)).toMatchObject({ high: null });
  });

  it('are unknown where no page was had', () => {
    expect(pageRange(sampleOf({ pages: [] }), null)).toEqual({
      low: 0,
      lowFrom: 'unknown',
      high: null,
      highFrom: 'unknown',
    });
  });
});

describe('intervals', () => {
  it('of a share are those of Wilson', () => {
    const rounded = [shareInterval(8, 10), shareInterval(0, 10), shareInterval(10, 10), shareInterval(0, 0)].map(
      ({ low, high }) => [low.toFixed(4), high.toFixed(4)],
    );

    expect(rounded).toEqual([
      ['0.4902', '0.9433'],
      ['0.0000', '0.2775'],
      ['0.7225', '1.0000'],
      ['0.0000', '1.0000'],
    ]);
  });

  it('of what was never met have the lower end of that around f1² / 2 f2 (Chao)', () => {
    expect([leastUnseen(40, 20), leastUnseen(40, 2), leastUnseen(0, 9)].map(Math.round)).toEqual([18, 0, 0]);
  });

  it('have less than what a seeded draw never met', () => {
    const missed: number[] = [];
    for (let seed = 1; seed <= 40; seed++) {
      const met = new Map<number, number>();
      let state = seed;
      for (let draw = 0; draw < 250; draw++) {
        state = (state * 48_271) % 2_147_483_647;
        met.set(state % 300, (met.get(state % 300) ?? 0) + 1);
      }
      const times = (n: number): number => [...met.values()].filter((count) => count === n).length;
      missed.push((300 - met.size) / leastUnseen(times(1), times(2)));
    }

    expect(missed.filter((ratio) => ratio >= 1).length).toBeGreaterThanOrEqual(38);
    expect(Math.max(...missed)).toBeLessThan(4);
  });

  it('of growth are those of its last ten values, and never nothing', () => {
    expect(mostGrowth(Array(30).fill(0))).toBe(0.3);
    expect(mostGrowth([...Array(30).fill(50), ...Array(10).fill(1)])).toBe(1);
    expect(mostGrowth([0, 0, 0])).toBeNull();
  });

  it('name the value that nine of ten do not pass', () => {
    expect([quantile([3, 1, 2], 0.5), quantile([5, 1, 9, 2, 8, 3, 7, 4, 6, 10], 0.9), quantile([], 0.5)]).toEqual([
      2,
      9,
      null,
    ]);
  });
});
