import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mixedHash } from '#core/bytes/mixed-hash.ts';
import { LIST_PRICES } from '#core/cost/prices.ts';
import { type ApiBench, openApiBench } from '#test/api/api-bench.ts';
import { type Site, startSite } from '#test/site/site.ts';

const PAGES = 400;
/** A site a host: with a sitemap; with a Crawl-delay; without either; one that fails. */
const [MAPPED, SLOW, PLAIN, BROKEN] = [0, 1, 2, 3];

let site: Site;
let api: ApiBench;
beforeAll(async () => {
  site = await startSite({
    hosts: 4,
    handler: (exchange) => {
      const { origin } = exchange.context;
      const { pathname } = exchange.url;
      if (origin === BROKEN) return exchange.send(500, {}, 'broken');
      if (pathname === '/robots.txt')
        return exchange.send(200, { 'content-type': 'text/plain' }, robotsOf(origin, exchange.originAt(origin)));
      if (pathname === '/map.xml' && origin === MAPPED)
        return exchange.send(200, { 'content-type': 'application/xml' }, mapOf(exchange.originAt(origin)));
      const n = pathname === '/' ? 0 : Number(/^\/(\d+)$/.exec(pathname)?.[1] ?? Number.NaN);
      if (!(n >= 0 && n < PAGES)) return exchange.send(404, {}, 'gone');
      const links = Array.from({ length: 10 }, (_, i) => `<a href="/${mixedHash(n * 10 + i) % PAGES}">to</a>`);
      exchange.html(`<title>${n}</title><p>${'text '.repeat(100)}</p>${links.join('')}`);
    },
  });
  api = openApiBench();
});
afterAll(async () => {
  await api.close();
  await site.close();
});

function robotsOf(origin: number, at: string): string {
  if (origin === MAPPED) return `User-agent: *\nDisallow: /private\nSitemap: ${at}/map.xml\n`;
  return origin === SLOW ? 'User-agent: *\nCrawl-delay: 30\n' : 'User-agent: *\nDisallow:\n';
}

const mapOf = (at: string): string =>
  `<urlset>${Array.from({ length: PAGES }, (_, n) => `<url><loc>${at}/${n === 0 ? '' : n}</loc></url>`).join('')}</urlset>`;

interface Range {
  readonly low: number;
  readonly high: number | null;
}

async function estimated(host: number, workflow: object = {}) {
  const body = {
    workflow: { seeds: [`${site.origin(host)}/`], politeness: { delaySeconds: 0.05 }, ...workflow },
    settings: { allowPrivateNetwork: true },
  };
  const { status, body: estimate } = await api.send('POST', '/v1/estimate', { body });
  expect(status).toBe(200);
  return estimate as Record<string, unknown> & { pages: Range; seconds: Range; summary: string; remedy: string | null };
}

const holds = ({ low, high }: Range, truth: number): boolean =>
  low <= truth && truth <= (high ?? Number.POSITIVE_INFINITY);

describe('an estimate by API (N1)', () => {
  it('of a site with a sitemap holds its pages and its time, within a factor of two', async () => {
    const { pages, seconds, ...rest } = await estimated(MAPPED, { sitemaps: 'auto' });

    expect(holds(pages, PAGES)).toBe(true);
    expect((pages.high ?? 0) / pages.low).toBeLessThan(2);
    expect(seconds.low).toBeGreaterThanOrEqual(pages.low * 0.05 - 0.01);
    expect(rest).toMatchObject({
      remedy: null,
      pace: { seconds: 0.05, host: new URL(site.origin(MAPPED)).host },
      sample: { sitemaps: 1, sitemapsUnread: 0, hosts: 1, requests: 40 },
      costUsd: null,
      notes: [],
    });
    expect(rest.summary).toMatch(/ pages, .* \(delay of 0\.05 s on .* binds\), no cost: this machine crawls\.$/);
  });

  it('of a site with a Crawl-delay takes that time for each page', async () => {
    const { seconds, pages, pace, limitedBy } = await estimated(SLOW, { limits: { pages: 20 } });

    expect(pages.high).toBe(20);
    expect(seconds.low).toBe(pages.low * 30);
    expect([pace, limitedBy]).toMatchObject([{ cause: 'crawl-delay', seconds: 30 }, { limit: 'pages' }]);
  });

  it('of a site without a sitemap holds its pages, by the sample alone', async () => {
    const { pages } = await estimated(PLAIN);

    expect(pages).toMatchObject({ lowFrom: 'sample' });
    expect(holds(pages, PAGES)).toBe(true);
  });

  it('of a site that fails says why, and what to do', async () => {
    const { summary, remedy, pages } = await estimated(BROKEN);

    expect(summary).toContain('robots-unreachable (its robots.txt answers 500)');
    expect(remedy).toContain('request its robots.txt yourself');
    expect(pages).toMatchObject({ low: 0, lowFrom: 'unknown', high: 10_000, highFrom: 'limit' });
  });

  it('costs what the prices of a deployment say', async () => {
    const deployed = openApiBench({ prices: LIST_PRICES });
    const workflow = { seeds: [`${site.origin(PLAIN)}/`], politeness: { delaySeconds: 0 } };

    const { body } = await deployed.send('POST', '/v1/estimate', {
      body: { workflow, settings: { allowPrivateNetwork: true } },
    });
    await deployed.close();

    expect(body).toMatchObject({ region: 'us-east-1', costUsd: { lowFrom: 'sample' } });
    expect((body.costUsd as Range).low).toBeGreaterThan(0);
  });

  it('leaves no trace, and starts nothing', async () => {
    await estimated(BROKEN);

    expect((await api.send('GET', '/v1/executions')).body.items).toEqual([]);
    expect((await api.send('GET', '/v1/workflows')).body.items).toEqual([]);
  });

  it('reaches no private address without the right to it, and asks for nothing on the blocklist', async () => {
    const before = site.log.length;
    const workflow = { seeds: [`${site.origin(PLAIN)}/`] };

    const refused = await api.send('POST', '/v1/estimate', { as: 'anna', body: { workflow } });
    const insisting = await api.send('POST', '/v1/estimate', {
      as: 'anna',
      body: { workflow, settings: { allowPrivateNetwork: true } },
    });
    const nobody = await api.send('POST', '/v1/estimate', { as: 'nobody', body: { workflow } });
    await api.send('POST', '/v1/blocklist', { body: { pattern: '127.0.0.5' } });
    const blocked = await estimated(BROKEN);

    expect(refused.body.summary).toContain('blocked-address');
    expect([insisting.status, insisting.body.code, nobody.status]).toEqual([403, 'RIGHT_MISSING', 401]);
    expect(blocked.summary).toContain('blocklist');
    expect(site.log.length).toBe(before);
  });

  it('refuses a workflow that is none, and robots.txt ignored without the right to it', async () => {
    const ask = (workflow: object) => api.send('POST', '/v1/estimate', { as: 'anna', body: { workflow } });

    expect((await ask({})).status).toBe(422);
    expect((await ask({ seeds: ['http://a.example/'], limits: { depth: -1 } })).body.code).toBe('FIELD_INVALID');
    expect((await ask({ seeds: ['http://a.example/'], politeness: { robots: 'ignore' } })).status).toBe(403);
  });
});
