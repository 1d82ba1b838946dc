import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import { TextThreads } from '#adapters/threads/text-threads.ts';
import { TEXT_THREAD } from '#compose/thread-modules.ts';
import type { Issue } from '#core/audit/issue.ts';
import { ISSUE_CODES } from '#core/audit/issue-kinds.ts';
import { type Audit, auditExecution } from '#engine/audit/audit-execution.ts';
import { auditReport } from '#engine/audit/audit-lines.ts';
import { exportJob } from '#engine/export/export-execution.ts';
import type { ExportJob } from '#engine/export/job/export-job.ts';
import { EmbeddedCrawl } from '#test/e2e/crawls/embedded-crawl.ts';
import { MemoryScratch } from '#test/export/memory-scratch.ts';
import type { Handler } from '#test/site/exchange.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { FaultySite } from '#test/site/sites/faulty-site.ts';

/** Code, path and source path of each issue that the site is made to have. */
const EXPECTED = `
server-error /fault /
broken-internal-link /gone /
broken-internal-link /gone /broken-source
redirect-loop /loop-1 /
canonical-target /canonical-chain
canonical-target /canonical-gone
canonical-target /canonical-refreshed
canonical-target /canonical-to-noindex
canonical-conflict /canonical-two
noindex-in-sitemap /noindex /sitemap.xml
missing-title /untitled
broken-external-link /nowhere /
redirect-chain /chain-1 /
redirect-chain /chain-1 /broken-source
redirect-chain /chain-refreshed /
duplicate-title /title-a
duplicate-title /title-b
missing-description /no-description
duplicate-description /description-a
duplicate-description /description-b
missing-h1 /no-h1
exact-copy /copy-b
near-duplicate /near-a
near-duplicate /near-b
thin-page /thin
orphan-page /orphan /sitemap.xml
hreflang-no-return /lonely /fr
hreflang-code /fr
image-without-alt /images
slow-page /slow
several-h1 /two-h1
hreflang-no-self /fr
long-title /long-title
long-description /long-description
canonical-unknown /canonical-unknown
not-in-sitemap /unlisted
deep-page /deep-6
`
  .trim()
  .split('\n');

function jobOf(crawl: EmbeddedCrawl): ExportJob {
  const texts = () => new TextThreads({ entry: TEXT_THREAD });
  const source = { ...crawl.surf, decodeBody, clock: { now: () => 0 } };
  return exportJob(source, { id: crawl.id, scratch: new MemoryScratch(), texts });
}

describe('an audit of a site with known faults', () => {
  const faulty = new FaultySite();
  let site: Site;
  let crawl: EmbeddedCrawl;
  let audit: Audit;
  const issues: Issue[] = [];
  beforeAll(async () => {
    site = await startSite({ handler: faulty.handler, hosts: 2 });
    crawl = await EmbeddedCrawl.create({
      seeds: [`${site.origin(0)}/`, `${site.origin(1)}/nowhere`],
      sitemaps: 'auto',
    });
    await crawl.run();
    audit = await auditExecution(jobOf(crawl));
    for await (const issue of audit.issues) issues.push(issue);
  });
  afterAll(async () => {
    await crawl.close();
    await site.close();
  });

  it('compares no texts of a crawl of more pages than it may, and says so', async () => {
    const { summary } = await auditReport(jobOf(crawl), null, 3);

    expect(summary.unchecked).toEqual(['near-duplicate']);
    expect(Object.keys(summary.counts)).toEqual(Object.keys(audit.counts).filter((code) => code !== 'near-duplicate'));
    expect(audit.counts['near-duplicate']?.issues).toBeGreaterThan(0);
  });

  it('finds every fault with its source, and nothing else', () => {
    const pathOf = (url: string | null): string => (url === null ? '' : ` ${new URL(url).pathname}`);

    expect(issues.map(({ code, url, from }) => `${code}${pathOf(url)}${pathOf(from)}`)).toEqual(EXPECTED);
  });

  it('says of a canonical that sends its readers on that it redirects', () => {
    const found = issues.find(({ url }) => url === `${site.origin(0)}/canonical-refreshed`);

    expect(found?.detail).toBe(`${site.origin(0)}/refreshed redirects`);
  });

  it('has every kind but insecure files, which need https', () => {
    const found = new Set(issues.map(({ code }) => code));

    expect(ISSUE_CODES.filter((code) => !found.has(code))).toEqual(['mixed-content']);
  });
});

/** Two chains: a link and a seed lead to one, nothing but the seed to the other. */
const CHAINS: Handler = async (exchange) => {
  const path = exchange.url.pathname;
  const to = { '/a': '/b', '/b': '/end', '/seed': '/seed-2', '/seed-2': '/end' }[path];
  if (to !== undefined) return exchange.redirect(301, to);
  exchange.html(path === '/' ? '<a href="/a">the way</a>' : '<title>end</title>');
};

describe('an audit of redirect chains', () => {
  it('names each source with its text, a seed without one, and no redirect within', async () => {
    const site = await startSite({ handler: CHAINS });
    const at = (path: string): string => site.origin(0) + path;
    const crawl = await EmbeddedCrawl.create({ seeds: [at('/'), at('/seed')] });
    await crawl.run();
    const found: unknown[] = [];
    for await (const { code, url, from, text, detail } of (await auditExecution(jobOf(crawl), { comparesTexts: false }))
      .issues)
      if (code === 'redirect-chain') found.push([url, from, text, detail]);
    await crawl.close();
    await site.close();

    expect(found).toEqual([
      [at('/a'), at('/'), 'the way', `2 redirects: ${at('/b')} ${at('/end')}`],
      [at('/seed'), null, null, `2 redirects: ${at('/seed-2')} ${at('/end')}`],
    ]);
  });
});

/** The first host links to a page of the second that is gone, and names another as canonical. */
const LEAVING: Handler = async (exchange) => {
  const { origin, url } = { origin: exchange.context.origin, url: exchange.originAt(1) };
  if (origin === 1) return exchange.send(404, {});
  exchange.html(`<link rel=canonical href="${url}/canonical"><title>a</title><body><a href="${url}/gone">way</a>`);
};

describe('an audit that is compared', () => {
  it('calls no issue mended of which the later audit knows nothing', async () => {
    const site = await startSite({ handler: LEAVING, hosts: 2 });
    const home = `${site.origin(0)}/`;
    const away = ['/gone', '/canonical'].map((path) => site.origin(1) + path);
    const crawls = [
      await EmbeddedCrawl.create({ seeds: [home, ...away] }),
      await EmbeddedCrawl.create({ seeds: [home] }),
    ];
    const [before, after] = crawls;
    for (const crawl of crawls) await crawl.run();
    const states: string[] = [];
    if (before !== undefined && after !== undefined)
      for await (const { code, state } of (await auditReport(jobOf(after), jobOf(before), 0)).issues)
        states.push(`${state} ${code}`);
    for (const crawl of crawls) await crawl.close();
    await site.close();

    expect(states).toEqual(['unknown canonical-target', 'unknown broken-external-link', 'new canonical-unknown']);
  });
});

/** Addresses that the first page links in this order; each is gone in the earlier crawl. */
const ENDS = ['/no-link', '/robots', '/refused', '/moved-away', '/moved', '/back', '/last'];

/**
 * @param isLater it has no link to the first; robots.txt forbids one, one is refused, one redirects
 * to what robots.txt forbids, one to a page, two answer
 */
const linking =
  (isLater: () => boolean): Handler =>
  async (exchange) => {
    const { pathname } = exchange.url;
    const links = ENDS.slice(isLater() ? 1 : 0).map((path) => `<a href="${path}">${path}</a>`);
    if (pathname === '/') return exchange.html(`<title>home</title>${links.join(' ')}`);
    if (pathname === '/robots.txt' && isLater()) return exchange.send(200, {}, 'User-agent: *\nDisallow: /robots\n');
    const to = { '/moved-away': '/robots/moved', '/moved': '/back' }[pathname];
    if (isLater() && to !== undefined) return exchange.redirect(301, to);
    if (isLater() && pathname === '/refused') return exchange.send(403, {});
    if (isLater() && (pathname === '/back' || pathname === '/last')) return exchange.html(`<title>${pathname}</title>`);
    exchange.send(404, {});
  };

describe('a broken link that a later audit does not have', () => {
  it('is mended if its target answers or no page links it, and unknown if nothing requested the target', async () => {
    let isLater = false;
    const site = await startSite({ handler: linking(() => isLater) });
    const seeds = [`${site.origin(0)}/`];
    const before = await EmbeddedCrawl.create({ seeds });
    const limited = await EmbeddedCrawl.create({ seeds, limits: { pages: 2 } });
    const whole = await EmbeddedCrawl.create({ seeds });
    const statesIn = async (after: EmbeddedCrawl): Promise<string[]> => {
      const found: string[] = [];
      const { issues, summary } = await auditReport(jobOf(after), jobOf(before), 0);
      for await (const { code, url, state } of issues)
        if (code === 'broken-internal-link') found.push(`${new URL(url).pathname} ${state}`);
      return [`complete: ${summary.complete}`, ...found.sort()];
    };
    await before.run();
    isLater = true;
    await limited.run();
    await whole.run();
    const [ofLimited, ofWhole] = [await statesIn(limited), await statesIn(whole)];
    for (const crawl of [before, limited, whole]) await crawl.close();
    await site.close();

    const unknown = ['/refused unknown', '/robots unknown', '/moved-away unknown'];
    const both = ['/back mended', '/moved mended', '/no-link mended', ...unknown];
    expect(ofLimited).toEqual(['complete: false', ...[...both, '/last unknown'].toSorted()]);
    expect(ofWhole).toEqual(['complete: true', ...[...both, '/last mended'].toSorted()]);
  });
});

/** `/a` and `/b` have one title and description; only `/b` changes, if at all. */
const twins =
  (isLater: () => boolean): Handler =>
  async (exchange) => {
    const { pathname } = exchange.url;
    if (pathname === '/') return exchange.html('<title>home</title><h1>home</h1><a href="/a">a</a> <a href="/b">b</a>');
    const name = isLater() && pathname === '/b' ? pathname : 'twin';
    exchange.html(`<title>${name}</title><meta name="description" content="${name}"><h1>${pathname}</h1>`);
  };

describe('pages with the same title and description', () => {
  it('are mended only for a later crawl that reached all pages', async () => {
    let isLater = false;
    const site = await startSite({ handler: twins(() => isLater) });
    const seeds = [`${site.origin(0)}/`];
    const before = await EmbeddedCrawl.create({ seeds });
    const limited = await EmbeddedCrawl.create({ seeds, limits: { pages: 2 } });
    const whole = await EmbeddedCrawl.create({ seeds });
    await before.run();
    isLater = true;
    await limited.run();
    await whole.run();
    const statesIn = async (after: EmbeddedCrawl): Promise<string[]> => {
      const found: string[] = [];
      for await (const { code, url, state } of (await auditReport(jobOf(after), jobOf(before), 0)).issues)
        if (code.startsWith('duplicate-')) found.push(`${code} ${new URL(url).pathname} ${state}`);
      return found;
    };
    const [ofLimited, ofWhole] = [await statesIn(limited), await statesIn(whole)];
    for (const crawl of [before, limited, whole]) await crawl.close();
    await site.close();

    const all = ['title', 'description'].flatMap((text) => ['/a', '/b'].map((path) => `duplicate-${text} ${path}`));
    expect(ofLimited).toEqual(all.map((issue) => `${issue} unknown`));
    expect(ofWhole).toEqual(all.map((issue) => `${issue} mended`));
  });
});

/** Two hosts, English and German: German pages link back by a header, by a sitemap, or not. */
const LANGUAGES: Handler = async (exchange) => {
  const [en, de] = [exchange.originAt(0), exchange.originAt(1)];
  const isEnglish = exchange.context.origin === 0;
  const name = exchange.url.pathname.slice(1);
  const version = (at: string) => `<link rel="alternate" hreflang="x" href="${at}/${name}">`;
  if (name === 'robots.txt') return exchange.send(200, {}, `Sitemap: ${exchange.origin}/map\n`);
  if (name === 'map') {
    const english = `<xhtml:link rel="alternate" hreflang="en" href="${en}/by-map"/>`;
    const german = `<url><loc>${de}/by-map</loc>${english}</url>`;
    return exchange.send(200, { 'content-type': 'application/xml' }, `<urlset>${isEnglish ? '' : german}</urlset>`);
  }
  if (name === '') return exchange.html(['header', 'map', 'none'].map((by) => `<a href="/by-${by}">x</a>`).join(' '));
  if (isEnglish) return exchange.html(`<title>${name}</title>${version(de)}`);
  const header = name === 'by-header' ? { link: `<${en}/by-header>; rel="alternate"; hreflang="en"` } : {};
  exchange.send(200, { 'content-type': 'text/html', ...header }, `<title>${name} de</title>`);
};

describe('an audit of language versions on two hosts', () => {
  it('takes links back of the page, of its header and of a sitemap, and names the page without one', async () => {
    const site = await startSite({ handler: LANGUAGES, hosts: 2 });
    const crawl = await EmbeddedCrawl.create({ seeds: [0, 1].map((n) => `${site.origin(n)}/`), sitemaps: 'auto' });
    await crawl.run();
    const job = jobOf(crawl);
    const found: string[] = [];
    for await (const { code, url, from } of (await auditExecution(job, { comparesTexts: false })).issues)
      if (code === 'hreflang-no-return') found.push(`${url} from ${from}`);
    await crawl.close();
    await site.close();

    expect(found).toEqual([`${site.origin(1)}/by-none from ${site.origin(0)}/by-none`]);
  });
});
