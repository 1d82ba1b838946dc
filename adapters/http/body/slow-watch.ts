/** Interval between looks at each request. */
const LOOK_MS = 500;

/** A request that can tell whether it is slow. */
export interface Watched {
  /** Index in the watch's array. */
  watchPlace: number;
  /** @param now monotonic ms */
  look(now: number): void;
}

/**
 * Looks at all requests of a fetcher twice a second: a server that sends nothing at all calls
 * nobody. One timer for all, while there are any. They are in an array: a Set made a page 10 µs
 * more expensive, as each of its tables leads to the next one when it is old.
 */
export class SlowWatch {
  readonly #watched: Watched[] = [];
  #timer: NodeJS.Timeout | null = null;

  add(request: Watched): void {
    request.watchPlace = this.#watched.push(request) - 1;
    this.#timer ??= setInterval(() => this.#look(), LOOK_MS).unref();
  }

  /** It has ended; further calls do nothing. */
  delete(request: Watched): void {
    if (this.#watched[request.watchPlace] !== request) return;
    const last = this.#watched.pop();
    if (last === undefined || last === request) return;
    this.#watched[request.watchPlace] = last;
    last.watchPlace = request.watchPlace;
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  #look(): void {
    if (this.#watched.length === 0) {
      this.close();
      return;
    }
    const now = performance.now();
    for (const request of [...this.#watched]) request.look(now);
  }
}
