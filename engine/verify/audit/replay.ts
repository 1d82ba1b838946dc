import type { CandidateLine, OutcomeLine } from '#core/archive/chunk/chunk-lines.ts';
import type { RefusedByLink } from '#core/model/link-reason.ts';
import type { Outcome, SkipReason } from '#core/model/outcome.ts';
import { hostKeyOf } from '#core/politeness/hosts/host-key.ts';
import type { SitemapPlace } from '#core/sitemap/sitemap-place.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { type Seed, seedUrls } from '#core/url/seed/seed.ts';
import type { BarrenCount } from '#engine/verify/audit/count-barren.ts';
import type { KnownTask } from '#engine/verify/audit/known-task.ts';
import type { ReplayedWalks } from '#engine/verify/audit/replayed-walks.ts';
import { Tally } from '#engine/verify/audit/tally.ts';

export interface SeenKey {
  readonly level: number;
  readonly reason: SkipReason | null;
  /** The wave whose end decided it. */
  readonly wave: number;
  /** It was found in a segment. */
  found: boolean;
}

export interface RedirectEdge {
  readonly from: string;
  readonly to: string;
  readonly rank: number;
  readonly level: number;
}

/** A task's first settling outcome of a wave, with the base name of its chunk. */
export interface Answer {
  readonly task: KnownTask;
  readonly line: OutcomeLine;
  readonly base: string;
}

/**
 * The crawl as the log tells it, wave after wave. Plain maps: about 400 bytes and the URL for each
 * admitted URL, 150 for each other.
 */
export class Replay {
  readonly tally = new Tally();
  readonly tasks = new Map<string, KnownTask>();
  readonly seen = new Map<string, SeenKey>();
  /** Digest → the page that has it. */
  readonly holders = new Map<string, KnownTask>();
  /** Duplicates of levels that are not closed: which page they are duplicates of may change. */
  duplicates: KnownTask[] = [];
  readonly hostPages = new Map<string, number>();
  /** Origins that gave a page, also one that is a duplicate. */
  readonly answered = new Set<string>();
  /** Addresses admitted of each pattern, with `traps.pagesPerPattern`. */
  readonly patterns = new Map<string, number>();
  /** Yield of groups of addresses, with `traps.barrenPages`; null if the execution counts none. */
  barren: BarrenCount | null = null;
  /** The last rank given, by level. */
  readonly ranks: number[] = [];
  /** Candidates that are not merged yet: of each wave the best of each key. */
  candidates: ReadonlyMap<string, CandidateLine>[] = [];
  /** Candidates of found sitemaps, and entries that belong to the level of their sitemap.
   */
  sitemaps: ReadonlyMap<string, CandidateLine>[] = [];
  entries: ReadonlyMap<string, CandidateLine>[] = [];
  /** Walks of a sample; null: none began. Its candidates stay. */
  walks: ReplayedWalks | null = null;
  /** Sitemaps that each host led to. */
  readonly hostSitemaps = new Map<string, number>();
  /** Redirects to targets that were found since the last merge. */
  edges: RedirectEdge[] = [];
  redirectTargets = new Set<string>();
  readonly scopeSeeds: Set<string>;
  /** A seed redirected since the last merge. */
  widened = false;
  level = 0;
  /** The wave that is being closed. */
  wave = 0;
  /** Keys of the manifests so far, by wave. */
  readonly manifests: string[] = [];
  bytes = 0;
  /** Bytes of pages that were not modified. */
  savedBytes = 0;
  /** Pages of which only the first bytes were read. */
  cutPages = 0;
  /** Bytes of the objects of all chunks. */
  storedBytes = 0;

  constructor(seeds: readonly Seed[]) {
    this.scopeSeeds = new Set(seedUrls(seeds));
  }

  /** A URL key was met for the first time. */
  discover(key: string, level: number, reason: SkipReason | null): void {
    this.tally.discover(level);
    this.#decided(key, level, reason);
  }

  /**
   * A URL that only links led to which Surf does not follow is decided again; its one count moves.
   */
  decideAnew(key: string, before: SeenKey & RefusedByLink, now: { level: number; reason: SkipReason | null }): void {
    this.tally.takeUp(before, now.level);
    this.#decided(key, now.level, now.reason);
  }

  /** Refuses in rank order what the crawl would otherwise admit. */
  refuse(key: string, level: number, reason: SkipReason): void {
    this.#decided(key, level, reason);
  }

  /** An admitted URL waits to be crawled. */
  admit(
    task: Pick<KnownTask, 'key' | 'url' | 'level' | 'rank' | 'via' | 'hop' | 'seed' | 'depthLeft' | 'cash'>,
    sitemap: SitemapPlace | null = null,
  ): KnownTask {
    const known: KnownTask = {
      ...task,
      sitemap,
      listed: false,
      planned: false,
      lone: 0,
      errors: undefined,
      settled: null,
    };
    this.tasks.set(task.key, known);
    return known;
  }

  /** A sitemap is admitted: its key is seen, and in no count. */
  admitSitemap(task: Pick<KnownTask, 'key' | 'url' | 'level' | 'rank' | 'via'>, place: SitemapPlace): KnownTask {
    this.seen.set(task.key, { level: task.level, reason: null, wave: this.wave, found: false });
    this.hostSitemaps.set(place.host, (this.hostSitemaps.get(place.host) ?? 0) + 1);
    return this.admit({ ...task, hop: 0, seed: false }, place);
  }

  /** Admitted sitemaps of which nothing is known yet. */
  unreadSitemaps(): number {
    let unread = 0;
    for (const task of this.tasks.values()) if (task.sitemap !== null && !isSettledSitemap(task)) unread += 1;
    return unread;
  }

  /** Pages (stored and notModified) of the host of `task` become more or fewer. */
  countPage(task: KnownTask, by: 1 | -1): void {
    const host = hostOf(task.url);
    this.hostPages.set(host, (this.hostPages.get(host) ?? 0) + by);
  }

  #decided(key: string, level: number, reason: SkipReason | null): void {
    this.seen.set(key, { level, reason, wave: this.wave, found: false });
    if (reason !== null) this.tally.settle(level, { type: 'skipped', reason });
  }
}

export const hostOf = (url: string): string => hostKeyOf(url as CrawlUrl);

export const isPage = (outcome: Outcome): boolean => outcome.type === 'stored' || outcome.type === 'notModified';

/**
 * Units that had a sitemap alone and died, after which it is given up. No line and no row says so.
 */
const LONE_DEATHS = 2;

export const isSettledSitemap = ({ sitemap, settled, lone }: KnownTask): boolean =>
  sitemap !== null && (settled !== null || lone >= LONE_DEATHS);
