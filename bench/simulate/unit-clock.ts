import type { Clock } from '#core/model/clock.ts';

/** The time of one unit, set by hand. */
export class UnitClock implements Clock {
  readonly #began: number;
  #at = 0;

  constructor(began: number) {
    this.#began = began;
  }

  set(at: number): void {
    this.#at = Math.max(this.#at, at);
  }

  now(): number {
    return this.#began + this.#at;
  }

  monotonic(): number {
    return this.#at;
  }

  sleep(): Promise<void> {
    return Promise.resolve();
  }
}
