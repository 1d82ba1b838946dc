import { codeOf } from '#core/error.ts';
import type { SiteSample } from '#core/estimate/site-sample.ts';
import type { FetchAnswer } from '#core/fetch/fetcher.ts';
import { headerOf } from '#core/fetch/headers/response-headers.ts';
import { type HostKey, hostKeyOf } from '#core/politeness/hosts/host-key.ts';
import { parseSitemap, SITEMAP_MAX_URLS, type Sitemap } from '#core/sitemap/parse-sitemap.ts';
import { SITEMAP_MOST_DEPTH, SITEMAP_MOST_HOPS } from '#core/sitemap/sitemap-place.ts';
import { type CrawlUrl, parseCrawlUrl } from '#core/url/crawl-url.ts';

/** A sitemap to read. */
export interface WaitingSitemap {
  readonly url: CrawlUrl;
  /** Host of the site that named it. */
  readonly by: HostKey;
  /** Indexes above it, and redirects that led to it. */
  readonly depth: number;
  readonly hops: number;
  /** The workflow reads it, too. */
  readonly isRead: boolean;
  /** Nothing names it: it may be there. */
  readonly isGuess: boolean;
}

/** Decoded bytes of one file; a larger one counts as not read. */
export const MOST_SITEMAP_BYTES = 10 * 1024 * 1024;
/** Files that are read, indexes included; none begins after so many bytes of all. */
const MOST_FILES = 6;
const MOST_BYTES = 12 * 1024 * 1024;
/** Most entries of one file that the rules judge: of more, every second, third, … one. */
const MOST_JUDGED = 5_000;
/** Error factors for unread files: nobody knows more from one that was read. */
const FILE_ERROR = { low: 0.5, high: 2 };
/** Read files from which on the shortest and the longest tell how long the others are. */
const ENOUGH_FILES = 3;

/** An entry that may belong to the crawl, and how many it stands for. */
export interface JudgedEntry {
  readonly url: CrawlUrl;
  readonly listed: number;
}

/** Counts what sitemaps list, of the files that a sample reads and of those that it does not. */
export class SitemapTally {
  readonly #waiting: WaitingSitemap[] = [];
  readonly #named = new Set<string>();
  /** Addresses of the crawl in each file that is not an index. */
  readonly #counts: number[] = [];
  #files = 0;
  #bytes = 0;
  #unread = 0;
  #areRead = false;

  name(sitemap: WaitingSitemap): void {
    if (this.#named.has(sitemap.url)) return;
    this.#named.add(sitemap.url);
    this.#waiting.push(sitemap);
  }

  /** Hosts that have one to read. */
  waitingHosts(): Set<HostKey> {
    return new Set(this.#mayRead() ? this.#waiting.map(({ url }) => hostKeyOf(url)) : []);
  }

  /** Takes the first one of a host; null: there is none, or enough were read. */
  take(host: HostKey): WaitingSitemap | null {
    const at = this.#mayRead() ? this.#waiting.findIndex(({ url }) => hostKeyOf(url) === host) : -1;
    return at < 0 ? null : (this.#waiting.splice(at, 1)[0] ?? null);
  }

  /** Counts a file that could not be read, unless it was a guess. */
  missed({ isGuess }: WaitingSitemap): void {
    if (!isGuess) this.#unread += 1;
  }

  /**
   * Reads an answer: children of an index wait, entries are judged.
   *
   * @param belongs does the crawl take this entry? Called for those that count
   */
  read(sitemap: WaitingSitemap, answer: FetchAnswer, belongs: (entry: JudgedEntry) => boolean): void {
    this.#bytes += answer.body.length;
    const read = answer.status === 200 && answer.end === 'complete' ? parsed(sitemap, answer) : null;
    if (read === null) {
      this.missed(sitemap);
      return;
    }
    this.#files += 1;
    this.#areRead ||= sitemap.isRead;
    if (read.isIndex) this.#open(sitemap, read);
    else this.#count(sitemap, read, belongs);
  }

  /** A file that moved waits under its new address. */
  moved(sitemap: WaitingSitemap, to: CrawlUrl): void {
    if (sitemap.hops >= SITEMAP_MOST_HOPS) this.missed(sitemap);
    else this.name({ ...sitemap, url: to, hops: sitemap.hops + 1 });
  }

  /** @param linked addresses that links lead to and a file lists; null: no file was read */
  result(linked: number): SiteSample['sitemaps'] {
    const named = this.#waiting.filter(({ isGuess }) => !isGuess).length;
    const unread = this.#unread + named;
    if (this.#files === 0 || this.#counts.length === 0) return null;
    const known = this.#counts.reduce((sum, count) => sum + count, 0);
    const error = this.#counts.length < ENOUGH_FILES ? FILE_ERROR : { low: 1, high: 1 };
    const low = known + unread * Math.min(...this.#counts) * error.low;
    const longest = Math.min(SITEMAP_MAX_URLS, Math.max(...this.#counts) * error.high);
    const high = known + unread * longest;
    return { files: this.#files, unread, low, high, linked, areRead: this.#areRead };
  }

  #mayRead(): boolean {
    return this.#files < MOST_FILES && this.#bytes < MOST_BYTES;
  }

  #open(sitemap: WaitingSitemap, { urls }: Sitemap): void {
    if (sitemap.depth >= SITEMAP_MOST_DEPTH) {
      this.#unread += urls.length;
      return;
    }
    for (const { loc } of urls) {
      const url = parseCrawlUrl(loc);
      if (url !== null && hostKeyOf(url) === hostKeyOf(sitemap.url)) {
        this.name({ ...sitemap, url, depth: sitemap.depth + 1, hops: 0, isGuess: false });
      }
    }
  }

  #count(sitemap: WaitingSitemap, { urls }: Sitemap, belongs: (entry: JudgedEntry) => boolean): void {
    const step = Math.ceil(urls.length / MOST_JUDGED);
    const own = new Set([sitemap.by, hostKeyOf(sitemap.url)]);
    let count = 0;
    for (let at = 0; at < urls.length; at += step) {
      const url = parseCrawlUrl(urls[at]?.loc ?? '');
      const listed = Math.min(step, urls.length - at);
      if (url !== null && own.has(hostKeyOf(url)) && belongs({ url, listed })) count += listed;
    }
    this.#counts.push(count);
  }
}

function parsed({ url }: WaitingSitemap, answer: FetchAnswer): Sitemap | null {
  try {
    const file = { url, contentType: headerOf(answer, 'content-type'), body: answer.body };
    return parseSitemap(file, { maxBytes: MOST_SITEMAP_BYTES });
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return null;
  }
}
