/** How often each request is looked at. */
const LOOK_MS = 500;

/** What can tell whether it is slow. */
export interface Watched {
  /** @param now monotonic ms */
  look(now: number): void;
}

/** Looks at all requests of a fetcher twice a second: a server that sends nothing at all calls nobody. One timer for all, while there are any. */
export class SlowWatch {
  readonly #watched = new Set<Watched>();
  #timer: NodeJS.Timeout | null = null;

  add(request: Watched): void {
    this.#watched.add(request);
    this.#timer ??= setInterval(() => this.#look(), LOOK_MS).unref();
  }

  delete(request: Watched): void {
    this.#watched.delete(request);
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  #look(): void {
    if (this.#watched.size === 0) {
      this.close();
      return;
    }
    const now = performance.now();
    for (const request of this.#watched) request.look(now);
  }
}
