import type { Clock } from '#core/model/clock.ts';

interface Sleeper {
  readonly at: number;
  readonly order: number;
  wake(): void;
}

/**
 * Rounds of the event loop without a new sleeper or end, after which everything is taken to wait.
 */
const QUIET_ROUNDS = 2;

/**
 * Simulated time: it stands still while anything runs, and jumps to the next sleeper when
 * everything waits.
 */
export class VirtualClock implements Clock {
  readonly #epoch: number;
  #elapsed = 0;
  #order = 0;
  #sleepers: Sleeper[] = [];

  /** @param epoch what `now` says at the beginning */
  constructor(epoch = 1_700_000_000_000) {
    this.#epoch = epoch;
  }

  now(): number {
    return this.#epoch + this.#elapsed;
  }

  monotonic(): number {
    return 5_000 + this.#elapsed;
  }

  /** Milliseconds since the beginning. */
  get elapsed(): number {
    return this.#elapsed;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (ms <= 0 || signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      const sleeper: Sleeper = { at: this.#elapsed + ms, order: this.#order++, wake: resolve };
      this.#sleepers.push(sleeper);
      const early = (): void => {
        this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
        resolve();
      };
      signal?.addEventListener('abort', early, { once: true });
    });
  }

  /**
   * Lets time pass until `work` ends.
   * @throws when everything waits for something that no time brings
   */
  async run<T>(work: Promise<T>): Promise<T> {
    let ended = false;
    const watched = work.finally(() => {
      ended = true;
    });
    watched.catch(() => {}); // it is awaited below; until then its rejection is not news
    while (!ended) {
      for (let round = 0; round < QUIET_ROUNDS && !ended; round++)
        await new Promise((resolve) => setImmediate(resolve));
      if (ended) break;
      const next = this.#next();
      if (next === undefined) throw new Error(`nothing more will happen after ${this.#elapsed} ms`);
      this.#sleepers = this.#sleepers.filter((other) => other !== next);
      this.#elapsed = Math.max(this.#elapsed, next.at);
      next.wake();
    }
    return watched;
  }

  #next(): Sleeper | undefined {
    let first: Sleeper | undefined;
    for (const sleeper of this.#sleepers) {
      if (first === undefined || sleeper.at < first.at || (sleeper.at === first.at && sleeper.order < first.order))
        first = sleeper;
    }
    return first;
  }
}
