/** No file makes us come back later than a day. */
const MOST_CRAWL_DELAY_SECONDS = 86_400;

/**
 * What spaces the requests to one host, or to all hosts of one domain: when the last one began, how
 * long its response took, and the longest Crawl-delay of an origin. Instants in milliseconds of one
 * monotonic clock.
 */
export class RequestPace {
  readonly domain: string | null;
  #lastStart = Number.NEGATIVE_INFINITY;
  #tookMs = 0;
  #crawlDelayMs: number | null = null;

  /** @param domain whose hosts share it. @default none: it is of one host */
  constructor(domain: string | null = null) {
    this.domain = domain;
  }

  /** When the last request began; -Infinity when there was none. */
  get lastStart(): number {
    return this.#lastStart;
  }

  /** How long the last response took. */
  get tookMs(): number {
    return this.#tookMs;
  }

  /** Null: no robots.txt has said one. */
  get crawlDelayMs(): number | null {
    return this.#crawlDelayMs;
  }

  asks(crawlDelaySeconds: number): void {
    const asked = Math.min(crawlDelaySeconds, MOST_CRAWL_DELAY_SECONDS) * 1000;
    this.#crawlDelayMs = Math.max(asked, this.#crawlDelayMs ?? 0);
  }

  started(at: number): void {
    if (at > this.#lastStart) this.#lastStart = at;
  }

  took(ms: number): void {
    this.#tookMs = Math.max(0, ms);
  }
}
