/** No file makes us come back later than a day. */
const MOST_CRAWL_DELAY_SECONDS = 86_400;

/** Bytes that came are waited for no longer than this after the last start. */
const MOST_PAYING_MS = 60_000;

/**
 * What spaces the requests to one host, or to all hosts of one domain: when the last one began, how
 * long its response took, when the bytes that came are within the bandwidth, and the longest
 * Crawl-delay of an origin. Instants in milliseconds of one monotonic clock.
 */
export class RequestPace {
  readonly domain: string | null;
  #lastStart = Number.NEGATIVE_INFINITY;
  #tookMs = 0;
  /** When the bytes that came are within the bandwidth. */
  #paidAt = Number.NEGATIVE_INFINITY;
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

  /** So long after the last start the bytes that came are within the bandwidth; 0: they are. */
  get payingMs(): number {
    return this.#paidAt > this.#lastStart ? this.#paidAt - this.#lastStart : 0;
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

  /** Bytes came that take so long within the bandwidth; those of several answers add up. */
  received(ms: number): void {
    if (ms <= 0) return;
    const paidAt = Math.max(this.#paidAt, this.#lastStart) + ms;
    this.#paidAt = Math.min(paidAt, this.#lastStart + MOST_PAYING_MS);
  }

  took(ms: number): void {
    this.#tookMs = Math.max(0, ms);
  }
}
