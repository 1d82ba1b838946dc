import { differencesOf } from '#test/e2e/crawls/differences.ts';
import { crawled } from '#test/e2e/crawls/embedded-crawl.ts';
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
  /**
   * Every address, with the site's name instead of its host, and its outcome, in order.
   * Sessions, counters and soft errors are random.
   */
  readonly words: readonly string[];
}

export interface TrapCrawlOptions {
  readonly seed: number;
  /** Items of each honest site. @default 400 */
  readonly scale?: number;
  readonly workflow?: Record<string, unknown>;
  /** Sites that are crawled. @default all */
  readonly names?: readonly string[];
  /**
   * Of all hosts. Which links of a watched group come first depends on their keys, and with them on
   * the port.
   * @default a free one
   */
  readonly port?: number;
}

/**
 * Makes honest and endless sites from a seed, each on a separate host, and crawls them with the
 * default traps.
 */
export async function crawlTraps({
  seed,
  scale = 400,
  workflow = {},
  names,
  port = 0,
}: TrapCrawlOptions): Promise<TrapCrawl> {
  const random = seededRandom(seed);
  const all = [...HONEST_SITES, ...ENDLESS_SITES].map((maker) => maker(random, scale));
  const made = all.filter(({ name }) => names?.includes(name) ?? true);
  const site = await startSite({
    hosts: made.length,
    port,
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
      const named = new Map(made.map(({ name }, i) => [site.origin(i), name]));
      const words = views.map(({ url, outcome, reason }) => {
        const { origin } = new URL(url);
        return `${named.get(origin)}${url.slice(origin.length)} ${outcome} ${reason}`;
      });
      return { status: row.status, sites, differences: await differencesOf(run.surf, run.id), words: words.sort() };
    });
  } finally {
    await site.close();
  }
}
