const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAY_NAME = String.raw`(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,?\s+)?`;
const MONTH = String.raw`(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?`;
const DAY = String.raw`(\d{1,2})(?:st|nd|rd|th)?`;
const CLOCK = String.raw`(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?`;
const ZONE = String.raw`\s*(z|gmt|utc?|[+-]\d\d:?\d\d)?`;
const TIME = String.raw`(?:(?:t|,?\s+(?:at\s+)?)${CLOCK}${ZONE})?`;

/** ISO 8601 and what databases make of it. */
const ISO = new RegExp(String.raw`^(\d{4})-(\d\d)-(\d\d)${TIME}$`, 'i');
/** RFC 5322, HTTP, and English outside of America. */
const DAY_FIRST = new RegExp(String.raw`^${DAY_NAME}${DAY}[\s-]+(?:of\s+)?${MONTH},?[\s-]+(\d{4})${TIME}$`, 'i');
const MONTH_FIRST = new RegExp(String.raw`^${DAY_NAME}${MONTH}\s+${DAY},?\s+(\d{4})${TIME}$`, 'i');

/** Longer texts are not dates. */
const MAX_LENGTH = 100;

/**
 * Reads a date as pages write it: ISO 8601 (`2024-05-01`, `2024-05-01T10:00:00+02:00`), RFC 5322
 * and HTTP (`Wed, 01 May 2024 10:00:00 GMT`), English with the month in letters (`1 May 2024`,
 * `May 1st, 2024 10:00`). A time without zone is taken as UTC. Dates of which day and month cannot
 * be distinguished (`01/02/2024`) are none. Total function: never throws.
 *
 * @returns `2024-05-01`, or with a time `2024-05-01T08:00:00.000Z`; null when it is not a date
 */
export function parseDate(text: string): string | null {
  if (text.length > MAX_LENGTH) return null;
  const iso = ISO.exec(text);
  if (iso !== null) return dateOf([iso[1], Number(iso[2]) - 1, iso[3]], iso.slice(4));
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst !== null) return dateOf([dayFirst[3], monthOf(dayFirst[2]), dayFirst[1]], dayFirst.slice(4));
  const monthFirst = MONTH_FIRST.exec(text);
  if (monthFirst === null) return null;
  return dateOf([monthFirst[3], monthOf(monthFirst[1]), monthFirst[2]], monthFirst.slice(4));
}

const monthOf = (name = ''): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase());

/** @param month from 0 @param time hour, minute, second and zone, each of which may be missing */
function dateOf(
  [year, month, day]: readonly [string | undefined, number, string | undefined],
  time: readonly (string | undefined)[],
): string | null {
  const date = new Date(0);
  date.setUTCFullYear(Number(year), month, Number(day));
  if (date.getUTCMonth() !== month || date.getUTCDate() !== Number(day)) return null;
  if (time[0] === undefined) return date.toISOString().slice(0, 10);
  const [hour, minute, second] = [Number(time[0]), Number(time[1]), Number(time[2] ?? 0)];
  if (hour > 23 || minute > 59 || second > 60) return null;
  return new Date(date.getTime() + ((hour * 60 + minute) * 60 + second - zoneSeconds(time[3])) * 1_000).toISOString();
}

/** Seconds east of Greenwich. */
function zoneSeconds(zone = 'Z'): number {
  if (!/^[+-]/.test(zone)) return 0;
  const seconds = (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))) * 60;
  return zone.startsWith('-') ? -seconds : seconds;
}
