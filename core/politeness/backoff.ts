import type { Retry } from '#core/politeness/retry-rules.ts';

/** The longest back-off of a task; no workflow can exceed it. */
const MAX_BACKOFF_SECONDS = 86_400;

/**
 * Back-off of a task after so many tries: backoffSeconds × factor^(attempts−1), at most a day. No
 * jitter: a replay decides the same.
 */
export const backoffSeconds = (retry: Retry, attempts: number): number =>
  Math.min(retry.backoffSeconds * retry.factor ** Math.max(0, attempts - 1), MAX_BACKOFF_SECONDS);

/**
 * After the first time that Surf ends a request to make room for another host, the URL waits this
 * long.
 */
const NO_ROOM_FIRST_MS = 1_000;

/**
 * Back-off of a URL after Surf ended its request to make room for other hosts. Each time doubles
 * the wait.
 * @param cuts from 1
 */
export const noRoomBackoffMs = (cuts: number): number => NO_ROOM_FIRST_MS * 2 ** (cuts - 1);

/**
 * The first wait for a robots.txt that could not be fetched. With three tries a crawl waits a
 * minute and a half, not a quarter of an hour.
 */
export const ROBOTS_UNREACHABLE_TTL_SECONDS = 30;
/** The longest wait for such a robots.txt. */
export const ROBOTS_UNREACHABLE_MAX_MS = 3_600_000;

/**
 * Wait before the next request for an unreachable robots.txt: each failed try of the task doubles
 * it, up to an hour.
 */
export const robotsBackoffMs = (attempts: number): number =>
  Math.min(ROBOTS_UNREACHABLE_MAX_MS, ROBOTS_UNREACHABLE_TTL_SECONDS * 1000 * 2 ** Math.min(attempts, 10));
