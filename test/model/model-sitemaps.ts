import { sitemapKey } from '#core/sitemap/sitemap-key.ts';
import { SITEMAP_MOST_DEPTH } from '#core/sitemap/sitemap-place.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import type { Dice } from '#test/model/model-web.ts';

export interface ModelSitemap {
  readonly isIndex: boolean;
  readonly urls: readonly string[];
  /** It redirects there instead. */
  readonly movedTo?: string;
}

/** The sitemaps of a model web. A named one that is not a file answers 404. */
export interface ModelSitemaps {
  /** What each host's robots.txt names. */
  readonly named: ReadonlyMap<string, readonly string[]>;
  readonly files: ReadonlyMap<string, ModelSitemap>;
  /** Those that the workflow gives; null: `auto`. */
  readonly given: readonly string[] | null;
}

/**
 * Indexes, files and dead ends on the hosts of a web, naming its pages and one another, in circles
 * too.
 */
export function makeModelSitemaps(dice: Dice, urls: readonly string[]): ModelSitemaps {
  const hosts = [...new Set(urls.map((url) => new URL(url).host))];
  const names = Array.from({ length: 2 + dice.int(7) }, (_, i) => `http://${dice.pick(hosts)}/s${i}.xml`);
  const some = (list: readonly string[], most: number): string[] =>
    Array.from({ length: dice.int(most) }, () => dice.pick(list));
  const files = new Map<string, ModelSitemap>();
  for (const name of names) {
    if (dice.chance(0.15)) continue;
    const isIndex = dice.chance(0.35);
    files.set(name, { isIndex, urls: isIndex ? some(names, 4) : some([...urls, 'http://outside.test/s'], 8) });
  }
  const named = new Map(hosts.map((host) => [host, [...new Set(some(names, 3))]]));
  return { named, files, given: dice.chance(0.3) ? [...new Set(some(names, 4))] : null };
}

/** A sitemap that was found, with its place in the order of taking up. */
export interface FoundSitemap {
  readonly url: string;
  readonly level: number;
  readonly depth: number;
  readonly rank: number;
  readonly position: number;
}

/** Sitemaps that were found and not admitted yet: for the crawl one by one. */
export class SitemapFinds {
  readonly #sitemaps: ModelSitemaps | undefined;
  readonly #seen = new Set<string>();
  readonly #heard = new Set<string>();
  #found: FoundSitemap[] = [];

  constructor(sitemaps: ModelSitemaps | undefined) {
    this.#sitemaps = sitemaps;
    for (const [position, url] of (sitemaps?.given ?? []).entries()) {
      this.#found.push({ url, level: 0, depth: 0, rank: 0, position });
    }
  }

  get areGiven(): boolean {
    return Array.isArray(this.#sitemaps?.given);
  }

  /** A page of a host was requested: its robots.txt was read before. */
  hear(page: string, { level, rank }: { level: number; rank: number }): void {
    const { host } = new URL(page);
    if (this.areGiven || this.#heard.has(host)) return;
    this.#heard.add(host);
    const named = this.#sitemaps?.named.get(host) ?? [];
    for (const [position, url] of named.entries()) this.#found.push({ url, level, depth: 0, rank, position });
  }

  /** Those that are new, in order. */
  take(): FoundSitemap[] {
    const found = this.#found.sort((a, b) => a.rank - b.rank || a.position - b.position || compareKeys(a.url, b.url));
    this.#found = [];
    return found.filter(({ url }) => !this.#seen.has(url) && this.#seen.add(url));
  }

  /** Reads one. @returns the entries; what an index names is found */
  read({ url, level, depth }: FoundSitemap, rank: number): readonly string[] {
    const file = this.#sitemaps?.files.get(url);
    if (file === undefined) return [];
    if (!file.isIndex) return file.urls;
    if (depth === SITEMAP_MOST_DEPTH) return [];
    for (const [position, named] of file.urls.entries()) {
      this.#found.push({ url: named, level, depth: depth + 1, rank, position });
    }
    return [];
  }
}

const compareKeys = (a: string, b: string): number => (sitemapKey(a as CrawlUrl) < sitemapKey(b as CrawlUrl) ? -1 : 1);
