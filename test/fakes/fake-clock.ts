import type { Clock } from '#core/model/clock.ts';

/** A clock that stands still but for `sleep` and `pass`: sleeping takes no real time. */
export class FakeClock implements Clock {
  #now: number;

  constructor(start = 1_700_000_000_000) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#now;
  }

  async sleep(ms: number): Promise<void> {
    this.pass(ms);
  }

  pass(ms: number): void {
    this.#now += Math.max(0, ms);
  }
}
