import type { VirtualClock } from '#test/fakes/virtual-clock.ts';

/** Plays back the computing time of a call on a simulated clock with one vCPU. */
export class OneCpu {
  readonly #clock: VirtualClock;
  readonly #busyMs: () => number;
  readonly #slower: number;
  /** Computing before the call, and in it that of the measurement. */
  #leftOutMs: number;
  #passedMs = 0;
  #busyUntil = 0;

  /**
   * @param options.busyMs computing so far, in ms
   * @param options.slower how many times as long computing takes there
   */
  constructor(clock: VirtualClock, { busyMs, slower }: { readonly busyMs: () => number; readonly slower: number }) {
    this.#clock = clock;
    this.#busyMs = busyMs;
    this.#slower = slower;
    this.#leftOutMs = busyMs();
  }

  /** Of the call so far. */
  get computedMs(): number {
    return this.#busyMs() - this.#leftOutMs;
  }

  /** Does work of the measurement, which the call does not do. */
  leaveOut(work: () => void): void {
    const before = this.computedMs;
    work();
    this.#leftOutMs += this.computedMs - before;
  }

  /** What this process computed since `pass` was something else. */
  forget(): void {
    this.#passedMs = this.computedMs;
  }

  /** Waits until all that was computed so far has passed, one piece after another. */
  async pass(): Promise<void> {
    const computed = this.computedMs;
    const now = this.#clock.elapsed;
    this.#busyUntil = Math.max(this.#busyUntil, now) + Math.max(0, computed - this.#passedMs) * this.#slower;
    this.#passedMs = computed;
    await this.#clock.sleep(this.#busyUntil - now);
  }
}
