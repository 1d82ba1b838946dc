import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstOf } from '#test/campaign.ts';
import { type CrawlRecord, crawlRecords } from '#test/e2e/crawls/crawl-record.ts';
import { crawled } from '#test/e2e/crawls/embedded-crawl.ts';
import { FullGroups } from '#test/e2e/crawls/full-groups.ts';
import { expectProven } from '#test/e2e/crawls/proof.ts';
import { closestPair } from '#test/e2e/crawls/request-figures.ts';
import type { Exchange } from '#test/site/exchange.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { makeWeb } from '#test/site/web/make-web.ts';
import {
  countOutcomes,
  type ReferenceRules,
  type ReferenceTask,
  referenceCrawl,
} from '#test/site/web/reference-crawl.ts';

const WEB = {
  hosts: 12,
  pages: 200,
  seed: 7,
  redirects: [301, 302, 303, 307, 308, 301, 302, 301, 308, 302],
  errors: [404, 410, 500, 403, 503],
  duplicates: 8,
  disallowed: 4,
  outside: 6,
};

interface Result {
  readonly status: string;
  readonly reason: string | null;
  readonly tasks: readonly ReferenceTask[];
  readonly records: readonly CrawlRecord[];
}

describe('the result of a crawl, for any parallelism (N14)', () => {
  const web = makeWeb(WEB);
  let site: Site;
  beforeAll(async () => {
    site = await startSite({ hosts: WEB.hosts, handler: web.handler });
  });
  afterAll(() => site.close());

  const crawl = (parallelism: number, { order = 'breadth-first', ...limits }: ReferenceRules): Promise<Result> => {
    const seeds = site.origins.map((origin) => `${origin}/`);
    const selection = {
      fields: { title: 'title', links: { selector: 'a', attribute: 'href', type: 'url', all: true } },
    };
    const output = { links: 'full' };
    const definition = { seeds, parallelism, hostsPerWorker: 3, limits, order, output, selection };
    return crawled(definition, async (run, { status, reason }) => {
      await expectProven(run.surf, run.id);
      return { status, reason, tasks: await run.tasks(), records: await crawlRecords(run.surf, run.id) };
    });
  };

  it('is that of the reference crawl, and the same with 1 and 16 workers: tasks, outcomes, ranks, digests, links', async () => {
    const one = await crawl(1, {});
    const sixteen = await crawl(16, {});

    expect(one.status).toBe('succeeded');
    expect(one.tasks).toEqual(referenceCrawl(web, site.origins));
    expect(sixteen).toEqual(one);
    expect(countOutcomes(one.tasks)).toEqual({
      stored: 200,
      duplicate: 8,
      redirected: 10,
      'failed(http-4xx)': 3,
      'failed(http-5xx)': 2,
      'skipped(robots)': 4,
      'skipped(outside-scope)': 6,
    });
    const stored = one.records.filter(({ outcome }) => outcome === 'stored');
    expect(new Set(stored.map(({ digest }) => digest)).size).toBe(200);
    expect(stored.every(({ status, archived, title }) => status === 200 && archived.length === 1 && title)).toBe(true);
    const edges = one.records.reduce((sum, record) => sum + record.edges.length, 0);
    const links = [...web.pages].filter(({ kind }) => kind === 'page' || kind === 'duplicate');
    expect(edges).toBe(links.reduce((sum, page) => sum + page.links.length, 0));
  });

  const LIMITS: readonly [ReferenceRules, string][] = [
    [{ pages: 80, pagesPerLevel: 30, depth: 3 }, 'pages'],
    [{ pagesPerLevel: 20 }, 'pagesPerLevel'],
    [{ depth: 2 }, 'depth'],
    [{ pages: 57 }, 'pages'],
  ];
  it.each(firstOf(LIMITS, { gate: 1 }))(
    'is the same with 1 and 16 workers where limits bind: %o (N9)',
    async (limits, reason) => {
      const one = await crawl(1, limits);
      const sixteen = await crawl(16, limits);

      expect([one.status, one.reason]).toEqual(['limited', reason]);
      expect(one.tasks).toEqual(referenceCrawl(web, site.origins, limits));
      expect(sixteen).toEqual(one);
    },
  );

  it('is the same in the order of cash, where limits bind, and another one than breadth-first (G10)', async () => {
    const LIMITS = [{ pagesPerLevel: 25 }, { pagesPerHost: 6 }, { pages: 80 }];
    for (const limits of firstOf(LIMITS, { gate: 1 })) {
      const rules: ReferenceRules = { ...limits, order: 'importance' };
      const one = await crawl(1, rules);
      const sixteen = await crawl(16, rules);

      const expected = referenceCrawl(web, site.origins, rules);
      expect(one.tasks).toEqual(expected);
      expect(sixteen).toEqual(one);
      expect(referenceCrawl(web, site.origins, limits)).not.toEqual(expected);
    }
  });
});

/** 20 separate pages a host: `/` and what it links. Each is answered when `held` says so. */
async function serveStar(exchange: Exchange, held: () => Promise<unknown>): Promise<void> {
  const { pathname } = exchange.url;
  if (pathname === '/robots.txt') return exchange.send(404, { 'content-type': 'text/plain' });
  await held();
  const links = Array.from({ length: 19 }, (_, i) => `<a href="/${i + 1}">page ${i + 1}</a>`);
  exchange.html(`<title>${pathname}</title>${exchange.origin}${pathname === '/' ? links.join('\n') : pathname}`);
}

describe('parallelism', () => {
  it('of 16 keeps 16 requests in flight over 32 hosts, from the first page to the last, one a host', async () => {
    const groups = new FullGroups(16);
    const site = await startSite({ hosts: 32, handler: (exchange) => serveStar(exchange, () => groups.enter()) });
    try {
      const seeds = site.origins.map((origin) => `${origin}/`);
      const stored = await crawled({ seeds, parallelism: 16, hostsPerWorker: 1 }, async (run, { counts }) => {
        await expectProven(run.surf, run.id);
        return counts.stored;
      });

      expect(stored).toBe(640);
      expect(groups.sizes).toEqual(Array.from({ length: 40 }, () => 16));
      expect(groups.most).toBe(16);
      expect(Math.max(...site.log.map(({ inFlightHere }) => inFlightHere))).toBe(1);
    } finally {
      await site.close();
    }
  });

  it('changes nothing for one host: as many connections as allowed, the delay between any two requests', async () => {
    const figures: { stored: number; most: number; closest: number; seconds: number }[] = [];
    for (const parallelism of [1, 16]) {
      const site = await startSite({ handler: (exchange) => serveStar(exchange, () => exchange.wait(250)) });
      try {
        const politeness = { delaySeconds: 0.1, connectionsPerHost: 2 };
        await crawled(
          { seeds: [`${site.origin(0)}/`], parallelism, hostsPerWorker: 1, politeness },
          async (run, row) => {
            await expectProven(run.surf, run.id);
            figures.push({
              stored: row.counts.stored,
              most: Math.max(...site.log.map(({ inFlightHere }) => inFlightHere)),
              closest: closestPair(site.log),
              seconds: ((row.endedAt ?? 0) - (row.startedAt ?? 0)) / 1_000,
            });
          },
        );
      } finally {
        await site.close();
      }
    }

    for (const { stored, most, closest, seconds } of figures) {
      expect({ stored, most }).toEqual({ stored: 20, most: 2 });
      expect(closest).toBeGreaterThanOrEqual(75); // 100 ms less what is lost between clock and socket
      expect(seconds).toBeGreaterThanOrEqual(2);
    }
  });
});
