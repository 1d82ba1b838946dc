import type { HostCookies } from '#core/fetch/cookies/host-cookies.ts';
import type { Fetcher } from '#core/fetch/fetcher.ts';
import type { HeaderPair } from '#core/fetch/headers/request-headers.ts';
import type { Clock } from '#core/model/clock.ts';
import type { DeferReason, Verdict } from '#core/model/outcome.ts';
import type { HostClock } from '#core/politeness/delay.ts';
import type { HostKey } from '#core/politeness/hosts/host-key.ts';
import type { UnitRate } from '#core/politeness/rate/unit-rate.ts';
import type { Retry } from '#core/politeness/retry-rules.ts';
import type { VisitHours } from '#core/politeness/visits/visit-hours.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import type { ByteShare } from '#engine/crawl-unit/fetchers/byte-share.ts';
import type { ConnectionFailure } from '#engine/crawl-unit/fetchers/fetch-failure-class.ts';
import type { RequestLease } from '#engine/crawl-unit/hosts/host-lease.ts';
import type { HostSlots, SlotQueue } from '#engine/crawl-unit/hosts/host-slots.ts';
import type { Job } from '#engine/crawl-unit/jobs/job.ts';
import type { JobQueue } from '#engine/crawl-unit/jobs/job-queue.ts';
import type { TaskSettlement } from '#engine/crawl-unit/jobs/task-settlement.ts';
import type { PageHandler } from '#engine/crawl-unit/pages/page-handler.ts';
import type { PageTypes } from '#engine/crawl-unit/pages/page-types.ts';
import type { SitemapHandler } from '#engine/crawl-unit/pages/sitemap-handler.ts';
import type { RobotsCache } from '#engine/crawl-unit/robots/robots-cache.ts';
import type { RetryingCalls } from '#engine/crawl-unit/unit/retrying-calls.ts';
import type { UnitCancellation } from '#engine/crawl-unit/unit/unit-cancellation.ts';

/** Parts that all host fetchers of a unit share. */
export interface HostFetcherParts {
  readonly clock: Clock;
  readonly halt: UnitCancellation;
  readonly calls: RetryingCalls;
  readonly fetcher: Fetcher;
  readonly slots: HostSlots;
  /** Does a host wait for a slot? */
  readonly slotWanted: () => boolean;
  readonly share: ByteShare;
  readonly pages: PageHandler;
  readonly sitemaps: SitemapHandler;
  readonly reports: TaskSettlement;
  readonly types: PageTypes;
  /** Null if the workflow ignores robots.txt. */
  readonly robots: RobotsCache | null;
  /** Refuses jobs that the blocklist forbids since their admission; null: there is no blocklist. */
  readonly blocked: ((job: Job) => Verdict | null) | null;
  readonly retry: Retry;
  /** Hours in which requests may start. */
  readonly hours: VisitHours;
  /** Schedule of the unit's next request; null: at once. */
  readonly rate: UnitRate | null;
  /** Is each URL requested by HEAD first? */
  readonly headFirst: boolean;
  /**
   * Does a failed HEAD lead to a GET? Some servers answer HEAD with errors that GET does not have.
   */
  readonly doubtsHead: boolean;
  readonly connections: number;
  readonly timeoutMs: number;
  /** Does the first try of a URL end early, judged by the host's usual answer time? */
  readonly tunesTimeout: boolean;
  readonly pageBytes: number;
  /** Does Surf keep the first `pageBytes` of a larger page? */
  readonly cutsPages: boolean;
  readonly unitMs: number;
  /** No request starts at or after this (monotonic ms). */
  readonly startsUntil: number;
  /** Called after each page; resolves when fetching may continue. */
  readonly afterPage: () => Promise<void> | void;
}

/** Parts of a single host. */
export interface HostParts {
  readonly host: HostKey;
  readonly queue: JobQueue;
  readonly lease: RequestLease;
  readonly hostClock: HostClock;
  /** `wait`: wait to show for a host in the queue. @default nothing worth showing */
  readonly slots: SlotQueue & { readonly wait?: HostWait };
  /** Headers of a request; they differ between origins of the host. */
  readonly headers: (url: CrawlUrl) => readonly HeaderPair[];
  /** Null if the workflow keeps none. */
  readonly cookies: HostCookies | null;
}

/** Why a host waits, and until when (`at`, monotonic ms). */
export interface HostWait {
  readonly at: number;
  readonly reason: DeferReason;
  readonly cause: string;
}

/** Why Surf sends a host no requests: the failure of its tasks, and the cause of their wait. */
export interface HostOutage {
  readonly reason: ConnectionFailure['reason'] | 'blocked';
  readonly message: string;
  readonly cause: string;
}
