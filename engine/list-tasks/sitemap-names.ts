import type { Archive } from '#core/archive/archive.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { Frontier } from '#core/frontier/frontier.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import { readJson } from '#engine/frontier/crawl-state.ts';
import { sitemapDiscoverer } from '#engine/frontier/sitemap-lookup.ts';

/**
 * Addresses of single sitemaps by their keys, each in a few reads for any size of the crawl;
 * they are remembered.
 */
export class SitemapNames {
  readonly #archive: Archive;
  readonly #row: Execution;
  readonly #urls = new Map<string, string | null>();
  #head: Promise<Frontier | null> | null = null;

  constructor(archive: Archive, row: Execution) {
    this.#archive = archive;
    this.#row = row;
  }

  /** Does `get` take no read? */
  knows(key: string): boolean {
    return this.#urls.has(key);
  }

  /** Null if it is not a sitemap of the execution. */
  async get(key: string): Promise<string | null> {
    const known = this.#urls.get(key);
    if (known !== undefined) return known;
    const archive = this.#archive;
    const row = this.#row;
    this.#head ??= row.frontier === null ? Promise.resolve(null) : readJson<Frontier>(archive, row.frontier, 'lists');
    const url = (await sitemapDiscoverer({ archive, row, head: await this.#head }, key as UrlKey))?.url ?? null;
    this.#urls.set(key, url);
    return url;
  }
}
