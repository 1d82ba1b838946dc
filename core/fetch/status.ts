/**
 * Meaning of an HTTP status for a task. The `http-…` classes but `http-4xx` are those of the retry
 * policy.
 */
export type StatusClass =
  | 'page'
  | 'redirect'
  | 'not-modified'
  | 'http-408'
  | 'http-429'
  | 'http-4xx'
  | 'http-5xx'
  | 'protocol';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Classifies a final status (RFC 9110 §15).
 *
 * - 300 is a redirect where it names a Location; a redirect without one, 305, 306 and unknown 3xx
 *   are `protocol`.
 * - a status that is none (below 200, above 599) counts as 5xx, as §15 asks; below 200 it is
 *   `protocol`.
 *
 * @param hasLocation does the answer carry a Location header?
 */
export function classifyStatus(status: number, hasLocation: boolean): StatusClass {
  if (status < 200) return 'protocol';
  if (status < 300) return 'page';
  if (status === 304) return 'not-modified';
  if (status < 400) return hasLocation && (status === 300 || REDIRECTS.has(status)) ? 'redirect' : 'protocol';
  if (status === 408) return 'http-408';
  if (status === 429) return 'http-429';
  return status < 500 ? 'http-4xx' : 'http-5xx';
}
