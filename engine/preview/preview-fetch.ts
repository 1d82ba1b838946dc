import type { Fetcher, FetchResult } from '#core/fetch/fetcher.ts';
import { requestHeaders, seedOriginsOf } from '#core/fetch/headers/request-headers.ts';
import { headerOf } from '#core/fetch/headers/response-headers.ts';
import type { Clock } from '#core/model/clock.ts';
import { robotsAccess } from '#core/robots/robots-access.ts';
import { parseRobots, type RobotsRules } from '#core/robots/robots-rules.ts';
import { NO_HEADER_SECRETS } from '#core/secrets/header-secrets.ts';
import { type CrawlUrl, parseCrawlUrl } from '#core/url/crawl-url.ts';
import { originOf } from '#core/url/origin.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import { utf8Of } from '#engine/crawl-unit/pages/page-handler.ts';
import { PageTypes } from '#engine/crawl-unit/pages/page-types.ts';
import { type HostFailure, isHostFailure } from '#engine/crawl-unit/robots/robots-cache.ts';

/** All requests of one preview together. */
export const PREVIEW_MS = 20_000;
const MOST_PAGE_BYTES = 10 * 1024 * 1024;
/** The crawl's limit: far above the 500 KiB that are parsed. */
const MOST_ROBOTS_BYTES = 5 * 1024 * 1024;
const ROBOTS_REDIRECTS = 5;

export interface PreviewFetchParts {
  readonly workflow: Workflow;
  readonly fetcher: Fetcher;
  readonly clock: Clock;
  /**
   * All requests together end after so long.
   * @default 20 s
   */
  readonly mostMs?: number;
}

/** The robots.txt of an origin, as it is now. */
export interface OriginRobots {
  /** Null if everything is allowed, or nothing. */
  readonly rules: RobotsRules | null;
  readonly allowsAll: boolean;
  /** Status of its answer; null when there was none. */
  readonly status: number | null;
}

/** Verdict of robots.txt on an address, requested now. */
export interface RobotsSaid {
  /** False: the workflow ignores it. */
  readonly obeyed: boolean;
  readonly allowed: boolean;
  /** Line of the rule that decided, from 1. */
  readonly line: number | null;
  readonly pattern: string | null;
  /** Status of its answer; null when there was none. */
  readonly status: number | null;
}

const IGNORED: RobotsSaid = { obeyed: false, allowed: true, line: null, pattern: null, status: null };

/**
 * Makes the few requests of a preview, as a crawl of the workflow would: its headers but the secret
 * ones, its robots.txt, its caps, and not for long.
 */
export class PreviewFetch {
  readonly #parts: PreviewFetchParts;
  readonly #types: PageTypes;
  readonly #headersOf: ReturnType<typeof requestHeaders>;
  readonly #end = new AbortController();
  readonly #robots = new Map<string, Promise<OriginRobots | HostFailure>>();
  readonly #mostMs: number;
  /** Requests so far, those of robots.txt and their redirects too. */
  requests = 0;

  constructor(parts: PreviewFetchParts) {
    this.#parts = parts;
    this.#mostMs = parts.mostMs ?? PREVIEW_MS;
    this.#types = new PageTypes(parts.workflow);
    const owners = { seedOrigins: seedOriginsOf(parts.workflow), secrets: NO_HEADER_SECRETS };
    this.#headersOf = requestHeaders(parts.workflow, owners);
    void parts.clock.sleep(this.#mostMs, this.#end.signal).then(() => this.#end.abort());
  }

  /** Cancels the request in flight. */
  close(): void {
    this.#end.abort();
  }

  /**
   * @returns the failure of a host that cannot be reached at all: its pages would fail in the same
   * way
   */
  async robots(url: CrawlUrl): Promise<RobotsSaid | HostFailure> {
    if (this.#parts.workflow.politeness.robots === 'ignore') return IGNORED;
    const robots = await this.originRobots(url);
    if ('ok' in robots) return robots;
    const known = { obeyed: true, line: null, pattern: null, status: robots.status };
    return robots.rules === null ? { ...known, allowed: robots.allowsAll } : { ...known, ...robots.rules.verdict(url) };
  }

  /** The robots.txt of an address, requested once; also where the workflow ignores it. */
  originRobots(url: CrawlUrl): Promise<OriginRobots | HostFailure> {
    const origin = originOf(url);
    const asked = this.#robots.get(origin) ?? this.#parsedRobots(origin);
    this.#robots.set(origin, asked);
    return asked;
  }

  /**
   * The page itself: one request, no redirect is followed. The body of what is not a page is left.
   */
  page(url: CrawlUrl, mostBytes = MOST_PAGE_BYTES): Promise<FetchResult> {
    const { limits, fetch } = this.#parts.workflow;
    const cutsBody = fetch.largePages === 'cut' && limits.pageBytes <= mostBytes;
    const decideBody = (type: string | null): boolean => this.#types.isPage(type);
    return this.#get(url, { maxBytes: Math.min(limits.pageBytes, mostBytes), cutsBody, decideBody });
  }

  /** A sitemap: one request, no redirect is followed. */
  sitemap(url: CrawlUrl, maxBytes: number): Promise<FetchResult> {
    return this.#get(url, { maxBytes, decideBody: () => true });
  }

  async #parsedRobots(origin: string): Promise<OriginRobots | HostFailure> {
    const { politeness } = this.#parts.workflow;
    const result = await this.#robotsFile(origin);
    if (!result.ok && isHostFailure(result)) return result;
    const status = result.ok && result.end === 'complete' ? result.status : null;
    const access = robotsAccess(status, politeness.robotsError);
    if (access !== 'parse' || !result.ok) return { rules: null, allowsAll: access === 'allow-all', status };
    const rules = parseRobots(result.body, politeness.userAgent, `${origin}/robots.txt`);
    return { rules: rules.matching(politeness.robotsMatch), allowsAll: false, status };
  }

  async #robotsFile(origin: string): Promise<FetchResult> {
    let url = `${origin}/robots.txt` as CrawlUrl;
    for (let hop = 0; ; hop++) {
      const result = await this.#get(url, { maxBytes: MOST_ROBOTS_BYTES, decideBody: () => true, ours: hop > 0 });
      const isRedirect = result.ok && result.status >= 300 && result.status < 400;
      const location = isRedirect ? headerOf(result, 'location') : null;
      const next = location === null ? null : parseCrawlUrl(utf8Of(location), url);
      if (next === null || hop === ROBOTS_REDIRECTS) return result;
      url = next;
    }
  }

  #get(
    url: CrawlUrl,
    how: {
      readonly maxBytes: number;
      readonly cutsBody?: boolean;
      readonly decideBody: (type: string | null) => boolean;
      readonly ours?: boolean;
    },
  ): Promise<FetchResult> {
    const { workflow, fetcher } = this.#parts;
    this.requests += 1;
    const headers = this.#headersOf(url);
    return fetcher.fetch(
      {
        url,
        method: 'GET',
        // Configured headers do not follow a redirect of robots.txt.
        headers: how.ours === true ? headers.filter(([name]) => /^(?:user-agent|accept)$/i.test(name)) : headers,
        timeoutMs: Math.min(workflow.fetch.timeoutSeconds * 1_000, this.#mostMs),
        maxBytes: how.maxBytes,
        cutsBody: how.cutsBody === true,
        http2: workflow.fetch.http2,
        decideBody: (head) =>
          head.status !== 200 || how.decideBody(headerOf(head, 'content-type')) ? 'read' : 'leave',
        signal: this.#end.signal,
      },
      1,
    );
  }
}
