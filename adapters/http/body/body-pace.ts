/** A whole body takes at most this many times the timeout. */
const MOST_TIMEOUTS = 10;
/** The same limit while another host waits for the place. */
const FAIR_TIMEOUTS = 3;
/**
 * After the first timeout it must have come at this speed on average: a hundred bytes a second,
 * which the slowest line has.
 */
const LEAST_BYTES_PER_MS = 0.1;
/**
 * While others wait, a body that comes slower makes room: 64 kbit/s, which every line had since
 * ISDN.
 */
export const FLOOR_BYTES_PER_SECOND = 8 * 1024;
/** No body is slow before this time; a speed is that of the last one or two such spans. */
export const GRACE_MS = 2_000;

/**
 * Is a body coming fast enough? A server that drips a byte now and then keeps a connection, and its
 * host's turn, for ever (slow loris). Time that Surf makes the server wait does not count. Instants
 * are monotonic ms.
 */
export class BodyPace {
  readonly #timeoutMs: number;
  #begunAt: number;
  #pausedAt: number | null = null;
  /**
   * The two last instants, a grace apart, with what had come then: a burst at the beginning is
   * forgotten.
   */
  #olderAt: number;
  #olderBytes = 0;
  #newerAt: number;
  #newerBytes = 0;

  constructor(timeoutMs: number, now: number) {
    this.#timeoutMs = timeoutMs;
    this.#begunAt = now;
    this.#olderAt = now;
    this.#newerAt = now;
  }

  /** @param bytes received so far */
  isTooSlow(bytes: number, now: number): boolean {
    const tookMs = now - this.#begunAt;
    if (tookMs <= this.#timeoutMs) return false;
    return tookMs > this.#timeoutMs * MOST_TIMEOUTS || bytes < tookMs * LEAST_BYTES_PER_MS;
  }

  /** Has it had more than its fair time, when others wait? */
  hasHadItsTurn(now: number): boolean {
    return this.#pausedAt === null && now - this.#begunAt > this.#timeoutMs * FAIR_TIMEOUTS;
  }

  /**
   * Bytes a second lately.
   * @param bytes received so far
   * @returns null in its grace, and while it is paused
   */
  rate(bytes: number, now: number): number | null {
    if (this.#pausedAt !== null) return null;
    if (now - this.#newerAt >= GRACE_MS) {
      [this.#olderAt, this.#olderBytes] = [this.#newerAt, this.#newerBytes];
      [this.#newerAt, this.#newerBytes] = [now, bytes];
    }
    const spanMs = now - this.#olderAt;
    return spanMs < GRACE_MS ? null : ((bytes - this.#olderBytes) * 1000) / spanMs;
  }

  pause(now: number): void {
    this.#pausedAt ??= now;
  }

  resume(now: number): void {
    if (this.#pausedAt === null) return;
    const pausedMs = now - this.#pausedAt;
    this.#begunAt += pausedMs;
    this.#olderAt += pausedMs;
    this.#newerAt += pausedMs;
    this.#pausedAt = null;
  }
}
