const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const TIME = String.raw`(\d\d):(\d\d):(\d\d)`;
const DAY = '(?:mon|tue|wed|thu|fri|sat|sun)';
const LONG_DAY = '(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)';

/** Sun, 06 Nov 1994 08:49:37 GMT; a day of one digit and UTC are tolerated. */
const IMF = new RegExp(String.raw`^${DAY}, (\d{1,2}) ([a-z]{3}) (\d{4}) ${TIME} (?:gmt|utc)$`, 'i');
/** Sunday, 06-Nov-94 08:49:37 GMT */
const RFC_850 = new RegExp(String.raw`^${LONG_DAY}, (\d\d)-([a-z]{3})-(\d\d) ${TIME} gmt$`, 'i');
/** Sun Nov  6 08:49:37 1994 */
const ASCTIME = new RegExp(String.raw`^${DAY} ([a-z]{3}) ([ \d]\d) ${TIME} (\d{4})$`, 'i');

/**
 * Reads an HTTP date in its three forms (RFC 9110 §5.6.7), all of them UTC. `Date.parse` would read
 * asctime as local time and accept junk. Whether the day's name fits is not checked. Total
 * function: never throws.
 *
 * @param nowMs decides the century of two-digit years: never more than 50 years ahead
 * @returns epoch ms, or null
 */
export function parseHttpDate(value: string, nowMs: number): number | null {
  if (value.length > 100) return null;
  const text = value.trim();
  const imf = IMF.exec(text);
  if (imf !== null) return instant([imf[3], imf[2], imf[1]], imf.slice(4));
  const asctime = ASCTIME.exec(text);
  if (asctime !== null) return instant([asctime[6], asctime[1], asctime[2]], asctime.slice(3, 6));
  const rfc850 = RFC_850.exec(text);
  if (rfc850 === null) return null;
  const thisYear = new Date(nowMs).getUTCFullYear();
  const year = Math.floor(thisYear / 100) * 100 + Number(rfc850[3]);
  return instant([String(year > thisYear + 50 ? year - 100 : year), rfc850[2], rfc850[1]], rfc850.slice(4));
}

type Text = string | undefined;

function instant([year, monthName, day]: readonly [Text, Text, Text], time: readonly Text[]): number | null {
  const month = MONTHS.indexOf((monthName ?? '').toLowerCase());
  const [hour, minute, second] = [Number(time[0]), Number(time[1]), Number(time[2])];
  if (month < 0 || hour > 23 || minute > 59 || second > 60) return null;
  const date = Date.UTC(Number(year), month, Number(day));
  if (new Date(date).getUTCMonth() !== month || Number(day) === 0) return null;
  return date + (hour * 3600 + minute * 60 + second) * 1000;
}
