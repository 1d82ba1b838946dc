import type { DeferReason } from '#core/model/outcome.ts';
import { CircuitBreaker } from '#core/politeness/breaker.ts';
import type { Politeness } from '#core/politeness/politeness.ts';
import { RequestPace } from '#core/politeness/request-pace.ts';

/**
 * A worker does not sit out a longer wait between two requests to a host: it defers the host's
 * tasks (design.md §6).
 */
export const LONGEST_WAIT_MS = 60_000;

/** Earliest start of the next request to a host, and the reason for its wait. */
export interface HostTurn {
  readonly at: number;
  readonly reason: Extract<DeferReason, 'delay' | 'crawl-delay' | 'bandwidth' | 'retry-after' | 'back-off' | 'lease'>;
}

/**
 * Effect of a Crawl-delay on the workflow's delay (`politeness.crawlDelay`): the longer of the two
 * counts, or the Crawl-delay replaces it.
 */
export type CrawlDelayRule = 'raise' | 'replace';

export interface HostClockOptions {
  /** `politeness.delayFactor`. @default 0, off */
  readonly factor?: number;
  /** `politeness.bytesPerSecond`. @default null, no bound */
  readonly bytesPerSecond?: number | null;
  /** The pace that the host shares with others of its domain. @default its own */
  readonly pace?: RequestPace;
}

/** The clock of a host under the rules of a workflow. @param pace pace of its domain */
export function hostClockOf(
  { delaySeconds, crawlDelay, delayFactor, bytesPerSecond }: PaceRules,
  pace?: RequestPace,
): HostClock {
  const options = { factor: delayFactor, bytesPerSecond, ...(pace !== undefined && { pace }) };
  return new HostClock(delaySeconds * 1_000, crawlDelay, options);
}

type PaceRules = Pick<Politeness, 'delaySeconds' | 'crawlDelay' | 'delayFactor' | 'bytesPerSecond'>;

/**
 * Earliest start of the next request to one host: the delay in force (workflow's delay and
 * Crawl-delay, by `CrawlDelayRule`; never less than `delayFactor` times its last response, nor than
 * the received bytes take at `bytesPerSecond`) after the last start, and not before the end of a
 * Retry-After, a back-off, or the delay of the host's previous owner. Durations and instants in
 * milliseconds of one monotonic clock. Robots.txt requests are exempt.
 */
export class HostClock {
  readonly breaker = new CircuitBreaker();
  readonly #workflowDelayMs: number;
  readonly #rule: CrawlDelayRule;
  readonly #factor: number;
  readonly #bytesPerSecond: number | null;
  readonly #pace: RequestPace;
  #hold: HostTurn = { at: Number.NEGATIVE_INFINITY, reason: 'delay' };
  #retryAfterUntil = Number.NEGATIVE_INFINITY;

  constructor(workflowDelayMs: number, rule: CrawlDelayRule = 'raise', options: HostClockOptions = {}) {
    const { factor = 0, bytesPerSecond = null, pace } = options;
    this.#workflowDelayMs = workflowDelayMs;
    this.#rule = rule;
    this.#factor = factor;
    this.#bytesPerSecond = bytesPerSecond;
    this.#pace = pace ?? new RequestPace();
  }

  /** The delay in force, without holds that pass by themselves (Retry-After, back-off). */
  get delayMs(): number {
    return Math.max(this.#spacingMs, this.#pace.bandwidthMs);
  }

  /** The delay in force without the bandwidth's. */
  get #spacingMs(): number {
    return Math.max(this.#configuredDelayMs, this.#measuredDelayMs);
  }

  /** Does the bandwidth decide the delay in force? */
  get isBandwidthBound(): boolean {
    return this.#pace.bandwidthMs > this.#spacingMs;
  }

  /** Duration of the last response, where it decides the delay in force; else null. */
  get slowResponseMs(): number | null {
    return this.#measuredDelayMs > this.#configuredDelayMs ? this.#pace.tookMs : null;
  }

  get #measuredDelayMs(): number {
    return Math.min(this.#factor * this.#pace.tookMs, LONGEST_WAIT_MS); // one slow response defers no host
  }

  /** Delay that the workflow and robots.txt ask for. */
  get #configuredDelayMs(): number {
    const { crawlDelayMs } = this.#pace;
    if (crawlDelayMs === null) return this.#workflowDelayMs;
    return this.#rule === 'replace' ? crawlDelayMs : Math.max(this.#workflowDelayMs, crawlDelayMs);
  }

  /** Reason of the spacing between requests, in words. */
  get spacing(): string {
    const { domain } = this.#pace;
    const words = `${Math.round(this.delayMs) / 1000} s between two requests${domain === null ? '' : ` to ${domain}`}`;
    if (this.isBandwidthBound) return `${words}: no more than ${this.#bytesPerSecond} bytes a second`;
    const slowMs = this.slowResponseMs;
    if (slowMs !== null) return `${words}: its last response took ${Math.round(slowMs) / 1000} s`;
    const { crawlDelayMs } = this.#pace;
    const isOfRobots = crawlDelayMs === this.#configuredDelayMs && crawlDelayMs !== this.#workflowDelayMs;
    return isOfRobots ? `${words}: the Crawl-delay of its robots.txt` : words;
  }

  /** Start of the last request; -Infinity if there was none. */
  get lastStart(): number {
    return this.#pace.lastStart;
  }

  /**
   * The end of the host's longest Retry-After, which binds the next owner, too; -Infinity: none.
   */
  get retryAfterUntil(): number {
    return this.#retryAfterUntil;
  }

  /**
   * A robots.txt of the host was read; of several origins' Crawl-delays the longest counts.
   * @param crawlDelaySeconds null: it names none
   */
  learnCrawlDelay(crawlDelaySeconds: number | null): void {
    if (crawlDelaySeconds !== null) this.#pace.learnCrawlDelay(crawlDelaySeconds);
  }

  /** A request began. */
  started(at: number): void {
    this.#pace.started(at);
  }

  /** A response took so long, from the start of its request to its end. */
  took(ms: number): void {
    this.#pace.took(ms);
  }

  /** A response had a body of so many bytes. */
  received(bytes: number): void {
    if (this.#bytesPerSecond !== null) this.#pace.spendBandwidth((bytes * 1_000) / this.#bytesPerSecond);
  }

  /** No request before `at`; an earlier hold that lasts longer stays. */
  hold(at: number, reason: HostTurn['reason']): void {
    if (at > this.#hold.at) this.#hold = { at, reason };
    if (reason === 'retry-after') this.#retryAfterUntil = Math.max(this.#retryAfterUntil, at);
  }

  /** The earliest start of the next request; -Infinity: at once. */
  next(): HostTurn {
    const spaced = this.delayMs === 0 ? Number.NEGATIVE_INFINITY : this.lastStart + this.delayMs;
    const { openUntil } = this.breaker;
    if (openUntil > 0 && openUntil > spaced && openUntil > this.#hold.at) return { at: openUntil, reason: 'back-off' };
    if (this.#hold.at > spaced) return this.#hold;
    if (this.isBandwidthBound) return { at: spaced, reason: 'bandwidth' };
    const isOwn = this.slowResponseMs !== null || this.delayMs === this.#workflowDelayMs;
    return { at: spaced, reason: isOwn ? 'delay' : 'crawl-delay' };
  }
}
