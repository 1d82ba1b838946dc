/**
 * Time as the engine sees it; tests inject a simulated one, so no test sleeps. Instants are epoch
 * milliseconds (`now`), durations are measured with `monotonic`, which never goes back.
 */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Milliseconds since an arbitrary start; may have fractions. */
  monotonic(): number;
  /** Resolves after `ms` (at once when ≤ 0), or early, without throwing, when `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Makes unique names: at least 80 random bits in [0-9a-z]. */
export type RandomId = () => string;
