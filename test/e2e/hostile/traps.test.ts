import { describe, expect, it } from 'vitest';
import type { Execution } from '#core/execution/execution.ts';
import { crawled, type Definition } from '#test/e2e/crawls/embedded-crawl.ts';
import { expectProven } from '#test/e2e/crawls/proof.ts';
import { type Site, startSite } from '#test/site/site.ts';

/**
 * Crawls without limits, but for traps, to the end.
 * @returns the row, and each URL's path with its reason
 */
async function crawlOf(site: Site, path: string, definition: Omit<Definition, 'seeds'>) {
  return crawled({ ...definition, seeds: [`${site.origin(0)}${path}`] }, async (run, row) => {
    const words = (await run.views()).map(({ url, outcome, reason }) => [new URL(url).pathname, reason ?? outcome]);
    await expectProven(run.surf, run.id);
    return { row, words: words.map(([where, what]) => `${where} ${what}`).sort() };
  });
}

const outcomeOf = ({ status, counts }: Execution) => ({ status, stored: counts.stored, skipped: counts.skipped });

describe('sites that make addresses without end (G10)', () => {
  it('by a wrong relative link: the path grows until a segment is there too often', async () => {
    const site = await startSite();
    try {
      const { row } = await crawlOf(site, '/deeper/', { traps: { repeatedSegments: 2, pathDepth: null } });

      expect(row.status).toBe('succeeded');
      // paths of products/list/ and about/us/, at most two of each
      expect(row.counts.stored + row.counts.duplicate).toBe(1 + 2 + 4 + 6 + 6);
      expect(row.counts.skipped).toEqual({ trap: 2 + 6 + 12 });
    } finally {
      await site.close();
    }
  });

  it('by a wrong relative link: the path grows until it is too deep', async () => {
    const site = await startSite();
    try {
      const { row } = await crawlOf(site, '/deeper/', { traps: { repeatedSegments: null, pathDepth: 7 } });

      expect(row.status).toBe('succeeded');
      expect(row.counts.stored + row.counts.duplicate).toBe(1 + 2 + 4 + 8);
      expect(row.counts.skipped).toEqual({ trap: 16 });
    } finally {
      await site.close();
    }
  });

  it('by a calendar: the same first days and months for any parallelism', async () => {
    const site = await startSite();
    try {
      const traps = { pagesPerPattern: 60 };
      const one = await crawlOf(site, '/calendar/2024/1', { traps, parallelism: 1 });
      const many = await crawlOf(site, '/calendar/2024/1', {
        traps,
        parallelism: 8,
        hostsPerWorker: 1,
        unitSeconds: 1,
      });

      // the seed is exempt; 60 months, and 60 days
      expect(outcomeOf(one.row)).toMatchObject({ status: 'succeeded', stored: 121 });
      expect(one.row.counts.skipped.trap).toBeGreaterThan(50);
      expect(many.words).toEqual(one.words);
    } finally {
      await site.close();
    }
  });
});
