import type { RequestRate } from '#core/politeness/rate/request-rate.ts';

export interface UnitRateOptions {
  readonly rate: RequestRate;
  /** Part of the rate that the unit has, above 0 and at most 1. */
  readonly share: number;
  /** Number of the unit in its wave: it starts as many requests later. */
  readonly unit: number;
  /** Duration of the unit: half of it is the longest wait for its first request. */
  readonly unitMs: number;
}

/**
 * Schedules a unit's requests so that all units of an execution together keep its rate. The first
 * request starts one interval after the unit does, as the previous wave may have sent one just
 * before its end. Monotonic milliseconds, and the clock for the hour of day.
 */
export class UnitRate {
  readonly #options: UnitRateOptions;
  readonly #begunAt: number;
  #lastAt = Number.NEGATIVE_INFINITY;

  /** @param begunAt monotonic ms when the unit began */
  constructor(options: UnitRateOptions, begunAt: number) {
    this.#options = options;
    this.#begunAt = begunAt;
  }

  /** @param now epoch ms @returns monotonic ms; -Infinity: at once */
  readyAt(now: number): number {
    const { rate, share, unit, unitMs } = this.#options;
    const interval = rate.intervalMs(now);
    if (interval === 0) return Number.NEGATIVE_INFINITY;
    if (this.#lastAt > Number.NEGATIVE_INFINITY) return this.#lastAt + interval / share;
    return this.#begunAt + Math.min((unit + 1) * interval, unitMs / 2);
  }

  /** A request starts, or is about to; one that came early makes the next wait longer. */
  started(at: number, now: number): void {
    this.#lastAt = Math.max(at, Math.min(this.readyAt(now), at + this.#options.unitMs));
  }

  /** A request that had started was not sent after all. */
  unused(now: number): void {
    const { rate, share } = this.#options;
    this.#lastAt -= rate.intervalMs(now) / share;
  }

  /** Cause of the wait, in words. @param now epoch ms */
  cause(now: number): string {
    return `${this.#options.rate.at(now)} requests a minute for all hosts of the crawl`;
  }
}
