export interface PeriodicCheckOptions {
  readonly everyMs: number;
  /** Does one round. Returns faults that the next round retries, in words. */
  readonly look: () => Promise<readonly string[]>;
  /** Names the subject when a whole round fails: `the schedules`. */
  readonly what: string;
  /** Called once for each distinct fault. */
  readonly failed: (what: string) => void;
}

/** Does something repeatedly, one round after the other, inside `surf serve`. */
export class PeriodicCheck {
  readonly #options: PeriodicCheckOptions;
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> = Promise.resolve();
  #ended = false;
  /** Reported faults: a lasting fault is not reported every few seconds. */
  readonly #said = new Set<string>();

  constructor(options: PeriodicCheckOptions) {
    this.#options = options;
  }

  /** Starts a round now, and further ones until `end`. */
  begin(): void {
    this.#looking = this.#look().finally(() => {
      if (!this.#ended) this.#timer = setTimeout(() => this.begin(), this.#options.everyMs).unref();
    });
  }

  /** Resolves when the last round is over. */
  async end(): Promise<void> {
    this.#ended = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#looking;
  }

  async #look(): Promise<void> {
    const { look, what } = this.#options;
    try {
      for (const fault of await look()) this.#say(fault);
    } catch (error) {
      this.#say(`cannot check ${what}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  #say(what: string): void {
    if (this.#said.has(what)) return;
    this.#said.add(what);
    this.#options.failed(what);
  }
}
