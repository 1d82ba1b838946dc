/** Consequence of the answer to a robots.txt request for its origin. */
export type RobotsAccess = 'parse' | 'allow-all' | 'disallow-all';

/**
 * Meaning of a 5xx or 429 (`politeness.robotsError`): nothing is allowed, or there are no rules.
 */
export type RobotsError = 'disallow' | 'allow';

/**
 * Decides robots access from the final HTTP status of `/robots.txt`.
 *
 * - 2xx: obey the file.
 * - 4xx, or a redirect that leads nowhere: no rules exist, so crawling is allowed.
 * - 5xx, below 200, or no answer (`null`): everything is disallowed, and asked again later.
 *
 * Departs from the RFC for 429: the host asks for less traffic, so it counts as 5xx. Total
 * function: never throws.
 *
 * With `onError: 'allow'` an answer of 429 or 5xx means no rules, too; no answer still disallows
 * everything.
 *
 * @param status final status after at most five redirects; null or undefined when there was no
 * answer
 * @see https://www.rfc-editor.org/rfc/rfc9309#section-2.3.1
 */
export function robotsAccess(status: number | null | undefined, onError: RobotsError = 'disallow'): RobotsAccess {
  if (status === null || status === undefined || status < 200) return 'disallow-all';
  if (status === 429 || status >= 500) return onError === 'allow' ? 'allow-all' : 'disallow-all';
  return status < 300 ? 'parse' : 'allow-all';
}

/** RFC 9309 §2.4: a cached file is not trusted for longer than a day. */
export const ROBOTS_TTL_SECONDS = 86_400;
