import { describe, expect, it } from 'vitest';
import { factsOfScan } from '#core/content/head/facts-of-scan.ts';
import { pageHead } from '#core/content/head/page-head.ts';
import { decodeText } from '#core/extraction/encoding/charset.ts';
import { type PageScan, scanPage } from '#core/extraction/page-scan.ts';
import { type CrawlUrl, parseCrawlUrl } from '#core/url/crawl-url.ts';
import { amount } from '#test/campaign.ts';
import { mutatedPage, seededRandom } from '#test/fuzz/page-mutator.ts';

const URL = 'http://a.test/dir/' as CrawlUrl;
const OPTIONS = { anchorText: false, resources: false };
const scanned = (body: Uint8Array, contentType: string) => scanPage(body, contentType, { ...OPTIONS, facts: true });
const baseOf = ({ baseHref }: PageScan): CrawlUrl => (baseHref === null ? null : parseCrawlUrl(baseHref, URL)) ?? URL;

/** What pages say of themselves, and how they say it wrongly. */
const SAID = [
  '<html lang="pt-BR">',
  '<html lang=x-->',
  '<meta name="description" content="Ein schöner & langer &quot;Text&quot;\n é">',
  '<meta property=og:description content=kurz>',
  '<meta property="article:published_time" content="2026-01-02T03:04:05Z">',
  '<meta itemprop=dateModified content="2026-01-03">',
  '<time itemprop="datePublished" datetime="2026-01-04">',
  '<link rel=canonical href="/ä?b=1&amp;c">',
  '<link rel=canonical href="javascript:x">',
  '<base href="/base/">',
  '<h1>Überschrift <i>eins',
  '</h1>',
  '<h1 class="<h1>">\0',
  '<h2>',
  '<template>',
  '<script type="application/ld+json">{"@type":"Article","datePublished":"2026-01-05","dateModified":"2026-01-06"}</script>',
  '<script type="application/ld+json">{"datePublished":"2026-01-07"',
  '<svg>',
  '</svg>',
];

const pieces = (random: (below: number) => number): string =>
  Array.from({ length: random(6) }, () => SAID[random(SAID.length)]).join(random(2) === 0 ? '' : '\n');

const ENCODINGS: readonly (readonly [string, (page: string) => Uint8Array])[] = [
  ['utf-8', (page) => Buffer.from(page)],
  ['windows-1252', (page) => Buffer.from(page.replace(/[^\0-\x7f\xa0-\xff]/g, '?'), 'latin1')],
  ['utf-16le', (page) => Buffer.from(page, 'utf16le')],
];

describe('the facts that a crawl keeps with a page', () => {
  it.each(ENCODINGS)('are those that the archived page says, of random and broken pages in %s', (charset, encode) => {
    const random = seededRandom(charset.length);

    const pages = amount({ gate: 600, campaign: 30_000 });
    let said = 0;
    for (let n = 0; n < pages; n += 1) {
      const page = `${pieces(random)}${mutatedPage(random)}${pieces(random)}${mutatedPage(random)}`.toWellFormed();
      const body = encode(page);
      const scan = scanned(body, `text/html; charset=${charset}`);
      const kept = factsOfScan(scan, baseOf(scan));
      if (kept !== null) said += Object.keys(kept).length;
      expect({ page, kept }).toEqual({ page, kept: pageHead(decodeText(body, scan.charset), URL) });
    }
    expect(said).toBeGreaterThan(pages);
  });

  it.each([
    ['one in the head', '<link rel=canonical href="../x">', 'http://a.test/x'],
    ['none in the body, where visitors write', '<p><link rel=canonical href="/x">', undefined],
    ['none that is not an address of a page', '<link rel=canonical href="mailto:a@b.test">', undefined],
    ['none that is too long', `<link rel=canonical href="/${'ä'.repeat(3_000)}">`, undefined],
  ])('have as canonical address %s', (_, html, canonical) => {
    const scan = scanned(Buffer.from(html), 'text/html; charset=utf-8');

    expect(factsOfScan(scan, URL)?.canonical).toBe(canonical);
  });

  it('are none for what is not HTML', () => {
    expect(factsOfScan(scanned(Buffer.from('<rss/>'), 'application/rss+xml'), URL)).toBeNull();
  });
});
