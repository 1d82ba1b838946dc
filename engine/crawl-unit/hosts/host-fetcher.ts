import type { FetchFailure, FetchResult } from '#core/fetch/fetcher.ts';
import { RETRY_AFTER_CAUSE } from '#core/frontier/waits/wait-remedy.ts';
import type { DeferReason } from '#core/model/outcome.ts';
import { noRoomBackoffMs } from '#core/politeness/backoff.ts';
import { LONGEST_WAIT_MS } from '#core/politeness/delay.ts';
import type { HostKey } from '#core/politeness/hosts/host-key.ts';
import { originOf } from '#core/url/origin.ts';
import { isConnectionLevel, neverSent, noTryOf, tooSlow } from '#engine/crawl-unit/fetchers/fetch-failure-class.ts';
import type { HostFetcherParts, HostOutage, HostParts, HostWait } from '#engine/crawl-unit/hosts/host-fetcher-parts.ts';
import { PageRequests, type RequestOutcome } from '#engine/crawl-unit/hosts/page-requests.ts';
import { waitOfUnit } from '#engine/crawl-unit/hosts/unit-wait.ts';
import { type Job, noteError } from '#engine/crawl-unit/jobs/job.ts';
import { isNoTry, type RobotsCache } from '#engine/crawl-unit/robots/robots-cache.ts';
import { wordsOfHalt } from '#engine/crawl-unit/unit/unit-cancellation.ts';

/** A longer wait releases the host's slot and lease, unless it is the host's ordinary spacing. */
const PAUSE_MS = 5_000;
/** A request tries again after this time for an address that another crawl holds. */
const ADDRESS_PAUSE_MS = 3_000;
/** Surf ends a request this often for other hosts before it counts a try of the URL. */
const MOST_CUTS = 3;
/** Reasons of the ordinary spacing of a host's requests. */
const SPACING: ReadonlySet<DeferReason> = new Set<DeferReason>(['delay', 'crawl-delay', 'bandwidth', 'rate']);
/** Surf shows no shorter wait. */
const SHOWN_MS = 2_000;

/**
 * Fetches one host's jobs under its lease, robots.txt first, each request the delay after the last
 * start, at most `connections` at once. It defers jobs that exceed the unit's time.
 */
export class HostFetcher {
  readonly #parts: HostFetcherParts;
  readonly #own: HostParts;
  /** Set when the host has to wait: its fetch slots end, and the unit starts it again later. */
  #pause: HostWait | null = null;
  #waiting: HostWait | null = null;
  /** Fetch slots pick their next job one after another. */
  #gate: Promise<void> = Promise.resolve();
  /** The job and address that robots.txt allowed last: a waiting job is checked once. */
  #allowed: { readonly job: Job; readonly url: string } | null = null;
  /** True once the host's robots.txt has been read. */
  #knowsRobots = false;
  readonly #requests: PageRequests;
  /** Why the host gets no requests for a while; null: it does. */
  #outage: HostOutage | null = null;
  /** The host gave its slot to others: from then on it queues behind them. */
  #isLast = false;
  #stopCause = '';

  constructor(parts: HostFetcherParts, own: HostParts) {
    this.#parts = parts;
    this.#own = own;
    this.#requests = new PageRequests(parts, own);
  }

  get host(): HostKey {
    return this.#own.host;
  }

  /** The delay in force; null before the first request, when earlier knowledge is better. */
  get delayMs(): number | null {
    const { delayMs, lastStart } = this.#own.hostClock;
    return this.#knowsRobots || lastStart !== Number.NEGATIVE_INFINITY ? delayMs : null;
  }

  /** The current wait, if it is long enough to show. */
  get waiting(): HostWait | null {
    return this.#waiting;
  }

  /** Ends when every job has an outcome or was deferred. @throws what the stores throw */
  async run(): Promise<void> {
    const { slots } = this.#own;
    for (;;) {
      this.#waiting = slots.wait ?? null;
      await slots.take(this.#isLast);
      this.#waiting = null;
      try {
        this.#pause = null;
        await this.#work();
      } finally {
        slots.give();
      }
      if (this.#pause === null) break;
      await this.#sleep(this.#pause);
    }
    if (!this.#parts.halt.silent) this.#deferRest();
  }

  /** Runs the fetch slots; releases the lease once no request is in flight. */
  async #work(): Promise<void> {
    const { connections, halt } = this.#parts;
    const slots = connections === 1 ? [this.#slot()] : Array.from({ length: connections }, () => this.#slot());
    for (const end of await Promise.allSettled(slots)) if (end.status === 'rejected') throw end.reason;
    if (halt.cause !== 'failed') await this.#own.lease.release();
  }

  async #slot(): Promise<void> {
    try {
      for (let job = await this.#nextInTurn(); job !== null; job = await this.#nextInTurn()) await this.#fetch(job);
    } catch (error) {
      this.#parts.halt.fail(error);
      throw error;
    }
  }

  /** Waits for the next job to be due; null when the slot ends. */
  async #nextInTurn(): Promise<Job | null> {
    if (this.#parts.connections === 1) return this.#next();
    const before = this.#gate;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#gate = promise;
    await before;
    try {
      return await this.#next();
    } finally {
      resolve();
    }
  }

  async #next(): Promise<Job | null> {
    const { clock, halt, rate, share } = this.#parts;
    const { queue, lease, hostClock } = this.#own;
    for (;;) {
      if (halt.cause !== null || this.#pause !== null) return null;
      const now = clock.monotonic();
      if (now >= this.#parts.startsUntil) return null;
      const job = queue.peek(now);
      if (job === null) return null;
      if (this.#isBlocked(job) || this.#refused(job, now)) continue;
      const early = waitOfUnit(this.#parts, job, now);
      if (early !== null) {
        if (!(await this.#wait(early))) return null;
      } else if (!lease.covers(now)) {
        const refusal = await lease.take();
        if (refusal !== null && !(await this.#wait({ ...refusal, reason: 'lease' }))) return null;
      } else if (this.#requests.starting !== null && hostClock.delayMs > 0) {
        await this.#requests.starting; // the spacing counts from when it is sent
      } else if (hostClock.next().at > now) {
        const { at, reason } = hostClock.next();
        if (!(await this.#wait({ at, reason, cause: this.#causeOf(reason) }))) return null;
      } else if (this.#parts.robots?.known(originOf(job.url)) === undefined && this.#parts.robots !== null) {
        await this.#loadRobots(job, this.#parts.robots);
      } else {
        const reserved = share.reserve();
        if (reserved === 'used-up') {
          this.#stopCause = 'the unit has used up its share of bytes';
          return null;
        }
        if (reserved === 'wait') {
          await share.change();
          continue;
        }
        queue.take(job);
        rate?.started(now, clock.now());
        hostClock.started(now);
        return job;
      }
    }
  }

  /**
   * Waits if time allows. @returns false when the slot ends: the host or its jobs try again later
   */
  async #wait(wait: HostWait): Promise<boolean> {
    const left = wait.at - this.#parts.clock.monotonic();
    if ((left > LONGEST_WAIT_MS && wait.reason !== 'rate') || wait.at >= this.#parts.startsUntil) {
      this.#deferAll(wait);
      return false;
    }
    const spacing = SPACING.has(wait.reason);
    if (wait.reason === 'lease' || wait.reason === 'room' || (!spacing && left > PAUSE_MS)) {
      this.#pause = wait;
      return false;
    }
    await this.#sleep(wait);
    return true;
  }

  async #sleep(wait: HostWait): Promise<void> {
    const { clock, halt } = this.#parts;
    const ms = wait.at - clock.monotonic();
    if (ms > SHOWN_MS) this.#waiting = wait;
    await clock.sleep(ms, halt.starts);
    this.#waiting = null;
  }

  /** Defers all jobs. An unreachable host uses up a try of each, so the waiting ends. */
  #deferAll(wait: HostWait): void {
    const { clock, reports, retry } = this.#parts;
    const unreachable = this.#own.hostClock.breaker.openUntil > clock.monotonic();
    for (const job of this.#own.queue.drain()) {
      if (unreachable && this.#outage !== null) {
        job.attempts += 1;
        noteError(job, { code: this.#outage.reason, message: this.#outage.message, at: Math.floor(clock.now()) });
        if (job.attempts >= retry.attempts) {
          reports.settle(job, { type: 'failed', reason: this.#outage.reason });
          continue;
        }
      }
      const { notBefore, reason, cause } = job.notBefore > wait.at ? job : { ...wait, notBefore: wait.at };
      reports.defer(job, { reason, until: notBefore, cause });
    }
  }

  /** Defers the jobs that are left when the unit ends. */
  #deferRest(): void {
    const { clock, halt, reports } = this.#parts;
    const now = clock.monotonic();
    const because = this.#stopCause === '' ? wordsOfHalt(halt.cause) : this.#stopCause;
    for (const job of this.#own.queue.drain()) {
      const { notBefore, reason, cause } = job;
      if (halt.wayGone !== null) {
        const { way, detail } = halt.wayGone;
        job.cuts = 0; // an outage never counts as a try
        reports.defer(job, { reason: `${way}-gone`, until: notBefore, cause: detail });
      } else if (notBefore > now) reports.defer(job, { reason, until: notBefore, cause });
      else reports.defer(job, { reason: 'unit-time', until: now, cause: because });
    }
  }

  #isBlocked(job: Job): boolean {
    const verdict = this.#parts.blocked?.(job) ?? null;
    if (verdict === null || verdict.reason === null) return false;
    this.#own.queue.take(job);
    const { reason, rule } = verdict;
    this.#parts.reports.settle(job, { type: 'skipped', reason, ...(rule !== undefined && { rule }) });
    return true;
  }

  /** Settles or defers a job that robots.txt does not allow. */
  #refused(job: Job, now: number): boolean {
    const { robots, reports, retry, clock } = this.#parts;
    if (robots === null || (this.#allowed?.job === job && this.#allowed.url === job.url)) return false;
    const state = robots.known(originOf(job.url));
    if (state === undefined) return false;
    if (state.type === 'allow-all') {
      this.#allowed = { job, url: job.url };
      return false;
    }
    if (state.type === 'unreachable') {
      this.#own.queue.take(job);
      job.attempts += 1;
      noteError(job, { code: 'robots-unreachable', message: state.cause, at: Math.floor(clock.now()) });
      if (job.attempts >= retry.attempts) reports.settle(job, { type: 'failed', reason: 'robots-unreachable' });
      else reports.defer(job, { reason: 'robots-unreachable', until: Math.max(now, state.until), cause: state.cause });
      return true;
    }
    const { allowed, line, pattern } = state.rules.verdict(job.url);
    if (allowed) {
      this.#allowed = { job, url: job.url };
      return false;
    }
    this.#own.queue.take(job);
    const rule = pattern === null ? undefined : `Disallow: ${pattern}`.slice(0, 200);
    const outcome = { type: 'skipped' as const, reason: 'robots' as const };
    const evidence = { line: line ?? 0, hash: state.hash, at: state.at };
    reports.settle(job, rule === undefined ? outcome : { ...outcome, rule }, { robots: evidence });
    return true;
  }

  async #loadRobots(job: Job, robots: RobotsCache): Promise<void> {
    const { hostClock, queue } = this.#own;
    const origin = originOf(job.url);
    const answer = await this.#requests.loadRobots(job, robots);
    if (answer === 'later') return;
    if ('ok' in answer) {
      queue.take(job);
      if (isNoTry(answer)) {
        if (answer.unsent === true) this.#requeueForAddress(job, answer);
        else this.#endedUntried(job, answer);
        return;
      }
      hostClock.started(this.#parts.clock.monotonic());
      await this.#tried(job, answer);
      return;
    }
    this.#knowsRobots = true;
    if (answer.type !== 'unreachable') hostClock.breaker.answered();
    if (answer.type !== 'rules') return;
    hostClock.learnCrawlDelay(answer.rules.crawlDelaySeconds);
    this.#parts.sitemaps.named(origin, answer.rules.sitemaps);
  }

  async #fetch(job: Job): Promise<void> {
    this.#parts.reports.countFetch();
    const outcome = await this.#requests.request(job);
    if (outcome === 'later' || this.#wasHalted(outcome)) this.#parts.share.settle(this.#requeueUnsent(job));
    else if (!outcome.result.ok && outcome.result.unsent === true)
      this.#parts.share.settle(this.#requeueForAddress(job, outcome.result));
    else if (!outcome.result.ok && isNoTry(outcome.result))
      this.#parts.share.settle(this.#endedUntried(job, outcome.result));
    else {
      const { result, sent } = outcome;
      if (!result.ok && result.gaveWay === true) this.#yieldSlot(result.message);
      const lost = !sent ? neverSent(result) : this.#wasCut(result) ? tooSlow(result) : null;
      this.#parts.share.settle(await this.#tried(job, lost ?? result));
    }
  }

  /** Did the unit's end cut the request short? After half of the unit's time it counts as a try. */
  #wasHalted({ result, sent, tookMs }: RequestOutcome): boolean {
    const { halt, hours, clock, unitMs } = this.#parts;
    if (!sent) return halt.cause !== null || !hours.isOpen(clock.now());
    return this.#wasCut(result) && (halt.silent || tookMs < unitMs / 2);
  }

  #requeueUnsent(job: Job): number {
    const { clock, halt } = this.#parts;
    this.#requeue(job, { at: clock.monotonic(), reason: 'unit-time', cause: wordsOfHalt(halt.cause) });
    return 0;
  }

  /** Another crawl, or too many hosts of this one, use the address: that is not a try. */
  #requeueForAddress(job: Job, { message: cause, gaveWay }: FetchFailure): number {
    if (gaveWay === true) this.#yieldSlot(cause);
    this.#requeue(job, { at: this.#parts.clock.monotonic() + ADDRESS_PAUSE_MS, reason: 'address', cause });
    return 0;
  }

  /**
   * Surf ended the request for others, or the network failed: only repeated ends count as a try.
   */
  #endedUntried(job: Job, failure: FetchFailure): number {
    const { clock, reports, retry } = this.#parts;
    const { message, endedAt, startedAt } = failure;
    const [code, reason] = noTryOf(failure);
    job.cuts += 1;
    job.startedAt ??= startedAt;
    noteError(job, { code, message, at: endedAt });
    if (code === 'no-room') this.#yieldSlot(message);
    if (job.cuts > MOST_CUTS) {
      job.cuts = 0;
      job.attempts += 1;
    }
    if (job.attempts >= retry.attempts) reports.settle(job, { type: 'failed', reason: code }, {}, endedAt);
    else this.#requeue(job, { at: clock.monotonic() + noRoomBackoffMs(job.cuts), reason, cause: message });
    return 0;
  }

  /** Gives the host's slot to a waiting host, and queues behind all that wait. */
  #yieldSlot(cause: string): void {
    this.#isLast = true;
    this.#pause ??= { at: this.#parts.clock.monotonic(), reason: 'room', cause };
  }

  #wasCut(result: FetchResult): boolean {
    if (!this.#parts.halt.requests.aborted) return false;
    return !result.ok || result.end === 'time' || result.end === 'disconnect' || result.end === 'length';
  }

  /** @returns bytes that count towards totalBytes */
  async #tried(job: Job, result: FetchResult): Promise<number> {
    const { hostClock } = this.#own;
    const now = this.#parts.clock.monotonic();
    job.attempts += 1;
    job.startedAt ??= result.startedAt;
    const { pages, sitemaps } = this.#parts;
    const { conclusion, hold, wall } = await (job.task.sitemap === undefined ? pages : sitemaps).conclude(job, result);
    if (wall !== undefined) {
      this.#outage = { reason: 'blocked', message: wall, cause: 'the host shows a bot wall' };
      hostClock.breaker.blocked(now);
    } else if (result.ok) hostClock.breaker.answered();
    else if (isConnectionLevel(result)) {
      this.#outage = { reason: result.reason, message: result.message, cause: 'the host cannot be reached' };
      hostClock.breaker.failed(now);
    }
    if (hold !== null) hostClock.hold(hold.at, hold.reason);
    if (conclusion.type === 'again') this.#requeue(job, conclusion);
    else if (conclusion.type === 'moved') {
      job.url = conclusion.url;
      job.moves += 1;
      job.attempts -= 1;
      this.#requeue(job, { at: now, reason: 'unit-time', cause: '' });
    }
    await this.#parts.afterPage();
    return conclusion.type === 'settled' ? conclusion.bytes : 0;
  }

  #requeue(job: Job, wait: HostWait): void {
    job.notBefore = wait.at;
    job.reason = wait.reason;
    job.cause = wait.cause;
    this.#own.queue.again(job);
  }

  #causeOf(reason: DeferReason): string {
    if (reason === 'retry-after') return RETRY_AFTER_CAUSE;
    if (reason === 'back-off') return this.#outage?.cause ?? 'the host is overloaded';
    return this.#own.hostClock.spacing;
  }
}
