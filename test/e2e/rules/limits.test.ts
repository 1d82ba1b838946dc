import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Execution, LimitsOverride } from '#core/execution/execution.ts';
import { firstOf } from '#test/campaign.ts';
import { crawled, EmbeddedCrawl } from '#test/e2e/crawls/embedded-crawl.ts';
import { expectProven } from '#test/e2e/crawls/proof.ts';
import { pagesOf, requestCounts } from '#test/e2e/crawls/request-figures.ts';
import { SlowSite } from '#test/e2e/crawls/slow-site.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { makeWeb, type Web } from '#test/site/web/make-web.ts';
import {
  countOutcomes,
  type ReferenceLimits,
  type ReferenceTask,
  referenceCrawl,
} from '#test/site/web/reference-crawl.ts';

const HOSTS = 8;
const WEB = {
  hosts: HOSTS,
  pages: 120,
  seed: 11,
  duplicates: 10,
  disallowed: 3,
  errors: [404, 500, 410, 503, 403, 404],
};
const PAGE_BYTES = 8_192;

/**
 * The outcome of each URL, without which of several equal pages is the original: that depends on
 * the order in which limits let them in.
 */
const fetchedOf = (tasks: readonly ReferenceTask[]): string[] =>
  tasks.map(({ url, outcome }) => `${url} ${outcome === 'duplicate' ? 'stored' : outcome}`);

interface LimitedRun {
  readonly row: Execution;
  readonly tasks: readonly ReferenceTask[];
  readonly rest: readonly ReferenceTask[];
  readonly end: Execution;
}

class LimitBench {
  readonly web: Web;
  readonly site: Site;

  constructor(web: Web, site: Site) {
    this.web = web;
    this.site = site;
  }

  get seeds(): string[] {
    return this.site.origins.map((origin) => `${origin}/`);
  }

  /**
   * Crawls to the limit at parallelism 16, then without it; both ends are proven.
   * @param between called at the limit
   */
  async crawl(limits: Record<string, unknown>, more: LimitsOverride, between?: () => void): Promise<LimitedRun> {
    const crawl = await EmbeddedCrawl.create({ seeds: this.seeds, parallelism: 16, hostsPerWorker: 2, limits });
    try {
      const row = await crawl.run();
      await expectProven(crawl.surf, crawl.id);
      const tasks = await crawl.tasks();
      between?.();
      const end = await crawl.continue(more);
      await expectProven(crawl.surf, crawl.id);
      return { row, tasks, end, rest: await crawl.tasks() };
    } finally {
      await crawl.close();
    }
  }

  /** Everything was crawled in the end, and nothing was requested twice (N10). */
  expectAll({ end, rest }: LimitedRun): void {
    const reference = referenceCrawl(this.web, this.site.origins);
    expect(end.status).toBe('succeeded');
    expect(fetchedOf(rest)).toEqual(fetchedOf(reference));
    expect(countOutcomes(rest)).toEqual(countOutcomes(reference));
    const asked = requestCounts(this.site.log);
    expect(asked.size).toBe(reference.filter(({ outcome }) => !outcome.startsWith('skipped')).length);
    expect([...asked].filter(([, count]) => count !== 1)).toEqual([]);
  }
}

async function startBench(web: Web): Promise<LimitBench> {
  return new LimitBench(web, await startSite({ hosts: web.options.hosts, handler: web.handler }));
}

describe('limits of pages at parallelism 16 (N9)', () => {
  let bench: LimitBench;
  beforeAll(async () => {
    bench = await startBench(makeWeb({ ...WEB, redirects: [301, 302, 308, 307] }));
  });
  beforeEach(() => bench.site.requests.clear());
  afterAll(() => bench.site.close());

  const LIMITS: readonly [string, ReferenceLimits, LimitsOverride, number][] = [
    ['pages', { pages: 40, pagesPerLevel: 17 }, { pages: null, pagesPerLevel: null }, 40],
    ['depth', { depth: 1 }, { depth: null }, -1],
    ['pagesPerLevel', { pagesPerLevel: 10 }, { pagesPerLevel: null }, -1],
    ['pages', { pages: 57 }, { pages: null }, 57],
    ['pages', { pages: 1 }, { pages: null }, 1],
    ['pages', { pages: 8 }, { pages: null }, 8],
    ['depth', { depth: 0 }, { depth: null }, HOSTS],
  ];
  it.each(firstOf(LIMITS, { gate: 3 }))(
    'end limited($0) as a sequential crawl under $1; resume takes the rest (N10)',
    async (reason, limits, more, stored) => {
      const run = await bench.crawl({ ...limits }, more);

      expect([run.row.status, run.row.reason]).toEqual(['limited', reason]);
      expect(run.tasks).toEqual(referenceCrawl(bench.web, bench.site.origins, limits));
      if (stored >= 0) expect(run.row.counts.stored).toBe(stored);
      bench.expectAll(run);
    },
  );

  it('are totals: continue with larger ones continues exactly to them, with smaller ones is refused', async () => {
    const crawl = await EmbeddedCrawl.create({
      seeds: bench.seeds,
      parallelism: 16,
      hostsPerWorker: 1,
      limits: { pages: 20 },
    });
    try {
      const stored = [(await crawl.run()).counts.stored];
      for (const pages of [21, 60]) stored.push((await crawl.continue({ pages })).counts.stored);

      expect(stored).toEqual([20, 21, 60]);
      await expect(crawl.control({ type: 'resume', limits: { pages: 59 } })).rejects.toMatchObject({
        code: 'CONTINUE_BELOW_USED',
      });
      const { status, reason } = await crawl.surf.catalog.execution(crawl.id);
      expect([status, reason]).toEqual(['limited', 'pages']);
      expect([...requestCounts(bench.site.log).values()].filter((count) => count > 1)).toEqual([]);
      await expectProven(crawl.surf, crawl.id);
    } finally {
      await crawl.close();
    }
  });

  it('count at level 0 too: of 40 seeds under 30 pages a level, 30 are fetched and 10 are pending', async () => {
    const pages = bench.web.pages.filter(({ kind }) => kind === 'page').slice(0, 40);
    const seeds = pages.map(({ host, path }) => `${bench.site.origin(host)}${path}`);

    await crawled(
      { seeds, parallelism: 16, hostsPerWorker: 1, limits: { pagesPerLevel: 30, depth: 0 } },
      async (run, row) => {
        const seedTasks = (await run.tasks()).filter(({ level }) => level === 0);

        expect(countOutcomes(seedTasks)).toEqual({ stored: 30, pending: 10 });
        expect([row.status, row.reason]).toEqual(['limited', 'pagesPerLevel']);
        expect(pagesOf(bench.site.log)).toHaveLength(30);
        await expectProven(run.surf, run.id);
      },
    );
  });
});

describe('limits of pages per host at parallelism 16 (N9, S10)', () => {
  it('are met on every host, with failing pages and duplicates among them, and refilled', async () => {
    const bench = await startBench(makeWeb(WEB));
    try {
      const run = await bench.crawl({ pagesPerHost: 9 }, { pagesPerHost: null });

      expect([run.row.status, run.row.reason]).toEqual(['limited', 'pagesPerHost']);
      expect(run.tasks).toEqual(referenceCrawl(bench.web, bench.site.origins, { pagesPerHost: 9 }));
      const stored = run.tasks.filter(({ outcome }) => outcome === 'stored');
      const perHost = Map.groupBy(stored, ({ url }) => new URL(url).host);
      expect([...perHost.values()].map((tasks) => tasks.length)).toEqual(Array.from({ length: HOSTS }, () => 9));
      bench.expectAll(run);
    } finally {
      await bench.site.close();
    }
  });
});

describe('limits of bytes, time and money at parallelism 16 (N9)', () => {
  let bench: LimitBench;
  beforeAll(async () => {
    bench = await startBench(makeWeb({ ...WEB, latencyMs: 40 }));
  });
  beforeEach(() => bench.site.requests.clear());
  afterAll(() => bench.site.close());

  it('totalBytes are used up, and never passed by more than one page; continue takes the rest (N10)', async () => {
    const totalBytes = 50_000;
    const run = await bench.crawl({ totalBytes, pageBytes: PAGE_BYTES }, { totalBytes: null });

    expect([run.row.status, run.row.reason]).toEqual(['limited', 'bytes']);
    expect(run.row.bytes).toBeGreaterThanOrEqual(totalBytes);
    expect(run.row.bytes).toBeLessThanOrEqual(totalBytes + PAGE_BYTES);
    bench.expectAll(run);
  });

  it('no request starts after the seconds are over; continue takes the rest (N10)', async () => {
    const slow = await SlowSite.start({ ...WEB, latencyMs: 1_000 });
    const bench = new LimitBench(slow.web, slow.site);
    try {
      const run = await bench.crawl({ seconds: 8 }, { seconds: null }, () => slow.hurry());
      const deadlineAt = (run.row.startedAt ?? 0) + 8_000;
      const endedAt = run.row.endedAt ?? 0;

      expect([run.row.status, run.row.reason]).toEqual(['limited', 'seconds']);
      const before = bench.site.log.filter(({ at }) => at <= endedAt);
      expect(pagesOf(before).length).toBeGreaterThan(0);
      expect(Math.max(...before.map(({ at }) => at))).toBeLessThanOrEqual(deadlineAt + 50); // on its way to the server
      bench.expectAll(run);
    } finally {
      await slow.site.close();
    }
  });

  it('the cost never passes the budget; continue takes the rest (N10, S26)', async () => {
    const budgetUsd = 0.001;
    const run = await bench.crawl({ budgetUsd, pageBytes: PAGE_BYTES }, { budgetUsd: null });

    expect([run.row.status, run.row.reason]).toEqual(['limited', 'budget']);
    expect(run.row.costUsd).toBeLessThanOrEqual(budgetUsd);
    expect(run.row.counts.stored).toBeGreaterThan(0);
    bench.expectAll(run);
  });

  it.each([
    [{ pages: 0 }, 'pages'],
    [{ pagesPerLevel: 0 }, 'pagesPerLevel'],
    [{ pagesPerHost: 0 }, 'pagesPerHost'],
    [{ totalBytes: 0 }, 'bytes'],
    [{ seconds: 0 }, 'seconds'],
    [{ budgetUsd: 0 }, 'budget'],
  ])('%o asks for nothing and ends limited(%s), with the seeds pending', async (limits, reason) => {
    await crawled({ seeds: bench.seeds, limits }, async (run, row) => {
      expect([row.status, row.reason]).toEqual(['limited', reason]);
      expect(countOutcomes(await run.tasks())).toEqual({ pending: HOSTS });
      expect(bench.site.log).toHaveLength(0);
      await expectProven(run.surf, run.id);
    });
  });

  it.each([
    [{ budgetUsd: 0, seconds: 0, totalBytes: 0 }, 'budget'],
    [{ seconds: 0, totalBytes: 0, depth: 0 }, 'seconds'],
    [{ totalBytes: 0, depth: 0 }, 'bytes'],
    [{ pages: 0, pagesPerHost: 0, pagesPerLevel: 0, depth: 0 }, 'pages'],
    [{ pagesPerHost: 0, pagesPerLevel: 0, depth: 0 }, 'pagesPerHost'],
    [{ pagesPerLevel: 0, depth: 0 }, 'pagesPerLevel'],
  ])('of several that bind, %o, the first in their order is named: %s', async (limits, reason) => {
    await crawled({ seeds: bench.seeds, limits }, async (_, row) => {
      expect([row.status, row.reason]).toEqual(['limited', reason]);
    });
  });

  it('null is not a limit: everything is crawled and the execution succeeds', async () => {
    const limits = {
      depth: null,
      pagesPerLevel: null,
      pages: null,
      pagesPerHost: null,
      totalBytes: null,
      seconds: null,
      budgetUsd: null,
    };
    await crawled({ seeds: bench.seeds, parallelism: 16, hostsPerWorker: 1, limits }, async (run, row) => {
      expect([row.status, row.reason]).toEqual(['succeeded', null]);
      expect(await run.tasks()).toEqual(referenceCrawl(bench.web, bench.site.origins));
      await expectProven(run.surf, run.id);
    });
  });
});
