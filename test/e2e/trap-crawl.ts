import { differencesOf } from '#test/e2e/differences.ts';
import { crawled } from '#test/e2e/embedded-crawl.ts';
import { seededRandom } from '#test/site/random.ts';
import { startSite } from '#test/site/site.ts';
import { ENDLESS_SITES } from '#test/site/traps/endless-sites.ts';
import { HONEST_SITES } from '#test/site/traps/honest-sites.ts';

/** What a crawl made of one site of a trap web. */
export interface SiteCrawl {
  readonly name: string;
  readonly endless: boolean;
  /** Honest pages, and those that the crawl did not fetch. */
  readonly honest: number;
  readonly missing: readonly string[];
  /** Requests for other addresses. */
  readonly wasted: number;
  /** Addresses that were skipped(trap). */
  readonly trapped: number;
}

export interface TrapCrawl {
  readonly status: string;
  readonly sites: readonly SiteCrawl[];
  readonly differences: readonly unknown[];
  /** Every address with what became of it. Addresses of endless sites are random. */
  readonly words: readonly string[];
}

export interface TrapCrawlOptions {
  readonly seed: number;
  /** Items of each honest site. @default 400 */
  readonly scale?: number;
  readonly workflow?: Record<string, unknown>;
  /** @default all */
  readonly only?: 'honest' | 'endless';
}

/** Makes honest and endless sites from a seed, each on a host of its own, and crawls them with the default traps. */
export async function crawlTraps({ seed, scale = 400, workflow = {}, only }: TrapCrawlOptions): Promise<TrapCrawl> {
  const random = seededRandom(seed);
  const makers = [...(only === 'endless' ? [] : HONEST_SITES), ...(only === 'honest' ? [] : ENDLESS_SITES)];
  const made = makers.map((maker) => maker(random, scale));
  const site = await startSite({
    hosts: made.length,
    handler: (exchange) => {
      if (exchange.url.pathname === '/robots.txt') return exchange.html('', 404);
      made[exchange.context.origin]?.serve(exchange);
    },
  });
  try {
    const seeds = made.map((_, i) => `${site.origin(i)}/`);
    return await crawled({ limits: { depth: null, pages: 60_000 }, ...workflow, seeds }, async (run, row) => {
      const views = await run.views();
      const sites = made.map(({ name, endless, honest }, i): SiteCrawl => {
        const origin = site.origin(i);
        const asked = site.log
          .filter((entry) => entry.origin === origin && entry.path !== '/robots.txt')
          .map(({ path }) => path);
        const fetched = new Set(asked);
        const expected = new Set(honest);
        return {
          name,
          endless,
          honest: honest.length,
          missing: honest.filter((path) => !fetched.has(path)),
          wasted: asked.filter((path) => !expected.has(path)).length,
          trapped: views.filter(({ url, reason }) => reason === 'trap' && url.startsWith(`${origin}/`)).length,
        };
      });
      const words = views.map(({ url, outcome, reason }) => `${url} ${outcome} ${reason}`);
      return { status: row.status, sites, differences: await differencesOf(run.surf, run.id), words };
    });
  } finally {
    await site.close();
  }
}
