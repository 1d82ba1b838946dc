import { setTimeout as sleep } from 'node:timers/promises';
import { pagesOf, requestCounts } from '#test/e2e/crawls/request-figures.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { makeWeb, type Web } from '#test/site/web/make-web.ts';
import type { WebOptions } from '#test/site/web/web-plan.ts';

/** A made-up web that answers slowly until `hurry` is called. */
export class SlowSite {
  readonly web: Web;
  readonly site: Site;
  readonly #latency: { ms: number };

  private constructor(web: Web, site: Site, latency: { ms: number }) {
    this.web = web;
    this.site = site;
    this.#latency = latency;
  }

  static async start(options: WebOptions): Promise<SlowSite> {
    const { latencyMs = 0, ...rest } = options;
    const web = makeWeb(rest);
    const latency = { ms: latencyMs };
    const site = await startSite({
      hosts: options.hosts,
      handler: async (exchange) => {
        if (await exchange.wait(latency.ms)) await web.handler(exchange);
      },
    });
    return new SlowSite(web, site, latency);
  }

  get seeds(): string[] {
    return this.site.origins.map((origin) => `${origin}/`);
  }

  /** From now on answers come at once. */
  hurry(): void {
    this.#latency.ms = 0;
  }

  /** Waits until it has served so many requests for pages. */
  async asked(pages: number): Promise<void> {
    while (pagesOf(this.site.log).length < pages) await sleep(20);
  }

  /** Epoch ms of the last request. */
  get lastAt(): number {
    return Math.max(...this.site.log.map(({ at }) => at));
  }

  /** Pages with more than one request. */
  get twice(): string[] {
    return [...requestCounts(this.site.log)].filter(([, count]) => count > 1).map(([url]) => url);
  }

  close(): Promise<void> {
    return this.site.close();
  }
}
