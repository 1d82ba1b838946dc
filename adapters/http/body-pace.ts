/** A body may take this many times the timeout in all. */
const MOST_TIMEOUTS = 10;
/** After the first timeout it must have come at this speed on average: a hundred bytes a second, which the slowest line has. */
const LEAST_BYTES_PER_MS = 0.1;

/**
 * Is a body coming fast enough? A server that drips a byte now and then keeps a connection, and its host's turn, for ever (slow loris).
 * Time that we make it wait does not count. Instants are monotonic ms.
 */
export class BodyPace {
  readonly #timeoutMs: number;
  #begunAt: number;
  #pausedAt: number | null = null;

  constructor(timeoutMs: number, now: number) {
    this.#timeoutMs = timeoutMs;
    this.#begunAt = now;
  }

  /** @param bytes what has come */
  isTooSlow(bytes: number, now: number): boolean {
    const tookMs = now - this.#begunAt;
    if (tookMs <= this.#timeoutMs) return false;
    return tookMs > this.#timeoutMs * MOST_TIMEOUTS || bytes < tookMs * LEAST_BYTES_PER_MS;
  }

  pause(now: number): void {
    this.#pausedAt ??= now;
  }

  resume(now: number): void {
    if (this.#pausedAt !== null) this.#begunAt += now - this.#pausedAt;
    this.#pausedAt = null;
  }
}
