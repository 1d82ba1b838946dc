import type { RETRY_CLASSES, Retry } from '#core/workflow/workflow.ts';

export type RetryClass = (typeof RETRY_CLASSES)[number];

export interface RetryQuestion {
  readonly retry: Retry;
  /** Tries made so far, the failed one included; at least 1. */
  readonly attempts: number;
  /** What went wrong: a failure reason, or the class of a status; what is no retry class is never tried again. */
  readonly failure: { readonly class: string };
  /** What the answer asked for (`parseRetryAfter`); null when it asked for nothing. */
  readonly retryAfterSeconds: number | null;
  readonly nowMs: number;
}

export type RetryDecision =
  | {
      readonly again: true;
      /** Epoch ms. */
      readonly notBefore: number;
      /** Which of the two was the longer. */
      readonly cause: 'back-off' | 'retry-after';
    }
  | { readonly again: false };

const MAX_BACKOFF_SECONDS = 86_400;

/**
 * May the task be tried again, and when? The wait is backoffSeconds × factor^(attempts−1), at most a day, or what the
 * server asked for where that is longer. No jitter: one host is asked by one unit at a time, and a replay must decide
 * the same.
 */
export function decideRetry(question: RetryQuestion): RetryDecision {
  const { retry, attempts, failure, retryAfterSeconds, nowMs } = question;
  const classes: readonly string[] = retry.on;
  if (attempts >= retry.attempts || !classes.includes(failure.class)) return { again: false };
  const backoff = Math.min(retry.backoffSeconds * retry.factor ** Math.max(0, attempts - 1), MAX_BACKOFF_SECONDS);
  const asked = retryAfterSeconds ?? 0;
  return {
    again: true,
    notBefore: nowMs + Math.ceil(Math.max(backoff, asked) * 1000),
    cause: asked > backoff ? 'retry-after' : 'back-off',
  };
}
