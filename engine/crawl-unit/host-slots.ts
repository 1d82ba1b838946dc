/** At most `hostsPerWorker` hosts in flight; the others wait in order. */
export class HostSlots {
  #free: number;
  readonly #waiting: (() => void)[] = [];
  #head = 0;

  constructor(slots: number) {
    this.#free = slots;
  }

  /** Resolves when the caller has a slot. */
  async take(): Promise<void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Gives it to the next who waits. */
  give(): void {
    const next = this.#waiting[this.#head];
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    this.#head += 1;
    next();
    if (this.#head < 1_000) return;
    this.#waiting.splice(0, this.#head);
    this.#head = 0;
  }
}
