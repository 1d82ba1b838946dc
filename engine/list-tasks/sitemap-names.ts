import type { Archive } from '#core/archive/archive.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { TaskIndex } from '#core/execution/task-index.ts';
import type { Frontier } from '#core/frontier/frontier.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import { sitemapDiscoverer } from '#engine/explain/lookup/known-url.ts';
import { SettledLookup } from '#engine/explain/lookup/settled-lookup.ts';
import { readJson } from '#engine/frontier/crawl-state.ts';

/**
 * Addresses of single sitemaps by their keys, each in a few reads for any size of the crawl;
 * they are remembered.
 */
export class SitemapNames {
  readonly #from: { readonly archive: Archive; readonly tasks: TaskIndex };
  readonly #row: Execution;
  readonly #urls = new Map<string, string | null>();
  #head: Promise<Frontier | null> | null = null;

  constructor(from: { readonly archive: Archive; readonly tasks: TaskIndex }, row: Execution) {
    this.#from = from;
    this.#row = row;
  }

  /** Does `get` take no read? */
  knows(key: string): boolean {
    return this.#urls.has(key);
  }

  /** Null for what is no sitemap of the execution. */
  async get(key: string): Promise<string | null> {
    const known = this.#urls.get(key);
    if (known !== undefined) return known;
    const { archive } = this.#from;
    const row = this.#row;
    this.#head ??= row.frontier === null ? Promise.resolve(null) : readJson<Frontier>(archive, row.frontier, 'lists');
    const crawl = { archive, row, head: await this.#head, settled: new SettledLookup(this.#from, row) };
    const url = (await sitemapDiscoverer(crawl, key as UrlKey))?.url ?? null;
    this.#urls.set(key, url);
    return url;
  }
}
