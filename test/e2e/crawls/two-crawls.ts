import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { quickWorkflow, removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { gapBetween, pagesOf } from '#test/e2e/crawls/request-figures.ts';
import { type ProcessEnd, SurfProcess } from '#test/e2e/process/surf-process.ts';
import type { Handler } from '#test/site/exchange.ts';
import { startSite } from '#test/site/site.ts';

export interface TwoCrawlsOptions {
  readonly delaySeconds: number;
  /** Serves the one host. */
  readonly handler: Handler;
  readonly limits: Readonly<Record<string, number>>;
}

export interface TwoCrawls {
  readonly ends: readonly ProcessEnd[];
  /**
   * Shortest time between two requests for pages, of either crawl, from reading to reading; ms.
   */
  readonly closestMs: number;
  /** The same, and the longest that it can have been, as far as the server's process read late. */
  readonly closestAtMostMs: number;
  /**
   * Requests for pages of each, while both were at it: from the start of the second to the end of
   * the first.
   */
  readonly shared: readonly number[];
  readonly all: readonly number[];
}

/**
 * Two executions in two processes on one data folder crawl one host at the same time (N5). Each has
 * a different user agent, by which the site distinguishes them.
 */
export async function crawlTwice({ delaySeconds, handler, limits }: TwoCrawlsOptions): Promise<TwoCrawls> {
  const site = await startSite({ handler });
  const data = temporaryFolder();
  try {
    const processes = ['surf-a/1', 'surf-b/1'].map((userAgent, i) => {
      const file = join(data, `workflow-${i}.json`);
      const politeness = { delaySeconds, userAgent };
      writeFileSync(file, JSON.stringify(quickWorkflow({ seeds: [`${site.origin(0)}/`], politeness, limits })));
      return new SurfProcess(['run', file, '--data', data, '--allow-private-network', '--json']);
    });
    const ends = await Promise.all(processes.map(({ ended }) => ended));
    const pages = pagesOf(site.log).toSorted((a, b) => a.monotonicMs - b.monotonicMs);
    const pairs = pages.slice(1).map((page, i) => [pages[i] ?? page, page] as const);
    const times = ['surf-a/1', 'surf-b/1'].map((agent) =>
      pages.filter((page) => page.userAgent === agent).map(({ at }) => at),
    );
    const from = Math.max(...times.map((own) => Math.min(...own)));
    const until = Math.min(...times.map((own) => Math.max(...own)));
    return {
      ends,
      closestMs: Math.min(...pairs.map(([first, second]) => second.monotonicMs - first.monotonicMs)),
      closestAtMostMs: Math.min(...pairs.map(([first, second]) => gapBetween(first, second))),
      shared: times.map((own) => own.filter((at) => at >= from && at <= until).length),
      all: times.map((own) => own.length),
    };
  } finally {
    await site.close();
    removeFolder(data);
  }
}
