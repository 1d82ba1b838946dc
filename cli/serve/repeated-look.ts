export interface RepeatedLookOptions {
  readonly everyMs: number;
  /** Looks once. Gives what went wrong and is tried again at the next look, in words. */
  readonly look: () => Promise<readonly string[]>;
  /** Names the subject in the fault of a whole look: `the schedules`. */
  readonly what: string;
  /** Is told of what went wrong, of one thing once. */
  readonly failed: (what: string) => void;
}

/** Looks at something now and then, one look after the other, inside `surf serve`. */
export class RepeatedLook {
  readonly #options: RepeatedLookOptions;
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> = Promise.resolve();
  #ended = false;
  /** Said already: a fault that lasts is not said every few seconds. */
  readonly #said = new Set<string>();

  constructor(options: RepeatedLookOptions) {
    this.#options = options;
  }

  /** Looks now, and again and again until `end`. */
  begin(): void {
    this.#looking = this.#look().finally(() => {
      if (!this.#ended) this.#timer = setTimeout(() => this.begin(), this.#options.everyMs).unref();
    });
  }

  /** When it has resolved, the last look is over. */
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
      this.#say(`${what} were not looked at: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  #say(what: string): void {
    if (this.#said.has(what)) return;
    this.#said.add(what);
    this.#options.failed(what);
  }
}
