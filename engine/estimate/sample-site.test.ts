import { describe, expect, it } from 'vitest';
import { mixedHash } from '#core/bytes/mixed-hash.ts';
import { estimateCrawl } from '#core/estimate/estimate-crawl.ts';
import type { SiteSample } from '#core/estimate/site-sample.ts';
import { HELD_LINKS } from '#core/extraction/links/link-list.ts';
import { checkWorkflow } from '#core/workflow/parsing/parse-workflow.ts';
import { sampleSite } from '#engine/estimate/sample-site.ts';
import { type Script, ScriptedFetcher, type Web } from '#test/fakes/scripted-fetcher.ts';
import { VirtualClock } from '#test/fakes/virtual-clock.ts';

const A = 'http://a.example';
const SETTINGS = { allowPrivateNetwork: false, connectTo: [] };
const text = (body: string): Script => ({ type: 'text/plain', body });
const xml = (root: string, items: string[]): Script => ({
  type: 'application/xml',
  body: `<${root}>${items.join('')}</${root}>`,
});
const sitemapOf = (...paths: string[]) =>
  xml(
    'urlset',
    paths.map((path) => `<url><loc>${A}${path}</loc></url>`),
  );
const pageOf = (...links: string[]): Script => ({
  latencyMs: 200,
  body: `<title>page</title>${links.map((to) => `<a href="${to}">to</a>`).join('')}`,
});

/** A site of `size` pages; each links ten others. */
function siteOf(size: number, more: Readonly<Record<string, Script>> = {}): Web {
  return (url) => {
    const path = url.slice(A.length);
    if (path in more) return more[path];
    const n = path === '/' ? 0 : Number(/^\/p(\d+)$/.exec(path)?.[1] ?? Number.NaN);
    if (!(n >= 0 && n < size)) return undefined;
    return pageOf(...Array.from({ length: 10 }, (_, i) => `/p${mixedHash(n * 10 + i) % size}`));
  };
}

async function sampled(
  web: Web,
  fields: object = {},
): Promise<{ sample: SiteSample; asked: string[]; starts: number[] }> {
  const clock = new VirtualClock();
  const fetcher = new ScriptedFetcher(clock, web);
  const workflow = checkWorkflow({ seeds: [`${A}/`], ...fields });
  const sample = await clock.run(sampleSite({ fetcher: () => fetcher, clock }, { workflow, settings: SETTINGS }));
  return { sample, asked: fetcher.log.map(({ url }) => url), starts: fetcher.log.map(({ startedAt }) => startedAt) };
}

const estimated = (sample: SiteSample, fields: object = {}) =>
  estimateCrawl(checkWorkflow({ seeds: [`${A}/`], ...fields }), sample, null);

describe('a sample before a crawl (N1)', () => {
  it('asks robots.txt, the seed, the sitemap, then pages, one in a second', async () => {
    const robots = text(`User-agent: *\nSitemap: ${A}/map.xml\n`);
    const web = siteOf(500, {
      '/robots.txt': robots,
      '/map.xml': sitemapOf(...Array.from({ length: 500 }, (_, n) => `/p${n}`)),
    });

    const { sample, asked, starts } = await sampled(web);

    expect(asked.slice(0, 3)).toEqual([`${A}/robots.txt`, `${A}/`, `${A}/map.xml`]);
    expect(starts.slice(2).every((at, i) => at - (starts[i + 1] ?? 0) >= 1_000)).toBe(true);
    expect(sample).toMatchObject({ requests: 20, tried: 18, fault: null });
    expect(sample.sitemaps).toMatchObject({ files: 1, unread: 0, low: 500, high: 500, areRead: false });
    const { pages } = estimated(sample);
    expect(pages.low).toBeLessThanOrEqual(500);
    expect(pages.high).toBeGreaterThanOrEqual(500);
    expect((pages.high ?? 0) / pages.low).toBeLessThan(2);
    expect(pages.lowFrom).toBe('sitemap');
  });

  it('asks as slowly as the Crawl-delay says, and no longer than a preview', async () => {
    const { sample, starts } = await sampled(siteOf(500, { '/robots.txt': text('User-agent: *\nCrawl-delay: 8') }));

    expect(starts.slice(2).map((at, i) => at - (starts[i + 1] ?? 0))).toEqual([8_000, 8_000]);
    expect(sample.ms).toBeLessThan(20_000);
    expect(sample.hosts).toMatchObject([{ host: 'a.example', crawlDelaySeconds: 8 }]);
    expect(estimated(sample)).toMatchObject({
      pace: { cause: 'crawl-delay', seconds: 8 },
      limitedBy: { limit: 'pages' },
    });
  });

  it('makes at most 40 requests where nothing must wait', async () => {
    const { sample, asked } = await sampled(siteOf(300), { politeness: { delaySeconds: 0 } });

    expect([sample.requests, asked.length, new Set(asked).size]).toEqual([40, 40, 40]);
    const { pages } = estimated(sample);
    expect(pages.lowFrom).toBe('sample');
    expect(pages.low).toBeLessThanOrEqual(300);
    expect(pages.low).toBeGreaterThan(150);
    expect(pages).toMatchObject({ high: 10_000, highFrom: 'limit' });
  });

  it('counts a small site exactly', async () => {
    const web: Web = (url) => (url === `${A}/` ? pageOf('/p1', '/gone') : url === `${A}/p1` ? pageOf('/') : undefined);

    const { sample } = await sampled(web);

    expect(sample).toMatchObject({ tried: 3, links: { known: 3, unasked: 0 } });
    expect(estimated(sample).pages).toEqual({ low: 2, lowFrom: 'sample', high: 2, highFrom: 'sample' });
  });

  it('says of an endless site that nothing but the limit ends it', async () => {
    const web: Web = (url) => pageOf(...[1, 2, 3].map((n) => `${url.slice(A.length)}${n}`));

    const { sample } = await sampled(web, { politeness: { delaySeconds: 0 } });

    expect(estimated(sample).pages).toMatchObject({ high: 10_000, highFrom: 'limit' });
    expect(estimated(sample, { limits: { pages: null } }).pages).toMatchObject({ high: null, highFrom: 'unknown' });
  });

  it('is the same sample for the same number, and another for another', async () => {
    const of = async (randomSeed: number) => {
      const fields = { order: 'sample', sample: { randomSeed }, politeness: { delaySeconds: 0 } };
      return (await sampled(siteOf(300), fields)).asked;
    };

    expect(await of(7)).toEqual(await of(7));
    expect(await of(7)).not.toEqual(await of(8));
  });

  it('goes no deeper than the crawl', async () => {
    const { sample, asked } = await sampled(siteOf(300), { limits: { depth: 1 }, politeness: { delaySeconds: 0 } });

    expect(asked).toHaveLength(2 + 1 + 10);
    expect(sample.links.tooDeep).toBeGreaterThan(0);
    expect(estimated(sample, { limits: { depth: 1 } })).toMatchObject({
      pages: { low: 11, high: 11 },
      limitedBy: { limit: 'depth' },
    });
  });

  it('never asks for what robots.txt or a rule forbids, and does not count it', async () => {
    const web = siteOf(0, {
      '/robots.txt': text('User-agent: *\nDisallow: /no'),
      '/': pageOf('/no/1', '/x/2', '/ok'),
      '/ok': pageOf(),
    });

    const { sample, asked } = await sampled(web, { scope: { exclude: ['*/x/*'] } });

    expect(asked.map((url) => url.slice(A.length))).toEqual(['/robots.txt', '/', '/sitemap.xml', '/ok']);
    expect(sample.links.known).toBe(2);
  });

  it('reads some files of an index, and takes the others to be as long', async () => {
    const names = Array.from({ length: 20 }, (_, n) => `/map-${n}.xml`);
    const index = xml(
      'sitemapindex',
      names.map((name) => `<sitemap><loc>${A}${name}</loc></sitemap>`),
    );
    const files = Object.fromEntries(
      names.map((name, n) => [name, sitemapOf(...Array.from({ length: 90 + n }, (_, i) => `/p${n * 1_000 + i}`))]),
    );
    const web = siteOf(20_000, { '/robots.txt': text(`Sitemap: ${A}/index.xml`), '/index.xml': index, ...files });

    const { sample, asked } = await sampled(web, { politeness: { delaySeconds: 0 }, sitemaps: 'auto' });

    expect(asked.filter((url) => url.includes('/map-'))).toHaveLength(5);
    expect(sample.sitemaps).toMatchObject({ files: 6, unread: 15, areRead: true });
    expect(sample.sitemaps?.low).toBeGreaterThanOrEqual(20 * 90);
    expect(sample.sitemaps?.high).toBeLessThanOrEqual(20 * 110);
  });

  it('still has pages where the sitemaps are large', async () => {
    const long = 'x'.repeat(200);
    const paths = Array.from({ length: 40_000 }, (_, n) => `/p${n}?${long}`);
    const robots = text(['a', 'b', 'c', 'd'].map((name) => `Sitemap: ${A}/${name}.xml`).join('\n'));
    const web = siteOf(300, { '/robots.txt': robots, '/a.xml': sitemapOf(...paths), '/b.xml': sitemapOf(...paths) });

    const { sample, asked } = await sampled(web, { politeness: { delaySeconds: 0 } });

    expect(asked.filter((url) => url.endsWith('.xml'))).toEqual([`${A}/a.xml`, `${A}/b.xml`]);
    expect(sample.sitemaps).toMatchObject({ files: 2, unread: 2 });
    expect(sample.tried).toBe(37);
  });

  it.each([
    ['dns', { failure: 'dns' }, 'dns', 1],
    ['no connection', { failure: 'connect' }, 'connect', 1],
    ['a robots.txt that answers 503', { status: 503 }, 'robots-unreachable', 1],
  ] as const)('of a site that fails by %s has no page, and says why', async (_, script, reason, requests) => {
    const { sample } = await sampled(() => script as Script);

    expect(sample).toMatchObject({ tried: 0, pages: [], requests, fault: { url: `${A}/`, reason } });
    expect(estimated(sample).remedy).not.toBeNull();
  });

  it('ends early where pages link long addresses, which take the time of parsing', async () => {
    const base = `<base href="${A}/${'b'.repeat(1_900)}/">`;
    let asked = 0;
    const endless: Web = (url) => {
      if (url.endsWith('/robots.txt')) return undefined;
      asked += 1;
      const links = Array.from({ length: 3_000 }, (_, n) => `<a href="${asked}-${n}">to</a>`);
      return { body: `${base}<title>page</title>${links.join('')}` };
    };

    const { sample } = await sampled(endless, { politeness: { delaySeconds: 0 } });

    expect([sample.pages.length, sample.links.growth]).toEqual([6, Array(5).fill(HELD_LINKS)]);
    expect(sample.unreadLinks).toEqual(['links-of-a-page', 'bytes-of-all']);
  });

  it('leaves a host alone that asks for it', async () => {
    const web = siteOf(300, { '/': { status: 429 } });

    expect((await sampled(web)).asked.map((url) => url.slice(A.length))).toEqual(['/robots.txt', '/']);
  });

  it('follows a seed to another host, whose scope counts then', async () => {
    const B = 'http://b.example';
    const web: Web = (url) => {
      if (url === `${A}/`) return { status: 301, headers: [['Location', `${B}/`]] };
      return url === `${B}/` ? pageOf('/one') : url === `${B}/one` ? pageOf() : undefined;
    };

    const { sample } = await sampled(web);

    expect(sample.pages).toHaveLength(2);
    expect(sample.hosts.map(({ host }) => host).sort()).toEqual(['a.example', 'b.example']);
  });

  it('asks eight hosts of many, and says that it does not know the others', async () => {
    const seeds = Array.from({ length: 12 }, (_, n) => `http://h${n}.example/`);
    const web: Web = (url) => (url.endsWith('.example/') ? pageOf() : undefined);

    const { sample } = await sampled(web, { seeds });

    expect(sample.hosts).toHaveLength(12);
    expect(sample.hosts.filter(({ address }) => address !== null)).toHaveLength(8);
    expect(estimated(sample, { seeds, limits: { pages: null } })).toMatchObject({ pages: { high: null } });
  });

  it('sends no secret header', async () => {
    const clock = new VirtualClock();
    const fetcher = new ScriptedFetcher(clock, () => pageOf());
    const headers = { 'X-Token': { secretRef: 'TOKEN' }, 'X-Plain': 'plain' };
    const workflow = checkWorkflow({ seeds: ['https://a.example/'], fetch: { headers } });

    await clock.run(sampleSite({ fetcher: () => fetcher, clock }, { workflow, settings: SETTINGS }));

    const names = fetcher.log.flatMap(({ headers: sent }) => sent.map(([name]) => name.toLowerCase()));
    expect(fetcher.log.length).toBeGreaterThan(1);
    expect([names.includes('x-plain'), names.includes('x-token')]).toEqual([true, false]);
  });
});
