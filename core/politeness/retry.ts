import { backoffSeconds } from '#core/politeness/backoff.ts';
import type { Retry } from '#core/politeness/retry-rules.ts';

export interface RetryQuestion {
  readonly retry: Retry;
  /** Tries made so far, the failed one included; at least 1. */
  readonly attempts: number;
  /** The failure: its reason, or the class of a status. Only retry classes are ever tried again. */
  readonly failure: { readonly class: string };
  /** Wait that the answer requested (`parseRetryAfter`); null if it requested none. */
  readonly retryAfterSeconds: number | null;
  /** Monotonic ms. */
  readonly nowMs: number;
}

export type RetryDecision =
  | {
      readonly again: true;
      /** Instant of the clock of `nowMs`: monotonic ms, never an epoch time. */
      readonly notBefore: number;
      /** The longer of the two. */
      readonly cause: 'back-off' | 'retry-after';
    }
  | { readonly again: false; readonly cause: 'attempts-used' | 'not-in-retry-on' };

/**
 * May the task be tried again, and when? The wait is backoffSeconds × factor^(attempts−1), at most
 * a day, or what the server requested where that is longer. No jitter: one unit at a
 * time requests from a host, and a replay must decide the same.
 */
export function decideRetry(question: RetryQuestion): RetryDecision {
  const { retry, attempts, failure, retryAfterSeconds, nowMs } = question;
  const classes: readonly string[] = retry.on;
  if (attempts >= retry.attempts) return { again: false, cause: 'attempts-used' };
  if (!classes.includes(failure.class)) return { again: false, cause: 'not-in-retry-on' };
  const backoff = backoffSeconds(retry, attempts);
  const asked = retryAfterSeconds ?? 0;
  return {
    again: true,
    notBefore: nowMs + Math.ceil(Math.max(backoff, asked) * 1000),
    cause: asked > backoff ? 'retry-after' : 'back-off',
  };
}

export interface ResponseQuestion extends RetryQuestion {
  /** HTTP status of a response that is neither a page nor a redirect. */
  readonly status: number;
}

/** Effect of a response on the whole host: no request before `at` (monotonic ms), or no change. */
export type HostHold =
  | { readonly held: true; readonly at: number; readonly reason: 'retry-after' | 'back-off' }
  | { readonly held: false; readonly reason: 'other-status' | 'no-pause-requested' };

/**
 * Decides what becomes of the task, and of its host, after a response that is neither a page nor a
 * redirect.
 *
 * Only 429 and 503 hold the host. Their Retry-After counts for every outcome of the task. A 429
 * without one holds the host until the task's next try, if there is one (RFC 6585 section 4, RFC
 * 9110 section 10.2.3). Total function.
 */
export function decideAfterResponse(question: ResponseQuestion): {
  readonly retry: RetryDecision;
  readonly hold: HostHold;
} {
  const retry = decideRetry(question);
  return { retry, hold: holdOf(question, retry) };
}

function holdOf({ status, retryAfterSeconds: asked, nowMs }: ResponseQuestion, retry: RetryDecision): HostHold {
  if (status !== 429 && status !== 503) return { held: false, reason: 'other-status' };
  if (asked !== null && asked > 0) return { held: true, at: nowMs + asked * 1000, reason: 'retry-after' };
  if (status === 429 && retry.again) return { held: true, at: retry.notBefore, reason: 'back-off' };
  return { held: false, reason: 'no-pause-requested' };
}
