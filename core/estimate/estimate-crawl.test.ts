import { describe, expect, it } from 'vitest';
import { LIST_PRICES } from '#core/cost/prices.ts';
import { estimateCrawl } from '#core/estimate/estimate-crawl.ts';
import type { SiteSample } from '#core/estimate/site-sample.ts';
import { checkWorkflow } from '#core/workflow/parsing/parse-workflow.ts';

const HOST = { host: 'docs.example', address: '192.0.2.1', crawlDelaySeconds: null, known: 1_000 };
const PAGE = { bytes: 10_000, storedBytes: 3_000, ms: 200 };

/** Twenty pages of a site whose sitemap lists a thousand. */
const SAMPLE: SiteSample = {
  requests: 23,
  ms: 20_000,
  hosts: [HOST],
  tried: 20,
  pages: Array(20).fill(PAGE),
  fault: null,
  unreadLinks: [],
  sitemaps: { files: 1, unread: 0, low: 1_000, high: 1_000, linked: 99, areRead: true },
  links: { known: 100, seeds: 1, unasked: 980, once: 50, twice: 20, growth: Array(19).fill(5), tooDeep: 0 },
};

const estimateOf = (
  fields: object = {},
  change: Partial<SiteSample> = {},
  prices = LIST_PRICES as typeof LIST_PRICES | null,
) => estimateCrawl(checkWorkflow({ seeds: ['https://docs.example/'], ...fields }), { ...SAMPLE, ...change }, prices);

describe('an estimate (N1)', () => {
  it('says pages, time and cost in one sentence, to two figures', () => {
    expect(estimateOf().summary).toBe(
      'About 830 to 1,100 pages, 13 to 21 minutes (delay of 1 s on docs.example binds), 0.0032 to 0.0073 USD.',
    );
    expect(estimateOf({}, { hosts: [{ ...HOST, crawlDelaySeconds: 30 }] }, null).summary).toBe(
      'About 830 to 1,100 pages, 6.9 to 11 hours (crawl delay of 30 s on docs.example binds), no cost: this machine crawls.',
    );
  });

  it('says behind the figures that links were not read, why, and what to do', () => {
    const { summary, sample } = estimateOf({}, { unreadLinks: ['links-of-a-page', 'bytes-of-all'] });

    expect(sample.unreadLinks).toEqual(['links-of-a-page', 'bytes-of-all']);
    expect(summary).toMatch(
      / USD\. The sample did not read all links \(only the first 2,000 links of a page are read, and the sample ended after 20 MB of pages and links\): the site can be larger\. Give limits\.pages, or sitemaps that list its pages\.$/,
    );
    expect(estimateOf().summary).not.toContain('did not read');
  });

  it('says times that are far apart each in its own unit', () => {
    const sitemaps = { files: 1, unread: 9, low: 30, high: 9_000, linked: 99, areRead: true };

    expect(estimateOf({}, { sitemaps }).summary).toContain(', 25 seconds to 3.1 hours (');
  });

  it('has each figure as a range, with what its bounds are derived from', () => {
    const { pages, requests, bytes, storedBytes, seconds, costUsd, pageBytes } = estimateOf();

    const from = { lowFrom: 'sitemap', highFrom: 'sitemap' };
    expect(pages).toEqual({ low: 838, high: 1_039, ...from });
    expect(requests).toEqual({ low: 838, high: 1_239, ...from });
    expect(bytes).toEqual({ low: 8_380_000, high: 10_390_000, ...from });
    expect(storedBytes).toEqual({ low: 838 * 3_400, high: 1_039 * 3_400, ...from });
    expect(seconds).toMatchObject({ low: 838, ...from });
    expect(costUsd).toMatchObject(from);
    expect(pageBytes).toEqual({ median: 10_000, p90: 10_000 });
  });

  it('takes the time of the crawl to be its requests times the delay', () => {
    const { seconds, requests } = estimateOf({ politeness: { delaySeconds: 7 } });

    expect(seconds.low).toBeCloseTo(requests.low * 7, 5);
    expect(seconds.high).toBeGreaterThan(((requests.high ?? 0) - 1) * 7);
  });

  it.each([
    [{ pages: 100 }, 100, 100, { limit: 'pages', certain: true }],
    [{ pages: 900 }, 838, 900, { limit: 'pages', certain: false }],
    [{ pagesPerHost: 50 }, 50, 50, { limit: 'pagesPerHost', certain: true }],
    [{ depth: 4, pagesPerLevel: 10 }, 50, 50, { limit: 'pagesPerLevel', certain: true }],
    [{ totalBytes: 1_000_000 }, 100, 100, { limit: 'totalBytes', certain: true }],
    [{ seconds: 60 }, 50, 60, { limit: 'seconds', certain: true }],
  ])('ends at the limit %j', (limits, low, high, limitedBy) => {
    const found = estimateOf({ limits });

    expect([found.pages.low, found.pages.high]).toEqual([low, high]);
    expect(found.pages.highFrom).toBe('limit');
    expect(found.limitedBy).toEqual(limitedBy);
  });

  it('never costs more than the budget, and names it as the limit', () => {
    const { costUsd, limitedBy } = estimateOf({ limits: { budgetUsd: 0.0008 } });

    expect(limitedBy).toEqual({ limit: 'budgetUsd', certain: true });
    expect(costUsd?.high).toBeLessThanOrEqual(0.002);
    expect(costUsd?.low).toBeLessThanOrEqual(0.0008);
  });

  it('names the limit that ends a site whose end the sample does not show', () => {
    const { summary, limitedBy } = estimateOf({}, { sitemaps: null, links: { ...SAMPLE.links, once: 70, twice: 0 } });

    expect(limitedBy).toEqual({ limit: 'pages', certain: false });
    expect(summary).toMatch(/^At least 83 pages, at least 83 seconds \(/);
    expect(summary).toMatch(
      /show where the site ends: the limit limits\.pages ends it at 10,000 pages, after 3\.4 hours at most\.$/,
    );
  });

  it('has no upper bound where neither limit nor sample has one', () => {
    const found = estimateOf({ limits: { pages: null } }, { sitemaps: null, links: { ...SAMPLE.links, twice: 0 } });

    expect(found).toMatchObject({
      pages: { low: 83, high: null, highFrom: 'unknown' },
      seconds: { high: null, highFrom: 'unknown' },
      costUsd: { high: null },
      limitedBy: null,
    });
    expect(found.summary).toMatch(/^At least 83 pages, at least 83 seconds .*Nothing shows where the site ends\.$/);
  });

  it('names the depth where links lead below it', () => {
    expect(estimateOf({}, { links: { ...SAMPLE.links, tooDeep: 9 } }).limitedBy).toEqual({
      limit: 'depth',
      certain: true,
    });
  });

  it('has nights in it where sites are visited in some hours', () => {
    const window = { from: '22:00', to: '22:05' };

    expect(estimateOf({ politeness: { window } }).seconds.low).toBe(2 * 86_400 + 838 - 600);
  });

  it('has no cost where a machine of the user crawls', () => {
    expect(estimateOf({}, {}, null)).toMatchObject({ costUsd: null, region: null });
  });

  it.each([
    ['dns', /^surf doctor /],
    ['blocked-address', /--allow-private-network/],
    ['http-4xx', /^request the address yourself, with curl -sI$/],
  ])('of a sample without a page is nothing, with the reason %s and a remedy', (reason, remedy) => {
    const fault = { url: 'https://docs.example/', reason, message: 'words' };

    const found = estimateOf({}, { pages: [], tried: 1, sitemaps: null, fault });

    expect(found.summary).toMatch(/^The sample got no page, so nothing is known of the crawl: /);
    expect(found.summary).toContain(`https://docs.example/: ${reason} (words).`);
    expect(found.remedy).toMatch(remedy);
    for (const figure of [found.requests, found.bytes, found.seconds, found.costUsd]) {
      expect(figure).toEqual({ low: 0, lowFrom: 'unknown', high: null, highFrom: 'unknown' });
    }
    expect(found.pages).toMatchObject({ low: 0, lowFrom: 'unknown', high: 10_000, highFrom: 'limit' });
  });

  it('says what it assumes', () => {
    const { notes } = estimateOf(
      { scope: { mode: 'any' }, fetch: { headers: { 'X-Token': { secretRef: 'TOKEN' } } } },
      { sitemaps: { files: 1, unread: 4, low: 1_000, high: 5_000, linked: 99, areRead: false } },
    );

    expect(notes.map((note) => note.split(' ').slice(0, 4).join(' '))).toEqual([
      'The workflow does not',
      '4 sitemap files were',
      'The scope has no',
      'The sample sent no',
    ]);
  });
});
