/** How often the process looks, when nothing keeps it. */
const LOOK_MS = 5;

/**
 * Tells how late a busy process may read what has come. Timers run before sockets are read, and a
 * connection is accepted one round before it is read: what is read now may have come before the
 * last two looks, not before the third.
 */
export class Lookout {
  #looks: readonly [number, number, number];
  readonly #timer: NodeJS.Timeout;

  constructor() {
    const now = performance.now();
    this.#looks = [now, now, now];
    this.#timer = setInterval(() => {
      this.#looks = [this.#looks[1], this.#looks[2], performance.now()];
    }, LOOK_MS);
    this.#timer.unref();
  }

  /** Earliest arrival of the next read (ms of the monotonic clock). */
  get after(): number {
    return this.#looks[0];
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
