import type { CallLedger, CallUse } from '#adapters/aws/calls/call-ledger.ts';
import { type FailureKind, failureKind, surfErrorOf } from '#adapters/aws/calls/failure.ts';
import type { Clock, RandomId } from '#core/model/clock.ts';

/**
 * Tries of one call in all. The wait before the next is drawn from [0, 50 ms × 2^(tries made − 1)],
 * never above 5 s: about 6 s in the worst case.
 */
export const MAX_TRIES = 8;
const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 5_000;

export interface CallSurroundings {
  readonly clock: Clock;
  /** Names writes, so that a repeated one recognises itself. */
  readonly random: RandomId;
  /** Uniform in [0, 1). */
  readonly jitter: () => number;
  readonly ledger: CallLedger;
}

/** A failed attempt. */
export interface Failure {
  readonly kind: FailureKind;
  readonly error: unknown;
}

/** One call of an AWS client. */
export type Call<Answer> = Attempt<Answer> & (KnownUse | MeasuredUse<Answer>);

interface Attempt<Answer> {
  /** Name of the operation in AWS: `PutItem`. */
  readonly operation: string;
  /** Table, bucket or machine, for messages. */
  readonly target: string;
  readonly attempt: () => Promise<Answer>;
}

/** Counted when an attempt begins, so that usage has the writes that are under way. */
interface KnownUse {
  /** Usage of each attempt, however it ends. */
  readonly use: CallUse;
}

/** Counted when an attempt ends. */
interface MeasuredUse<Answer> {
  /** Usage of an answered attempt. */
  readonly used: (answer: Answer) => CallUse;
  /** Usage of a failed attempt, or the most that it can have been. */
  readonly failed: (failure: Failure) => CallUse;
}

/**
 * Sends calls of AWS clients: repeats those that failed for a reason that passes, with full jitter,
 * and counts every attempt. The clients themselves try once (maxAttempts 1), so nothing is sent
 * that is not counted.
 *
 * @see https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 */
export class AwsCalls {
  readonly #parts: CallSurroundings;

  constructor(parts: CallSurroundings) {
    this.#parts = parts;
  }

  get clock(): Clock {
    return this.#parts.clock;
  }

  /** A unique name for a write. */
  name(): string {
    return this.#parts.random();
  }

  /**
   * @throws SurfError STORE_THROTTLED, STORE_UNAVAILABLE; what the service refuses for good, as
   * received
   */
  async send<Answer>(call: Call<Answer>): Promise<Answer> {
    const { ledger } = this.#parts;
    for (let tries = 1; ; tries++) {
      if ('use' in call) ledger.count(call.operation, call.use);
      try {
        const answer = await call.attempt();
        if ('used' in call) ledger.count(call.operation, call.used(answer));
        return answer;
      } catch (error) {
        const kind = failureKind(error);
        if ('failed' in call) ledger.count(call.operation, call.failed({ kind, error }));
        if (kind === 'refused' || tries === MAX_TRIES) throw surfErrorOf(error, `${call.operation} of ${call.target}`);
        await this.backOff(tries);
      }
    }
  }

  /** Waits before try `tried` + 1. */
  async backOff(tried: number): Promise<void> {
    const most = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tried - 1));
    await this.#parts.clock.sleep(this.#parts.jitter() * most);
  }
}
