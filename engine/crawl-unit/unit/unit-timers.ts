import type { Clock } from '#core/model/clock.ts';
import type { UnitCancellation } from '#engine/crawl-unit/unit/unit-cancellation.ts';

/** Grace period for requests in flight after a stop. */
const STOP_GRACE_MS = 10_000;

export interface UnitTimersParts {
  readonly clock: Clock;
  readonly halt: UnitCancellation;
  /** Time from which no request starts (monotonic ms), and the reason. */
  readonly startsUntil: number;
  readonly startsEnd: 'unit-time' | 'deadline';
  /** End of requests in flight (monotonic ms). */
  readonly endsAt: number;
  /** Delay until the next `beat` of a working unit. */
  readonly beatMs: () => number;
  readonly beat: () => Promise<void>;
}

/** Timers of a unit: its beat, the end of its starts, the end of its requests. */
export class UnitTimers {
  readonly #parts: UnitTimersParts;
  readonly #done = new AbortController();
  #running: Promise<unknown> = Promise.resolve();

  constructor(parts: UnitTimersParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#running = Promise.all([this.#beats(), this.#endStarts(), this.#endRequests(), this.#endStopped()]);
  }

  /** Resolves when no timer is left. */
  async stop(): Promise<void> {
    this.#done.abort();
    await this.#running;
  }

  async #beats(): Promise<void> {
    const { clock, beat, beatMs, halt } = this.#parts;
    for (;;) {
      await clock.sleep(beatMs(), this.#done.signal);
      if (this.#done.signal.aborted || halt.silent) return;
      try {
        await beat();
      } catch (error) {
        halt.fail(error);
      }
    }
  }

  async #endStarts(): Promise<void> {
    const { clock, halt, startsUntil, startsEnd } = this.#parts;
    await clock.sleep(startsUntil - clock.monotonic(), this.#done.signal);
    if (!this.#done.signal.aborted) halt.stopStarts(startsEnd);
  }

  async #endRequests(): Promise<void> {
    const { clock, halt, endsAt } = this.#parts;
    await clock.sleep(endsAt - clock.monotonic(), this.#done.signal);
    if (!this.#done.signal.aborted) halt.abortRequests();
  }

  /** After a stop, requests in flight have a little time. */
  async #endStopped(): Promise<void> {
    const { clock, halt } = this.#parts;
    await new Promise<void>((resolve) => {
      halt.starts.addEventListener('abort', () => resolve(), { once: true });
      this.#done.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    if (this.#done.signal.aborted || halt.cause !== 'stop') return;
    await clock.sleep(STOP_GRACE_MS, this.#done.signal);
    if (!this.#done.signal.aborted) halt.abortRequests();
  }
}
