/** Surf waits no longer than a day for any file. */
const MOST_CRAWL_DELAY_SECONDS = 86_400;

/** The longest wait for the bandwidth after the last start: larger bodies come faster than it. */
const MOST_BANDWIDTH_MS = 60_000;

/**
 * Pace of the requests to one host, or to all hosts of one domain: the start of the last request,
 * the time of its response, the time at which the received bytes are within the bandwidth, and the
 * longest Crawl-delay of an origin. Instants in milliseconds of one monotonic clock.
 */
export class RequestPace {
  readonly domain: string | null;
  #lastStart = Number.NEGATIVE_INFINITY;
  #tookMs = 0;
  /**
   * Time at which the received bytes are within the bandwidth: the rate may carry the next body
   * then.
   */
  #withinBandwidthAt = Number.NEGATIVE_INFINITY;
  #crawlDelayMs: number | null = null;

  /** @param domain whose hosts share it. @default none: it is of one host */
  constructor(domain: string | null = null) {
    this.domain = domain;
  }

  /** Start of the last request; -Infinity if there was none. */
  get lastStart(): number {
    return this.#lastStart;
  }

  /** Duration of the last response. */
  get tookMs(): number {
    return this.#tookMs;
  }

  /** The delay after the last start that the bandwidth limit requires; 0: none. */
  get bandwidthMs(): number {
    return this.#withinBandwidthAt > this.#lastStart ? this.#withinBandwidthAt - this.#lastStart : 0;
  }

  /** Null: no robots.txt names one. */
  get crawlDelayMs(): number | null {
    return this.#crawlDelayMs;
  }

  /** A robots.txt names a Crawl-delay; the longest counts, a day at most. */
  learnCrawlDelay(crawlDelaySeconds: number): void {
    const asked = Math.min(crawlDelaySeconds, MOST_CRAWL_DELAY_SECONDS) * 1000;
    this.#crawlDelayMs = Math.max(asked, this.#crawlDelayMs ?? 0);
  }

  started(at: number): void {
    if (at > this.#lastStart) this.#lastStart = at;
  }

  /** A body came that takes so long at the bandwidth; those of several answers add up. */
  spendBandwidth(ms: number): void {
    if (ms <= 0) return;
    const withinBandwidthAt = Math.max(this.#withinBandwidthAt, this.#lastStart) + ms;
    this.#withinBandwidthAt = Math.min(withinBandwidthAt, this.#lastStart + MOST_BANDWIDTH_MS);
  }

  took(ms: number): void {
    this.#tookMs = Math.max(0, ms);
  }
}
