import type { AwsRequest } from '#test/faults/aws-request.ts';
import { generator } from '#test/faults/generator.ts';

/**
 * What goes wrong with a request.
 *
 * Before the service has it: `throttle` (no room), `error` (5xx), `reset` (connection ends),
 * `conflict` (another is writing), `partial` (of a batch, a part is left). After: `failed` (done,
 * and a 5xx), `lost` (done, and the connection ends), `cut` (done, and half an answer), `hang`
 * (done, and no answer), `late` (no answer, and done after the caller has given up: perhaps after
 * it has asked again).
 */
export type Fault =
  | 'throttle'
  | 'error'
  | 'reset'
  | 'conflict'
  | 'partial'
  | 'failed'
  | 'lost'
  | 'cut'
  | 'hang'
  | 'late';

export type FaultRates = Readonly<Partial<Record<Fault, number>>>;

/**
 * Each request fails about every eighth time: that eight tries fail is then rarer than one in ten
 * million.
 */
export const EVERYTHING: FaultRates = {
  throttle: 0.02,
  error: 0.015,
  reset: 0.015,
  conflict: 0.015,
  partial: 0.3,
  failed: 0.015,
  lost: 0.02,
  cut: 0.01,
  hang: 0.001,
  late: 0.002,
};

/** One request of twenty fails, in every way; of a batch in ten a part is left. */
export const FIVE_PERCENT: FaultRates = {
  throttle: 0.012,
  error: 0.008,
  reset: 0.007,
  conflict: 0.005,
  partial: 0.1,
  failed: 0.007,
  lost: 0.009,
  cut: 0.005,
  hang: 0.0005,
  late: 0.001,
};

/** Those that say that nothing, or what part, was done: what was used is known exactly. */
export const REFUSALS: FaultRates = { throttle: 0.08, conflict: 0.04, partial: 0.4 };

/**
 * Draws the faults of requests as they come; the same seed and order of requests give the same
 * faults.
 */
export class FaultPlan {
  readonly #random: () => number;
  readonly #rates: FaultRates;

  constructor(seed: number, rates: FaultRates) {
    this.#random = generator(seed);
    this.#rates = rates;
  }

  /** Uniform in [0, 1), from the same sequence. */
  random(): number {
    return this.#random();
  }

  next(request: AwsRequest): Fault | null {
    let drawn = this.#random();
    for (const [fault, rate] of Object.entries(this.#rates) as [Fault, number][]) {
      if (!applies(fault, request)) continue;
      if (drawn < rate) return fault;
      drawn -= rate;
    }
    return null;
  }
}

/** Faults that only some requests can have. */
function applies(fault: Fault, { operation, isConditional }: AwsRequest): boolean {
  if (fault === 'partial') return operation === 'BatchWriteItem' || operation === 'BatchGetItem';
  // An unconditional write that comes late undoes a later one: nobody can help it, and nobody
  // relies on it.
  if (fault === 'conflict' || fault === 'late') return isConditional;
  return true;
}
