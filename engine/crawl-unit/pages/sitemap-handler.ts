import type { Candidate } from '#core/archive/chunk/chunk-lines.ts';
import type { PlanTask } from '#core/archive/plan.ts';
import { sha256Hex } from '#core/bytes/digest.ts';
import { codeOf } from '#core/error.ts';
import { botWallOf } from '#core/fetch/bot-wall.ts';
import type { FetchAnswer, FetchResult } from '#core/fetch/fetcher.ts';
import { headerOf } from '#core/fetch/headers/response-headers.ts';
import { classifyStatus } from '#core/fetch/status.ts';
import type { Outcome } from '#core/model/outcome.ts';
import { hostKeyOf } from '#core/politeness/hosts/host-key.ts';
import { parseSitemap, type Sitemap } from '#core/sitemap/parse-sitemap.ts';
import { sitemapKey } from '#core/sitemap/sitemap-key.ts';
import {
  MOST_SITEMAPS_OF_HOST,
  SITEMAP_MOST_DEPTH,
  SITEMAP_MOST_HOPS,
  type SitemapPlace,
} from '#core/sitemap/sitemap-place.ts';
import { type CrawlUrl, parseCrawlUrl } from '#core/url/crawl-url.ts';
import { originOf } from '#core/url/origin.ts';
import { MAX_URL_LENGTH } from '#core/url/url-length.ts';
import type { ChunkWriter } from '#engine/crawl-unit/chunk/chunk-writer.ts';
import type { Job } from '#engine/crawl-unit/jobs/job.ts';
import type { OutcomeFacts, TaskSettlement } from '#engine/crawl-unit/jobs/task-settlement.ts';
import type { LinkCollector } from '#engine/crawl-unit/links/link-collector.ts';
import { factsOf, type PageHandler, utf8Of, type Visited } from '#engine/crawl-unit/pages/page-handler.ts';
import type { SitemapEntryPolicy } from '#engine/crawl-unit/pages/sitemap-entry-policy.ts';

export interface SitemapHandlerParts {
  readonly writer: ChunkWriter;
  readonly reports: TaskSettlement;
  readonly collector: LinkCollector;
  /** Concludes what goes wrong, as for a page. */
  readonly pages: PageHandler;
  readonly check: SitemapEntryPolicy;
}

/** A task that is a sitemap. */
type SitemapJob = Job & { readonly task: { readonly sitemap?: SitemapPlace | undefined } };

const SETTLED: Visited = { conclusion: { type: 'settled', bytes: 0 }, hold: null };

/**
 * Turns a fetched sitemap into candidates: entries, or the sitemaps that an index names. It is
 * archived like a page, and is none: its outcome ends its work and is in no count.
 */
export class SitemapHandler {
  readonly #parts: SitemapHandlerParts;
  /** Page task of lowest rank, by origin: what robots.txt names was found there. */
  readonly #first = new Map<string, PlanTask>();

  /** @param tasks of the unit; none unless the workflow follows what robots.txt names */
  constructor(parts: SitemapHandlerParts, tasks: readonly PlanTask[]) {
    this.#parts = parts;
    for (const task of tasks) {
      if (task.sitemap !== undefined) continue;
      const origin = originOf(task.url as CrawlUrl);
      const before = this.#first.get(origin);
      if (before === undefined || isBefore(task, before)) this.#first.set(origin, task);
    }
  }

  /** An origin's robots.txt names these. */
  named(origin: string, sitemaps: readonly string[]): void {
    const by = this.#first.get(origin);
    if (by === undefined) return;
    const host = hostKeyOf(by.url as CrawlUrl);
    const moved = by.hop === undefined ? {} : { moved: true as const };
    for (const [position, url] of sitemaps.slice(0, MOST_SITEMAPS_OF_HOST).entries()) {
      this.#found(by, { url: url as CrawlUrl, position, sitemap: { depth: 0, host }, ...moved });
    }
  }

  /** `job.attempts` counts this try already. */
  async conclude(job: SitemapJob, result: FetchResult): Promise<Visited> {
    const { pages } = this.#parts;
    if (!result.ok || botWallOf(result, result.body) !== null) return pages.conclude(job, result);
    const location = headerOf(result, 'location');
    const status = classifyStatus(result.status, location !== null);
    if (status === 'redirect') return this.#redirect(job, result, location ?? '');
    if (status !== 'page') return pages.conclude(job, result);
    if (result.end === 'complete') return this.#read(job, result);
    const visited = await pages.conclude(job, result);
    const isGivenUp = visited.conclusion.type === 'settled';
    if (isGivenUp && isCut(result)) await this.#take(job, parsed(job, result).sitemap); // what has come of it counts
    return visited;
  }

  async #read(job: SitemapJob, answer: FetchAnswer): Promise<Visited> {
    const { sitemap, outcome } = parsed(job, answer);
    const taken = await this.#take(job, sitemap);
    if (!taken.complete) {
      job.attempts -= 1;
      const cause = 'robots.txt of hosts that it names';
      return { conclusion: { type: 'again', at: 0, reason: 'back-off', cause }, hold: null };
    }
    const { body, wireBody } = answer;
    const facts = { ...factsOf(answer), bytes: body.length, wireBytes: wireBody.length, digest: sha256Hex(body) };
    const dropped = taken.dropped > 0 ? { linksDropped: taken.dropped } : {};
    return this.#settle(job, answer, { outcome, facts: { ...facts, ...dropped } });
  }

  #redirect(job: SitemapJob, answer: FetchAnswer, location: string): Visited {
    const url = parseCrawlUrl(utf8Of(location), job.url);
    const { sitemap } = job.task;
    const hops = (sitemap?.hops ?? 0) + 1;
    const isLong = url !== null && url.length > MAX_URL_LENGTH;
    if (url === null || isLong || hops > SITEMAP_MOST_HOPS || sitemap === undefined) {
      const reason = isLong ? 'url-too-long' : url === null ? 'invalid-url' : 'too-many-redirects';
      const outcome: Outcome = { type: 'skipped', reason };
      return this.#settle(job, answer, { outcome, facts: factsOf(answer) });
    }
    const root = sitemap.root ?? job.task.url;
    this.#found(job.task, { url, position: 0, sitemap: { ...sitemap, root, hops } });
    const key = sitemapKey(url);
    const facts = { ...factsOf(answer), target: { key, url, reason: null } };
    return this.#settle(job, answer, { outcome: { type: 'redirected', to: key }, facts });
  }

  #settle(job: Job, answer: FetchAnswer, { outcome, facts }: { outcome: Outcome; facts: OutcomeFacts }): Visited {
    const { writer, reports } = this.#parts;
    const pointer = writer.exchange(answer, job.url);
    reports.settle(job, outcome, pointer === null ? facts : { ...facts, warc: pointer }, answer.endedAt);
    return SETTLED;
  }

  /** Takes up what it lists. */
  async #take(job: SitemapJob, sitemap: Sitemap | null): Promise<TakenSitemap> {
    const place = job.task.sitemap;
    if (sitemap === null || place === undefined) return ALL_TAKEN;
    if (sitemap.isIndex) {
      this.#takeIndex(job, place, sitemap);
      return ALL_TAKEN;
    }
    const { check, collector } = this.#parts;
    const entries = sitemap.urls.flatMap(({ loc }, position): [number, CrawlUrl][] => {
      const url = parseCrawlUrl(loc);
      return url === null ? [] : [[position, url]];
    });
    const { speaksFor, complete } = await check.verdict(job, urlsOf(entries));
    const taken = entries.filter(([, url]) => speaksFor(url));
    return { complete, dropped: collector.collectEntries(job.task, taken) };
  }

  #takeIndex(job: SitemapJob, place: SitemapPlace, index: Sitemap): void {
    if (place.depth >= SITEMAP_MOST_DEPTH) return;
    const root = place.root ?? job.task.url;
    const { hops: _, ...above } = place;
    for (const [position, { loc }] of index.urls.slice(0, MOST_SITEMAPS_OF_HOST).entries()) {
      const url = parseCrawlUrl(loc);
      if (url !== null) this.#found(job.task, { url, position, sitemap: { ...above, depth: place.depth + 1, root } });
    }
  }

  #found(by: PlanTask, line: Pick<Candidate, 'position' | 'sitemap' | 'moved'> & { readonly url: CrawlUrl }): void {
    const { key, level, rank } = by;
    const candidate = { kind: 'candidate' as const, key: sitemapKey(line.url), by: key, level, rank, reason: null };
    this.#parts.collector.collectSitemap({ ...candidate, ...line });
  }
}

interface TakenSitemap {
  /**
   * False: not all hosts that it names answered for their robots.txt yet. Surf reads the sitemap
   * again later.
   */
  readonly complete: boolean;
  /** Entries that were not read, because judging them took `MOST_JUDGING_MS`. */
  readonly dropped: number;
}

const ALL_TAKEN: TakenSitemap = { complete: true, dropped: 0 };

const isBefore = (a: PlanTask, b: PlanTask): boolean => (a.level === b.level ? a.rank < b.rank : a.level < b.level);

const isCut = ({ end }: FetchAnswer): boolean => end === 'length' || end === 'time' || end === 'disconnect';

function* urlsOf(entries: readonly [number, CrawlUrl][]): Generator<CrawlUrl> {
  for (const [, url] of entries) yield url;
}

/** The sitemap, and the facts about it; null if it is none. */
function parsed(job: Job, { body, headers }: FetchAnswer): { sitemap: Sitemap | null; outcome: Outcome } {
  const [, contentType = null] = headers.find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  try {
    return { sitemap: parseSitemap({ url: job.url, contentType, body }), outcome: { type: 'stored' } };
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'SITEMAP_INVALID' && code !== 'SITEMAP_TOO_LARGE') throw error;
    const reason = code === 'SITEMAP_TOO_LARGE' ? 'too-large' : 'content-type';
    return { sitemap: null, outcome: { type: 'skipped', reason, rule: (error as Error).message.slice(0, 200) } };
  }
}
