import type { UrlKey } from '#core/url/url-key.ts';
import type { Candidate } from '#engine/advance/candidate-runs.ts';

/** How a chunk's line begins, all of one that is plain, and how it begins in a run. */
const LINE_START = '{"kind":"candidate",';
const LINE =
  /^\{"kind":"candidate","key":"[0-9a-f]{32}","url":"[^"\\]*","by":"[0-9a-f]{32}","level":[0-9]{1,9},"rank":[0-9]{1,9},"position":[0-9]{1,9},"reason":null\}$/;
const KEY_START = '{"key":"';
const KEY_DIGITS = 32;
const URL_START = '","url":"';
const BY_START = '","by":"';
const LEVEL_START = '","level":';
const RANK_START = ',"rank":';
const POSITION_START = ',"position":';
const END = ',"reason":null}';
const KEY_AT = KEY_START.length;
const URL_AT = KEY_AT + KEY_DIGITS + URL_START.length;

/*
 * Most candidates are admitted links with nothing unusual, and the planner reads them by the million: their lines are moved as they are, and read
 * without a JSON parser (docs/performance.md). What has another form is parsed.
 */

/** Is this line of a chunk that of an admitted link with no other marks? */
export const isPlain = (text: string): boolean => LINE.test(text);

/** A chunk's line as it stands in a run. */
export const runLineOf = (text: string): string => `{${text.slice(LINE_START.length)}`;

/** Of a run's line. */
export const keyOfLine = (line: string): UrlKey => line.slice(KEY_AT, KEY_AT + KEY_DIGITS) as UrlKey;

/** The candidate of a run's line. */
export const candidateOf = (line: string): Candidate => readPlain(line) ?? (JSON.parse(line) as Candidate);

/** Null for a line that is written in any other way than `JSON.stringify` writes these fields in this order. */
function readPlain(line: string): Candidate | null {
  const url = line.indexOf(BY_START, URL_AT);
  if (url < 0 || !line.endsWith(END) || !line.startsWith(URL_START, KEY_AT + KEY_DIGITS)) return null;
  const by = url + BY_START.length;
  if (!line.startsWith(LEVEL_START, by + KEY_DIGITS) || line.includes('\\')) return null;
  const level = by + KEY_DIGITS + LEVEL_START.length;
  const rank = line.indexOf(RANK_START, level);
  const position = line.indexOf(POSITION_START, level);
  if (rank < 0 || position < rank) return null;
  const numbers = {
    level: wholeNumber(line, level, rank),
    rank: wholeNumber(line, rank + RANK_START.length, position),
    position: wholeNumber(line, position + POSITION_START.length, line.length - END.length),
  };
  if (numbers.level < 0 || numbers.rank < 0 || numbers.position < 0) return null;
  return {
    key: keyOfLine(line),
    url: line.slice(URL_AT, url),
    by: line.slice(by, by + KEY_DIGITS) as UrlKey,
    ...numbers,
    reason: null,
  };
}

/** Negative when there is anything but one to nine digits. */
function wholeNumber(line: string, from: number, end: number): number {
  if (end <= from || end - from > 9) return -1;
  let number = 0;
  for (let at = from; at < end; at += 1) {
    const digit = line.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return -1;
    number = number * 10 + digit;
  }
  return number;
}
