import type { DeferReason } from '#core/model/outcome.ts';
import { CircuitBreaker } from '#core/politeness/breaker.ts';

/**
 * A longer wait between two requests to a host is not sat out by a worker: the host's tasks are
 * deferred (design.md §6).
 */
export const LONGEST_WAIT_MS = 60_000;

/** No file makes us come back later than a day. */
const MOST_CRAWL_DELAY_SECONDS = 86_400;

/** The longest delay that a measured response asks for. */
export const LONGEST_MEASURED_DELAY_MS = LONGEST_WAIT_MS;

/** When a host may be asked next, and what it waits for. */
export interface HostTurn {
  readonly at: number;
  readonly reason: Extract<DeferReason, 'delay' | 'crawl-delay' | 'retry-after' | 'back-off' | 'lease'>;
}

/**
 * What a Crawl-delay does to the workflow's delay (`politeness.crawlDelay`): the longer counts, or
 * it takes its place.
 */
export type CrawlDelayRule = 'raise' | 'replace';

/**
 * When one host may be asked next: the delay in force (workflow's delay and Crawl-delay, by
 * `CrawlDelayRule`; never less than `delayFactor` times its last response) after the last start,
 * and not before what Retry-After, a back-off or the owner before said. Durations and instants in
 * milliseconds of one monotonic clock. Robots.txt requests are exempt.
 */
export class HostClock {
  readonly breaker = new CircuitBreaker();
  readonly #workflowDelayMs: number;
  readonly #rule: CrawlDelayRule;
  readonly #factor: number;
  /** How long the last response took. */
  #tookMs = 0;
  /** Null: no robots.txt of the host has said one. */
  #crawlDelayMs: number | null = null;
  #lastStart = Number.NEGATIVE_INFINITY;
  #hold: HostTurn = { at: Number.NEGATIVE_INFINITY, reason: 'delay' };
  #askedUntil = Number.NEGATIVE_INFINITY;

  /** @param factor `politeness.delayFactor` */
  constructor(workflowDelayMs: number, rule: CrawlDelayRule = 'raise', factor = 0) {
    this.#workflowDelayMs = workflowDelayMs;
    this.#rule = rule;
    this.#factor = factor;
  }

  /** The delay in force, without what passes by itself (Retry-After, back-off). */
  get delayMs(): number {
    return Math.max(this.#askedDelayMs, this.#measuredDelayMs);
  }

  /** How long the last response took, where that decides the delay in force; else null. */
  get slowResponseMs(): number | null {
    return this.#measuredDelayMs > this.#askedDelayMs ? this.#tookMs : null;
  }

  get #measuredDelayMs(): number {
    return Math.min(this.#factor * this.#tookMs, LONGEST_MEASURED_DELAY_MS);
  }

  /** What workflow and robots.txt ask for. */
  get #askedDelayMs(): number {
    if (this.#crawlDelayMs === null) return this.#workflowDelayMs;
    return this.#rule === 'replace' ? this.#crawlDelayMs : Math.max(this.#workflowDelayMs, this.#crawlDelayMs);
  }

  /** When the last request began; -Infinity when there was none. */
  get lastStart(): number {
    return this.#lastStart;
  }

  /**
   * Until when the host itself asked not to be asked (Retry-After): it binds the next owner too.
   * -Infinity: it did not.
   */
  get askedUntil(): number {
    return this.#askedUntil;
  }

  /** A robots.txt of the host asks for a Crawl-delay; of several origins' the longest counts. */
  asks(crawlDelaySeconds: number | null): void {
    if (crawlDelaySeconds === null) return;
    const asked = Math.min(crawlDelaySeconds, MOST_CRAWL_DELAY_SECONDS) * 1000;
    this.#crawlDelayMs = Math.max(asked, this.#crawlDelayMs ?? 0);
  }

  /** A request began. */
  started(at: number): void {
    if (at > this.#lastStart) this.#lastStart = at;
  }

  /** A response took so long, from the start of its request to its end. */
  took(ms: number): void {
    this.#tookMs = Math.max(0, ms);
  }

  /** No request before `at`; an earlier hold that lasts longer stays. */
  hold(at: number, reason: HostTurn['reason']): void {
    if (at > this.#hold.at) this.#hold = { at, reason };
    if (reason === 'retry-after') this.#askedUntil = Math.max(this.#askedUntil, at);
  }

  /** The earliest start of the next request; -Infinity: at once. */
  next(): HostTurn {
    const spaced = this.delayMs === 0 ? Number.NEGATIVE_INFINITY : this.#lastStart + this.delayMs;
    const { openUntil } = this.breaker;
    if (openUntil > 0 && openUntil > spaced && openUntil > this.#hold.at) return { at: openUntil, reason: 'back-off' };
    if (this.#hold.at > spaced) return this.#hold;
    const isOwn = this.slowResponseMs !== null || this.delayMs === this.#workflowDelayMs;
    return { at: spaced, reason: isOwn ? 'delay' : 'crawl-delay' };
  }
}
