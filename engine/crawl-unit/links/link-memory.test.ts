import { describe, expect, it } from 'vitest';
import { CandidateLine } from '#core/archive/chunk/chunk-lines.ts';
import { chunkValues } from '#core/archive/chunk/chunk-values.ts';
import type { PlanTask } from '#core/archive/plan.ts';
import { BlockPool } from '#core/bytes/block-writer.ts';
import type { RawLink, TakeLinks } from '#core/extraction/links/link-list.ts';
import { scanPage } from '#core/extraction/page-scan.ts';
import type { Verdict } from '#core/model/outcome.ts';
import { Canonicalizer } from '#core/url/canonical-url.ts';
import { type CrawlUrl, parseCrawlUrl } from '#core/url/crawl-url.ts';
import { type UrlKey, urlKeyOf } from '#core/url/url-key.ts';
import { Workflow } from '#core/workflow/workflow.ts';
import { MOST_NEW_ADDRESSES } from '#engine/crawl-unit/links/collected-links.ts';
import { LinkCollector, type LinkCollectorParts, type LinkingPage } from '#engine/crawl-unit/links/link-collector.ts';
import { MOST_PAGE_CHARACTERS } from '#engine/crawl-unit/links/links-of-page.ts';
import { seededRandom } from '#test/site/random.ts';

const MENU = Array.from({ length: 12 }, (_, n) => `/menu/${n}`);
const SITES = ['http://a.example', 'http://b.example:81', 'https://c.example'];
const workflow = Workflow.parse({ seeds: ['http://a.example/'], scope: { mode: 'any' } });
const keys = new Canonicalizer(workflow.key);

interface Page {
  readonly task: PlanTask;
  readonly url: CrawlUrl;
  readonly hrefs: readonly string[];
}

/**
 * Pages of three sites in no order: menus, and links of all kinds to 2,000 addresses, some of them
 * new, most of them seen before.
 */
function randomPages(count: number): Page[] {
  const { below: dice } = seededRandom(11);
  const path = (): string =>
    `/deep/${dice(40)}/${'x'.repeat(dice(60))}${dice(2_000)}${['', '', '#top', '?q=1'][dice(4)]}`;
  const href = (): string => {
    const kinds = [() => path(), () => `${SITES[dice(3)]}${path()}`, () => path().slice(1), () => `.${path()}`];
    return ['mailto:a@b.example', 'http://', '#', '?page=2'][dice(40)] ?? kinds[dice(4)]?.() ?? '';
  };
  return Array.from({ length: count }, (_, n) => {
    const url = parseCrawlUrl(`${SITES[dice(3)]}/page/${n}`) as CrawlUrl;
    const task = { key: urlKeyOf(url), url, level: 0, rank: (n * 7_919) % count };
    return { task, url, hrefs: [...MENU, ...Array.from({ length: dice(60) }, href), '/menu/3'] };
  });
}

const collectorOf = (
  mostCharacters: number,
  own: Iterable<UrlKey> = [],
  slow: Partial<LinkCollectorParts> = {},
): LinkCollector =>
  new LinkCollector({
    workflow,
    keys,
    decide: () => ({ reason: null }),
    clock: { monotonic: () => 0 },
    own: new Set(own),
    edge: () => undefined,
    mostCharacters,
    blocks: new BlockPool(),
    ...slow,
  });

/**
 * What 10 s are enough for when each address takes 100 ms, as one of 8 KiB can for `a[ab]{200}$`.
 */
const SLOW_LINKS = 100;

/** Judges each address in 100 ms, of pages with 300 new addresses. */
function slowCollector(links: 'none' | 'targets') {
  let at = 0;
  const decide = (): Verdict => {
    at += 100;
    return { reason: null };
  };
  const of = Workflow.parse({ seeds: ['http://a.example/'], scope: { mode: 'any' }, output: { links } });
  const collector = collectorOf(64 * 1024 * 1024, [], { workflow: of, decide, clock: { monotonic: () => at } });
  const page = (n: number): LinkingPage => {
    const url = `${SITES[0]}/slow/${n}` as CrawlUrl;
    const found = Array.from({ length: 300 }, (_, m) => ({
      href: `/slow/${n}/${m}`,
      kind: 'a' as const,
      nofollow: false,
    }));
    return { task: { key: urlKeyOf(url), url, level: 0, rank: n }, url, base: url, nofollow: false, links: found };
  };
  return { collector, page };
}

/**
 * Reads pages with a memory of some size.
 * @returns for each key the candidate of lowest order key, and how many were written
 */
function collected(pages: readonly Page[], mostCharacters: number) {
  const own = pages.slice(0, 5).map(({ task }) => task.key);
  const collector = collectorOf(mostCharacters, own);
  const lines: CandidateLine[] = [];
  let [links, ignored] = [0, 0];
  for (const { task, url, hrefs } of pages) {
    const html = hrefs.map((href) => `<a href="${href}">`).join('');
    const scan = scanPage(Buffer.from(html), 'text/html', { anchorText: false, resources: false });
    const page = { task, url, base: url, nofollow: false, links: scan.links };
    const found = collector.collect(page);
    links += found.links;
    ignored += found.ignored;
    for (const member of collector.drain().members())
      for (const line of chunkValues(member)) lines.push(CandidateLine.parse(line));
  }
  lines.sort((a, b) => a.rank - b.rank || a.position - b.position);
  const best = new Map<string, string>();
  for (const { key, url, by, rank, position } of lines)
    if (!best.has(key)) best.set(key, `${url} ${by} ${rank}.${position}`);
  return { best, links, ignored, written: lines.length };
}

/** The same by looking at every link, with nothing remembered. */
function reference(pages: readonly Page[]): Map<string, string> {
  const own = new Set(pages.slice(0, 5).map(({ task }) => task.key));
  const best = new Map<string, string>();
  for (const { task, url: base, hrefs } of [...pages].sort((a, b) => a.task.rank - b.task.rank))
    for (const [position, href] of hrefs.entries()) {
      const url = parseCrawlUrl(href, base);
      const key = url === null ? null : urlKeyOf(keys.form(url));
      if (key === null || own.has(key) || best.has(key)) continue;
      best.set(key, `${url} ${task.key} ${task.rank}.${position}`);
    }
  return best;
}

describe('what is remembered of links', () => {
  const pages = randomPages(400);

  it('changes no candidate', () => {
    const found = collected(pages, 32 * 1024 * 1024);

    expect(found.best).toEqual(reference(pages));
    expect(found.best.size).toBeGreaterThan(2_000);
    expect(found.ignored).toBeGreaterThan(50);
  });

  it.each([
    ['addresses', 60_000],
    ['where hrefs lead, in the middle of a page', 30_000],
    ['keys, so that candidates are written again', 10_000],
  ])('changes none when it is too much and %s are forgotten (N8)', (_, mostCharacters) => {
    const roomy = collected(pages, 32 * 1024 * 1024);
    const narrow = collected(pages, mostCharacters);

    expect(narrow.best).toEqual(roomy.best);
    expect([narrow.links, narrow.ignored]).toEqual([roomy.links, roomy.ignored]);
    expect(narrow.written).toBeGreaterThanOrEqual(roomy.written);
  });

  it.each([
    ['from the start', undefined],
    ['behind a redirect', 1],
  ])('is bounded on a page of many links to one address, %s (N8)', (_, hop) => {
    const mostCharacters = 1024 * 1024;
    const collector = collectorOf(mostCharacters);
    const url = `${SITES[0]}/many` as CrawlUrl;
    const task = { key: urlKeyOf(url), url, level: 0, rank: 0, ...(hop !== undefined && { hop }) } as PlanTask;
    const linkTo = (n: number): RawLink => ({ href: `/x#${'y'.repeat(900)}${n}`, kind: 'a', nofollow: false });
    const count = 25_000;
    const more = {
      count,
      read: (take: (links: readonly RawLink[]) => void) => {
        for (let n = 0; n < count; n += 1) take([linkTo(n)]);
      },
    };

    const found = collector.collect({ task, url, base: url, nofollow: false, links: [], more });

    expect(collector.bytes).toBeLessThan(mostCharacters); // 23 MB if it kept each
    expect([found, collector.drain().count]).toEqual([expect.objectContaining({ links: count, ignored: 0 }), 1]);
  });

  it('counts no memory for addresses that the cache of places lost', () => {
    const collector = collectorOf(64 * 1024 * 1024);
    const url = `${SITES[0]}/alike` as CrawlUrl;
    const task = { key: urlKeyOf(url), url, level: 0, rank: 0 } as PlanTask;
    const alike = (n: number): RawLink => ({ href: `/x?${n}&${'y'.repeat(60)}`, kind: 'a', nofollow: false });
    const links = Array.from({ length: 900 }, (_, n) => alike(n + 100));
    const collect = (): number => {
      collector.collect({ task, url, base: url, nofollow: false, links });
      return collector.bytes;
    };
    const once = collect();

    for (let page = 0; page < 20; page += 1) expect(collect()).toBe(once);
  });

  it.each([
    ['whose links are the best of the unit', undefined, 'breadth-first'],
    ['behind a redirect', 1, 'breadth-first'],
    ['that gives cash', undefined, 'importance'],
  ] as const)('is bounded on a page of long addresses %s (N8)', (_, hop, order) => {
    const url = 'http://a.example/p' as CrawlUrl;
    const base = `http://a.example/${'x'.repeat(8_000)}/` as CrawlUrl;
    const links = Array.from({ length: 4_000 }, (_, n) => ({ href: `${n}`, kind: 'a' as const, nofollow: false }));
    const task = { key: urlKeyOf(url), url, level: 0, rank: 0, ...(hop !== undefined && { hop }) } as PlanTask;
    const collector = collectorOf(4 * 1024 * 1024, [], { workflow: { ...workflow, order } });

    const found = collector.collect({ task, url, base, nofollow: false, links });

    const isByPage = hop !== undefined || order === 'importance';
    expect(found.added).toBe(isByPage ? Math.ceil(MOST_PAGE_CHARACTERS / (base.length + 3.7)) : 4_000);
    expect([found.links, found.dropped]).toEqual([4_000, 4_000 - found.added]);
    expect(collector.bytes).toBeLessThan(4 * 1024 * 1024);
  });

  it('is 100,000 new addresses of a page at most; the links behind them are counted, links to known ones are not (N8)', () => {
    const collector = collectorOf(64 * 1024 * 1024);
    const [first] = pages;
    if (first === undefined) throw new Error('no page');
    const { task, url } = first;
    const linkTo = (n: number) => ({ href: `/n/${n}`, kind: 'a' as const, nofollow: false });
    const known = Array.from({ length: 20 }, (_, n) => linkTo(n));
    const rest = Array.from({ length: MOST_NEW_ADDRESSES - 13 }, (_, n) => linkTo(n));
    const more = { count: rest.length, read: (take: (links: readonly RawLink[]) => void) => take(rest) };

    const small = collector.collect({ task, url, base: url, nofollow: false, links: known });
    const large = collector.collect({
      task: { ...task, rank: 9_999 },
      url,
      base: url,
      nofollow: false,
      links: known,
      more,
    });
    const bomb = Array.from({ length: MOST_NEW_ADDRESSES + 7 }, (_, n) => linkTo(n + MOST_NEW_ADDRESSES));
    const last = collector.collect({ task, url, base: url, nofollow: false, links: bomb });

    expect([small.links, small.added, small.dropped]).toEqual([20, 20, 0]);
    expect([large.links, large.added, large.dropped]).toEqual([MOST_NEW_ADDRESSES + 7, MOST_NEW_ADDRESSES - 33, 0]);
    expect([last.links, last.added, last.dropped]).toEqual([MOST_NEW_ADDRESSES + 7, MOST_NEW_ADDRESSES, 7]);
  });

  it('reads further links of a page until it brought 100,000 new addresses', () => {
    const collector = collectorOf(64 * 1024 * 1024);
    const [{ task, url } = { task: null, url: null }] = pages;
    if (task === null) throw new Error('no page');
    const batch = (from: number) =>
      Array.from({ length: 40_000 }, (_, n) => ({ href: `/m/${from + n}`, kind: 'a' as const, nofollow: false }));
    const answers: string[] = [];
    const read = (take: TakeLinks) => {
      for (const from of [40_000, 80_000]) answers.push(take(batch(from)));
    };

    collector.collect({ task, url, base: url, nofollow: false, links: batch(0), more: { count: 80_000, read } });

    expect(answers).toEqual(['more', 'enough']);
  });

  it.each(['none', 'targets'] as const)(
    'judges a page for 10 s at most, with edges %s; the next page begins again',
    (links) => {
      const { collector, page } = slowCollector(links);

      const slow = collector.collect(page(0));
      const next = collector.collect(page(1));

      const expected = { links: 300, added: SLOW_LINKS, dropped: 300 - SLOW_LINKS };
      expect([slow, next]).toMatchObject([expected, expected]);
    },
  );

  it('judges a sitemap for 10 s at most, and says how many entries it left', () => {
    const { collector, page } = slowCollector('none');
    const entries = Array.from({ length: 300 }, (_, n) => [n, `${SITES[0]}/entry/${n}` as CrawlUrl] as const);

    const dropped = [
      collector.collectEntries(page(0).task, entries.slice(0, 10)),
      collector.collectEntries(page(0).task, entries),
    ];

    expect(dropped).toEqual([0, 300 - SLOW_LINKS]); // the first ten are judged again
    expect(collector.drain().count).toBe(SLOW_LINKS);
  });
});
