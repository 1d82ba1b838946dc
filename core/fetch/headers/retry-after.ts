import { parseHttpDate } from '#core/fetch/headers/http-date.ts';

/** Nobody may hold us off for longer with one header. */
export const MAX_RETRY_AFTER_SECONDS = 86_400;

/**
 * Reads Retry-After (RFC 9110 §10.2.3), seconds or date. Signs and fractions are refused; a date in
 * the past is 0.
 *
 * @returns whole seconds from `nowMs`, at most a day; null when the value is not valid
 */
export function parseRetryAfter(value: string, nowMs: number): number | null {
  const text = value.trim();
  if (/^\d{1,100}$/.test(text)) return Math.min(Number(text), MAX_RETRY_AFTER_SECONDS);
  const date = parseHttpDate(text, nowMs);
  if (date === null) return null;
  return Math.min(Math.max(0, Math.ceil((date - nowMs) / 1000)), MAX_RETRY_AFTER_SECONDS);
}
