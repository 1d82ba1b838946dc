import type { HeaderPair } from '#core/fetch/headers/request-headers.ts';
import { hostKeyOf } from '#core/politeness/hosts/host-key.ts';
import type { ScopeFilter } from '#core/scope/filter/scope-filter.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { originOf } from '#core/url/origin.ts';
import type { Job } from '#engine/crawl-unit/jobs/job.ts';
import type { RobotsCache, RobotsState } from '#engine/crawl-unit/robots/robots-cache.ts';

/** Most other hosts whose robots.txt Surf requests because of one sitemap. */
const MOST_FOREIGN = 100;
/**
 * After so many without an answer no other gets a request: each may take a timeout, and the place
 * of the sitemap's host is taken meanwhile.
 */
const MOST_MUTE = 5;

export interface EntryCheckParts {
  /**
   * Null if the workflow ignores robots.txt. Then nobody can say that a sitemap speaks for another
   * host.
   */
  readonly robots: RobotsCache | null;
  readonly scopeFilter: ScopeFilter;
  /** Headers of a request to an address. */
  readonly headers: (url: CrawlUrl) => readonly HeaderPair[];
  /** May a request be sent now to a host that this unit holds no lease on? Of robots.txt only. */
  readonly mayRequest: () => boolean;
}

/** Addresses that a sitemap may speak for. */
export interface EntryVerdict {
  readonly speaksFor: (url: CrawlUrl) => boolean;
  /** False: not all hosts could answer before the unit's end. */
  readonly complete: boolean;
}

/**
 * A sitemap speaks for its own host, and the one whose robots.txt led to it; for another only when
 * that host's robots.txt names it too, or what led to it (sitemaps.org, “Sitemaps & Cross
 * Submits”). Surf requests no robots.txt because of an address that a rule refuses anyway.
 */
export class SitemapEntryPolicy {
  readonly #parts: EntryCheckParts;

  constructor(parts: EntryCheckParts) {
    this.#parts = parts;
  }

  async verdict(job: Job, entries: Iterable<CrawlUrl>): Promise<EntryVerdict> {
    const { sitemap, url } = job.task;
    const own = new Set<string>([hostKeyOf(job.url), sitemap?.host ?? '']);
    const names = new Set([url, job.url, sitemap?.root ?? url]);
    const foreign = new Set<string>();
    for (const entry of entries) {
      if (!own.has(hostKeyOf(entry)) && !this.#isRefused(entry)) foreign.add(originOf(entry));
      if (foreign.size === MOST_FOREIGN) break;
    }
    const vouching = new Set<string>();
    let complete = true;
    let mute = 0;
    for (const origin of foreign) {
      const state = mute < MOST_MUTE ? await this.#ask(origin) : null;
      if (state === null || (state !== 'later' && state.type === 'unreachable')) mute += 1;
      if (state === 'later') complete = false;
      else if (state?.type === 'rules' && state.rules.sitemaps.some((name) => names.has(name))) vouching.add(origin);
    }
    const speaksFor = (entry: CrawlUrl): boolean =>
      own.has(hostKeyOf(entry)) || vouching.has(originOf(entry)) || this.#isRefused(entry);
    return { speaksFor, complete };
  }

  #isRefused(url: CrawlUrl): boolean {
    return this.#parts.scopeFilter.decide(url, { nofollow: false, seed: false }).reason !== null;
  }

  /** Null if its robots.txt cannot be read. */
  async #ask(origin: string): Promise<RobotsState | 'later' | null> {
    const { robots, headers, mayRequest } = this.#parts;
    if (robots === null) return null;
    const known = robots.known(origin);
    if (known !== undefined) return known;
    const url = `${origin}/robots.txt` as CrawlUrl;
    const answer = await robots.load({ origin, headers: headers(url), attempts: 0, mayStart: mayRequest });
    return answer === 'later' ? 'later' : 'ok' in answer ? null : answer;
  }
}
