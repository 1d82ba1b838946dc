/** Long after the slowest machine has sent the requests that a group lacks. */
const PATIENCE_MS = 20_000;

/**
 * Holds requests until `size` of them wait, then lets these go. So a crawl that keeps fewer in
 * flight shows that in `sizes`, however fast the machine is. It holds none after a group that did
 * not fill.
 */
export class FullGroups {
  /** How many requests each group had; fewer than `size` where no more came for 20 s. */
  readonly sizes: number[] = [];
  /** The most that waited at once. */
  most = 0;
  readonly #size: number;
  #waiting: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(size: number) {
    this.#size = size;
  }

  async enter(): Promise<void> {
    if (this.sizes.some((size) => size < this.#size)) return;
    const gone = new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
    });
    this.most = Math.max(this.most, this.#waiting.length);
    clearTimeout(this.#timer);
    if (this.#waiting.length >= this.#size) setImmediate(() => this.#release());
    else this.#timer = setTimeout(() => this.#release(), PATIENCE_MS).unref();
    await gone;
  }

  #release(): void {
    this.sizes.push(this.#waiting.length);
    for (const go of this.#waiting) go();
    this.#waiting = [];
  }
}
