const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/i;

/**
 * The instant that a user writes with its zone, to the minute or finer: `2026-12-01T08:00Z`,
 * `2026-12-01T09:00:00+01:00`.
 * @returns epoch ms; null: the text names no instant
 */
export function instantIn(text: string): number | null {
  const at = INSTANT.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}
