import { describe, expect, it } from 'vitest';
import { pageRange } from '#core/estimate/page-range.ts';
import { quantile, shareInterval, unseenInterval } from '#core/estimate/sample-statistics.ts';
import type { SiteSample } from '#core/estimate/site-sample.ts';

const PAGE = { bytes: 10_000, storedBytes: 3_000, ms: 200 };
const LINKS = { known: 30, seeds: 1, unasked: 20, once: 0, twice: 0, tooDeep: 0 };

/** A sample of ten pages. */
const sampleOf = ({
  links = {},
  ...change
}: Partial<Omit<SiteSample, 'links'>> & { links?: object } = {}): SiteSample => ({
  ...{ requests: 12, ms: 10_000, hosts: [], sitemaps: null, tried: 10, pages: Array(10).fill(PAGE), fault: null },
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

    const open = pageRange(sampleOf({ sitemaps, links: { once: 20 } }), null);
    const closed = pageRange(sampleOf({ sitemaps }), null);

    expect(open).toMatchObject({ high: null, highFrom: 'unknown' });
    expect(closed).toMatchObject({ high: 130, highFrom: 'sample' });
  });

  it('take nothing from a sitemap that a shallow crawl does not read', () => {
    const sitemaps = { files: 1, unread: 0, low: 9_000, high: 9_000, linked: 29, areRead: false };

    expect(pageRange(sampleOf({ sitemaps }), 1)).toMatchObject({ low: 21, lowFrom: 'sample' });
    expect(pageRange(sampleOf({ sitemaps }), 3)).toMatchObject({ lowFrom: 'sitemap' });
  });

  it('are unknown above where pages link mostly what nothing else links', () => {
    const endless = sampleOf({ links: { known: 200, unasked: 190, once: 188, twice: 2 } });

    expect(pageRange(endless, null)).toEqual({ low: 144, lowFrom: 'sample', high: null, highFrom: 'unknown' });
  });

  it('are unknown above where a host was not asked', () => {
    const hosts = [{ host: 'b.example', address: null, crawlDelaySeconds: null, known: 1 }];

    expect(pageRange(sampleOf({ links: { twice: 20 } }), null)).toMatchObject({ high: 30, highFrom: 'sample' });
    expect(pageRange(sampleOf({ links: { twice: 20 }, hosts }), null)).toMatchObject({ high: null });
  });

  it('are unknown where no page was had', () => {
    expect(pageRange(sampleOf({ pages: [] }), null)).toEqual({
      ...{ low: 0, lowFrom: 'unknown', high: null, highFrom: 'unknown' },
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

  it('of what was never met are those of Chao, around f1² / 2 f2', () => {
    const { low, high } = unseenInterval(40, 20);

    expect(low * (high ?? 0)).toBeCloseTo(40 ** 2);
    expect([Math.round(low), Math.round(high ?? 0)]).toEqual([18, 88]);
    expect(unseenInterval(40, 2)).toEqual({ low: 0, high: null });
    expect(unseenInterval(0, 9)).toEqual({ low: 0, high: 0 });
  });

  it('hold the number of addresses that a seeded draw never met', () => {
    let held = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const met = new Map<number, number>();
      let state = seed;
      for (let draw = 0; draw < 250; draw++) {
        state = (state * 48_271) % 2_147_483_647;
        met.set(state % 300, (met.get(state % 300) ?? 0) + 1);
      }
      const times = (n: number): number => [...met.values()].filter((count) => count === n).length;
      const { low, high } = unseenInterval(times(1), times(2));
      if (300 - met.size >= low && 300 - met.size <= (high ?? 0)) held += 1;
    }

    expect(held).toBeGreaterThanOrEqual(36);
  });

  it('name the value that nine of ten do not pass', () => {
    expect([quantile([3, 1, 2], 0.5), quantile([5, 1, 9, 2, 8, 3, 7, 4, 6, 10], 0.9), quantile([], 0.5)]).toEqual([
      2,
      9,
      null,
    ]);
  });
});
