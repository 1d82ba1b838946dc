/** A time that a query names: before the search, or of the calendar (epoch ms). */
export type Moment = { readonly agoMs: number } | { readonly at: number };

const HOUR_MS = 3_600_000;
const UNIT_MS: Readonly<Record<string, number>> = { h: HOUR_MS, d: 24 * HOUR_MS, w: 7 * 24 * HOUR_MS };
const AGE = /^(\d{1,5})([hdw])$/i;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Reads `7d`, `36h`, `2w` or a day as `2026-11-01`, UTC.
 * @param edge of the day; its end is the start of the next
 * @returns null: the text has another form
 */
export function parseMoment(text: string, edge: 'start' | 'end'): Moment | null {
  const [, amount = '', unit = ''] = AGE.exec(text) ?? [];
  const ms = UNIT_MS[unit.toLowerCase()];
  if (ms !== undefined) return { agoMs: Number(amount) * ms };
  const start = DAY.test(text) ? Date.parse(`${text}T00:00:00.000Z`) : Number.NaN;
  // Some days that no month has are read as days of the next one.
  if (Number.isNaN(start) || !new Date(start).toISOString().startsWith(text)) return null;
  return { at: edge === 'start' ? start : start + 24 * HOUR_MS };
}

/**
 * The moment in epoch ms.
 * @param now time of the search, epoch ms
 */
export const timeOf = (moment: Moment, now: number): number => ('at' in moment ? moment.at : now - moment.agoMs);
