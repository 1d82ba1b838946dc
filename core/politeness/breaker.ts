/**
 * Connection-level failures in a row (dns, connect, tls, timeout, reset) after which a host is left
 * alone for a while.
 */
export const BREAKER_FAILURES = 5;
/** The first wait; each further failure doubles it. */
export const BREAKER_FIRST_MS = 30_000;
export const BREAKER_MOST_MS = 600_000;

/**
 * Leaves a host alone that cannot be reached, or that shows a bot wall: closed → (5 failures in a
 * row) → open for 30 s → one try → open for twice as long, up to 10 minutes; any answer closes it.
 * Times are of any one clock that does not go back.
 */
export class CircuitBreaker {
  #failures = 0;
  #waitMs = 0;
  #openUntil = 0;

  /** No request before; 0 while it is closed. */
  get openUntil(): number {
    return this.#openUntil;
  }

  /** The host answered, with any status. */
  answered(): void {
    this.#failures = 0;
    this.#waitMs = 0;
    this.#openUntil = 0;
  }

  /**
   * The host shows a bot wall: it opens at once, and once more, for longer, when the try after that
   * is met by one.
   */
  blocked(now: number): void {
    this.#failures = Math.max(this.#failures, BREAKER_FAILURES - 1);
    this.failed(now);
  }

  /**
   * The host could not be reached. Failures of requests that began before it opened change nothing.
   */
  failed(now: number): void {
    if (now < this.#openUntil) return;
    this.#failures += 1;
    if (this.#failures < BREAKER_FAILURES) return;
    this.#waitMs = this.#waitMs === 0 ? BREAKER_FIRST_MS : Math.min(BREAKER_MOST_MS, this.#waitMs * 2);
    this.#openUntil = now + this.#waitMs;
  }
}
