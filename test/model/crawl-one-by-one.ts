import { type FoundSitemap, SitemapFinds } from '#test/model/model-sitemaps.ts';
import type { ModelWeb, PageLimits } from '#test/model/model-web.ts';

/**
 * The reference that every execution must equal (N14): a crawl that takes one URL after another in
 * rank order, in a loop that a child could read.
 * @returns URL → `<outcome>@<level>`; `pending` where a limit left it
 */
export function crawlOneByOne(
  web: ModelWeb,
  limits: PageLimits,
  order: ModelOrder = 'breadth-first',
): Map<string, string> {
  const crawl = new OneByOne(web, limits);
  return order === 'depth-first' ? crawl.depthFirst() : crawl.breadthFirst(order === 'importance');
}

export type ModelOrder = 'breadth-first' | 'depth-first' | 'importance';

const inScope = (web: ModelWeb, url: string): boolean => web.pages.has(url);

class OneByOne {
  readonly #web: ModelWeb;
  readonly #limits: PageLimits;
  readonly #outcome = new Map<string, string>();
  readonly #level = new Map<string, number>();
  readonly #bodies = new Set<string>();
  readonly #admitted = new Map<string, number>();
  readonly #pages = { all: 0, byLevel: new Map<number, number>(), byHost: new Map<string, number>() };

  readonly #sitemaps: SitemapFinds;
  /** By URL what pages of the present level gave to it: each ten million, in whole shares. */
  readonly #cash = new Map<string, number>();
  /** Pages and sitemaps requested so far; a redirect's target has its source's. */
  #rank = 0;

  constructor(web: ModelWeb, limits: PageLimits) {
    this.#web = web;
    this.#limits = limits;
    this.#sitemaps = new SitemapFinds(web.sitemaps);
  }

  /** @param richestFirst within a level */
  breadthFirst(richestFirst: boolean): Map<string, string> {
    const seeds = this.#discover(this.#web.seeds, 0);
    let found = this.#visitAll(seeds, 0);
    if (this.#sitemaps.areGiven) found = [...found, ...this.#visitAll(this.#discover(this.#entries(), 0, true), 0)];
    for (let level = 0; ; level++) {
      const next = [...found, ...this.#entries()];
      if (richestFirst) next.sort((a, b) => (this.#cash.get(b) ?? 0) - (this.#cash.get(a) ?? 0));
      const list = this.#discover(next, level + 1);
      if (list.length === 0) return this.#result();
      this.#cash.clear();
      found = this.#visitAll(list, level + 1);
    }
  }

  /**
   * The links of a page before all other tasks; sitemaps, and what given ones list, when
   * nothing else is.
   */
  depthFirst(): Map<string, string> {
    const stack = this.#discover(this.#web.seeds, 0).reverse();
    const later: (FoundSitemap | string)[] = this.#sitemaps.take();
    for (;;) {
      const url = stack.pop();
      if (url !== undefined) {
        const level = this.#level.get(url) ?? 0;
        stack.push(...this.#discover(this.#visitAll([url], level), level + 1).reverse());
        later.push(...this.#sitemaps.take());
        continue;
      }
      const next = later.shift();
      if (next === undefined) return this.#result();
      if (typeof next === 'string') stack.push(next);
      else if (!this.#areAllFull()) {
        const entries = this.#sitemaps.read(next, this.#rank++);
        later.push(...this.#sitemaps.take());
        if (this.#sitemaps.areGiven) later.push(...this.#discover(entries, 0, true));
        else stack.push(...this.#discover(entries, next.level + 1).reverse());
      }
    }
  }

  #visitAll(urls: readonly string[], level: number): string[] {
    return urls.flatMap((url) => {
      this.#rank += 1;
      return this.#visit(url, level, 0);
    });
  }

  /** Reads all sitemaps that were found, indexes before what they name. */
  #entries(): string[] {
    const entries: string[] = [];
    for (let found = this.#sitemaps.take(); found.length > 0 && !this.#areAllFull(); found = this.#sitemaps.take()) {
      for (const sitemap of found) entries.push(...this.#sitemaps.read(sitemap, this.#rank++));
    }
    return entries;
  }

  /** @returns those that are new and in scope, in order */
  #discover(urls: readonly string[], level: number, areEntries = false): string[] {
    const list: string[] = [];
    for (const url of urls) {
      if (this.#level.has(url)) continue;
      this.#level.set(url, level);
      if (!inScope(this.#web, url) || ((level > 0 || areEntries) && this.#isOver(url)))
        this.#outcome.set(url, 'skipped');
      else list.push(url);
    }
    return list;
  }

  /** Are there enough links of this host, which are all of one pattern? */
  #isOver(url: string): boolean {
    const { host } = new URL(url);
    const count = (this.#admitted.get(host) ?? 0) + 1;
    if (count > (this.#limits.pagesPerPattern ?? Number.POSITIVE_INFINITY)) return true;
    this.#admitted.set(host, count);
    return false;
  }

  #result(): Map<string, string> {
    return new Map([...this.#outcome].map(([url, outcome]) => [url, `${outcome}@${this.#level.get(url)}`]));
  }

  /** @returns the links that the page shows */
  #visit(url: string, level: number, hop: number): readonly string[] {
    const page = this.#web.pages.get(url);
    if (page === undefined || this.#isFull(level, new URL(url).host)) {
      this.#outcome.set(url, 'pending');
      return [];
    }
    if (page.type !== 'killer') this.#sitemaps.hear(url, { level, rank: this.#rank });
    if (page.type === 'redirect') return this.#redirect(url, page.to, { level, hop });
    if (page.type !== 'page') {
      this.#outcome.set(url, page.type === 'error' ? 'failed' : 'worker-died');
      return [];
    }
    if (this.#bodies.has(page.body)) this.#outcome.set(url, 'duplicate');
    else this.#store(url, level, page.body);
    this.#pay(new Set(page.links.filter((link) => link !== url)));
    return page.links;
  }

  #pay(links: ReadonlySet<string>): void {
    for (const link of links) this.#cash.set(link, (this.#cash.get(link) ?? 0) + Math.floor(1e7 / links.size));
  }

  #redirect(url: string, to: string, at: { level: number; hop: number }): readonly string[] {
    this.#outcome.set(url, 'redirected');
    if (this.#level.has(to)) return [];
    this.#level.set(to, at.level);
    if (at.hop + 1 > 10) {
      this.#outcome.set(to, 'skipped');
      return [];
    }
    return this.#visit(to, at.level, at.hop + 1);
  }

  #store(url: string, level: number, body: string): void {
    const host = new URL(url).host;
    this.#bodies.add(body);
    this.#outcome.set(url, this.#web.base?.get(url) === body ? 'notModified' : 'stored');
    this.#pages.all += 1;
    this.#pages.byLevel.set(level, (this.#pages.byLevel.get(level) ?? 0) + 1);
    this.#pages.byHost.set(host, (this.#pages.byHost.get(host) ?? 0) + 1);
  }

  #areAllFull(): boolean {
    const { pages } = this.#limits;
    return pages !== null && this.#pages.all >= pages;
  }

  #isFull(level: number, host: string): boolean {
    const { depth, pagesPerLevel, pagesPerHost } = this.#limits;
    return (
      (depth !== null && level > depth) ||
      this.#areAllFull() ||
      (pagesPerLevel !== null && (this.#pages.byLevel.get(level) ?? 0) >= pagesPerLevel) ||
      (pagesPerHost !== null && (this.#pages.byHost.get(host) ?? 0) >= pagesPerHost)
    );
  }
}
