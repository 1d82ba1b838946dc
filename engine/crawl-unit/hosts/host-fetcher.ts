import type { FetchFailure, FetchResult } from '#core/fetch/fetcher.ts';
import { RETRY_AFTER_CAUSE } from '#core/frontier/waits/wait-remedy.ts';
import type { DeferReason } from '#core/model/outcome.ts';
import { noRoomBackoffMs } from '#core/politeness/backoff.ts';
import { LONGEST_WAIT_MS } from '#core/politeness/delay.ts';
import type { HostKey } from '#core/politeness/hosts/host-key.ts';
import { originOf } from '#core/url/origin.ts';
import {
  type ConnectionFailure,
  isConnectionLevel,
  neverSent,
  noTryOf,
  tooSlow,
} from '#engine/crawl-unit/fetchers/fetch-failure-class.ts';
import type { HostFetcherParts, HostParts, HostWait } from '#engine/crawl-unit/hosts/host-fetcher-parts.ts';
import { type Asked, PageRequests } from '#engine/crawl-unit/hosts/page-requests.ts';
import { unitWait } from '#engine/crawl-unit/hosts/unit-wait.ts';
import { type Job, noteError } from '#engine/crawl-unit/jobs/job.ts';
import { isNoTry, type RobotsCache } from '#engine/crawl-unit/robots/robots-cache.ts';
import { wordsOfHalt } from '#engine/crawl-unit/unit/unit-cancellation.ts';

/** Longer waits, the host's ordinary spacing excepted, release its slot and lease. */
const PAUSE_MS = 5_000;
/** Time after which a request asks again for an address that another crawl has. */
const ADDRESS_PAUSE_MS = 3_000;
/** Times that Surf ends a request for other hosts without counting it as a try of its URL. */
const MOST_CUTS = 3;
/** A host's ordinary waits. */
const SPACING: ReadonlySet<DeferReason> = new Set<DeferReason>(['delay', 'crawl-delay', 'bandwidth', 'rate']);
/** A shorter wait is not shown. */
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
  /** Slots decide one after another. */
  #gate: Promise<void> = Promise.resolve();
  /** The job and address that robots.txt allowed last: asked once, however often it has to wait. */
  #allowed: { readonly job: Job; readonly url: string } | null = null;
  /** The host's robots.txt is known. */
  #heard = false;
  readonly #requests: PageRequests;
  /** Reason to leave the host alone for a while. */
  #down: HostDown | null = null;
  /** The host made room for others: from then on it comes after them. */
  #isLast = false;
  #leftBecause = '';

  constructor(parts: HostFetcherParts, own: HostParts) {
    this.#parts = parts;
    this.#own = own;
    this.#requests = new PageRequests(parts, own);
  }

  get host(): HostKey {
    return this.#own.host;
  }

  /** The delay in force; null before the first request: earlier knowledge is better then. */
  get delayMs(): number | null {
    const { delayMs, lastStart } = this.#own.hostClock;
    return this.#heard || lastStart !== Number.NEGATIVE_INFINITY ? delayMs : null;
  }

  /** Current wait, if it takes some time. */
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
    if (!this.#parts.halt.silent) this.#leave();
  }

  /** Runs the fetch slots, and releases the lease after all: no request is in flight then. */
  async #work(): Promise<void> {
    const { connections, halt } = this.#parts;
    const slots = connections === 1 ? [this.#slot()] : Array.from({ length: connections }, () => this.#slot());
    for (const end of await Promise.allSettled(slots)) if (end.status === 'rejected') throw end.reason;
    if (halt.cause !== 'failed') await this.#own.lease.release();
  }

  async #slot(): Promise<void> {
    try {
      for (let job = await this.#turn(); job !== null; job = await this.#turn()) await this.#fetch(job);
    } catch (error) {
      this.#parts.halt.fail(error);
      throw error;
    }
  }

  /** The next job, when its time has come; null when the slot ends. */
  async #turn(): Promise<Job | null> {
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
      const early = unitWait(this.#parts, job, now);
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
        await this.#askRobots(job, this.#parts.robots);
      } else {
        const reserved = share.reserve();
        if (reserved === 'used-up') {
          this.#leftBecause = 'the bytes that this unit may take are used up';
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

  /** Waits if time allows. @returns false when the slot ends: host or jobs come again */
  async #wait(wait: HostWait): Promise<boolean> {
    const left = wait.at - this.#parts.clock.monotonic();
    if ((left > LONGEST_WAIT_MS && wait.reason !== 'rate') || wait.at >= this.#parts.startsUntil) {
      this.#putOff(wait);
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

  /** Defers the rest. An unreachable host uses up a try of each job, so the wait has an end. */
  #putOff(wait: HostWait): void {
    const { clock, reports, retry } = this.#parts;
    const unreachable = this.#own.hostClock.breaker.openUntil > clock.monotonic();
    for (const job of this.#own.queue.drain()) {
      if (unreachable && this.#down !== null) {
        job.attempts += 1;
        noteError(job, { code: this.#down.reason, message: this.#down.message, at: Math.floor(clock.now()) });
        if (job.attempts >= retry.attempts) {
          reports.settle(job, { type: 'failed', reason: this.#down.reason });
          continue;
        }
      }
      const { notBefore, reason, cause } = job.notBefore > wait.at ? job : { ...wait, notBefore: wait.at };
      reports.defer(job, { reason, until: notBefore, cause });
    }
  }

  /** Defers the jobs that the unit's end leaves. */
  #leave(): void {
    const { clock, halt, reports } = this.#parts;
    const now = clock.monotonic();
    const because = this.#leftBecause === '' ? wordsOfHalt(halt.cause) : this.#leftBecause;
    for (const job of this.#own.queue.drain()) {
      const { notBefore, reason, cause } = job;
      if (halt.wayGone !== null) {
        const { way, detail } = halt.wayGone;
        job.cuts = 0; // no try, however often
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

  /** Settles or defers what robots.txt does not allow. */
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

  async #askRobots(job: Job, robots: RobotsCache): Promise<void> {
    const { hostClock, queue } = this.#own;
    const origin = originOf(job.url);
    const answer = await this.#requests.askRobots(job, robots);
    if (answer === 'later') return;
    if ('ok' in answer) {
      queue.take(job);
      if (isNoTry(answer)) {
        if (answer.unsent === true) this.#notAdmitted(job, answer);
        else this.#noTry(job, answer);
        return;
      }
      hostClock.started(this.#parts.clock.monotonic());
      await this.#tried(job, answer);
      return;
    }
    this.#heard = true;
    if (answer.type !== 'unreachable') hostClock.breaker.answered();
    if (answer.type !== 'rules') return;
    hostClock.learnCrawlDelay(answer.rules.crawlDelaySeconds);
    this.#parts.sitemaps.named(origin, answer.rules.sitemaps);
  }

  async #fetch(job: Job): Promise<void> {
    this.#parts.reports.countFetch();
    const asked = await this.#requests.ask(job);
    if (asked === 'later' || this.#wasHalted(asked)) this.#parts.share.settle(this.#unfinished(job));
    else if (!asked.result.ok && asked.result.unsent === true)
      this.#parts.share.settle(this.#notAdmitted(job, asked.result));
    else if (!asked.result.ok && isNoTry(asked.result)) this.#parts.share.settle(this.#noTry(job, asked.result));
    else {
      const { result, sent } = asked;
      if (!result.ok && result.gaveWay === true) this.#stepBack(result.message);
      const lost = !sent ? neverSent(result) : this.#wasCut(result) ? tooSlow(result) : null;
      this.#parts.share.settle(await this.#tried(job, lost ?? result));
    }
  }

  /** Did the unit's end cut it short? One that had half of the unit's time has had its try. */
  #wasHalted({ result, sent, tookMs }: Asked): boolean {
    const { halt, hours, clock, unitMs } = this.#parts;
    if (!sent) return halt.cause !== null || !hours.isOpen(clock.now());
    return this.#wasCut(result) && (halt.silent || tookMs < unitMs / 2);
  }

  #unfinished(job: Job): number {
    const { clock, halt } = this.#parts;
    this.#again(job, { at: clock.monotonic(), reason: 'unit-time', cause: wordsOfHalt(halt.cause) });
    return 0;
  }

  /** Another crawl has the host's address, or too many hosts of this one: that is not a try. */
  #notAdmitted(job: Job, { message: cause, gaveWay }: FetchFailure): number {
    if (gaveWay === true) this.#stepBack(cause);
    this.#again(job, { at: this.#parts.clock.monotonic() + ADDRESS_PAUSE_MS, reason: 'address', cause });
    return 0;
  }

  /** Surf made room, or the way out is gone: only several times of that are a try. */
  #noTry(job: Job, failure: FetchFailure): number {
    const { clock, reports, retry } = this.#parts;
    const { message, endedAt, startedAt } = failure;
    const [code, reason] = noTryOf(failure);
    job.cuts += 1;
    job.startedAt ??= startedAt;
    noteError(job, { code, message, at: endedAt });
    if (code === 'no-room') this.#stepBack(message);
    if (job.cuts > MOST_CUTS) {
      job.cuts = 0;
      job.attempts += 1;
    }
    if (job.attempts >= retry.attempts) reports.settle(job, { type: 'failed', reason: code }, {}, endedAt);
    else this.#again(job, { at: clock.monotonic() + noRoomBackoffMs(job.cuts), reason, cause: message });
    return 0;
  }

  /** Gives the host's place to one that waits for it, and comes again after all that wait. */
  #stepBack(cause: string): void {
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
    const { visit, sitemaps } = this.#parts;
    const { conclusion, hold, wall } = await (job.task.sitemap === undefined ? visit : sitemaps).conclude(job, result);
    if (wall !== undefined) {
      this.#down = { reason: 'blocked', message: wall, cause: 'the host shows a bot wall' };
      hostClock.breaker.blocked(now);
    } else if (result.ok) hostClock.breaker.answered();
    else if (isConnectionLevel(result)) {
      this.#down = { reason: result.reason, message: result.message, cause: 'the host cannot be reached' };
      hostClock.breaker.failed(now);
    }
    if (hold !== null) hostClock.hold(hold.at, hold.reason);
    if (conclusion.type === 'again') this.#again(job, conclusion);
    else if (conclusion.type === 'moved') {
      job.url = conclusion.url;
      job.moves += 1;
      job.attempts -= 1;
      this.#again(job, { at: now, reason: 'unit-time', cause: '' });
    }
    await this.#parts.afterPage();
    return conclusion.type === 'settled' ? conclusion.bytes : 0;
  }

  #again(job: Job, wait: HostWait): void {
    job.notBefore = wait.at;
    job.reason = wait.reason;
    job.cause = wait.cause;
    this.#own.queue.again(job);
  }

  #causeOf(reason: DeferReason): string {
    if (reason === 'retry-after') return RETRY_AFTER_CAUSE;
    if (reason === 'back-off') return this.#down?.cause ?? 'the host is overloaded';
    return this.#own.hostClock.spacing;
  }
}

/** Details of tasks that wait for a host that Surf leaves alone, or that waited too often. */
interface HostDown {
  readonly reason: ConnectionFailure['reason'] | 'blocked';
  readonly message: string;
  readonly cause: string;
}
