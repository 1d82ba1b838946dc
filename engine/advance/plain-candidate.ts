import type { UrlKey } from '#core/url/url-key.ts';
import type { Candidate } from '#engine/advance/candidate-runs.ts';

/** A chunk's line, and what follows its `{` in a run. */
const LINE_START = '{"kind":"candidate",';
const KEY_START = '"key":"';
const KEY_DIGITS = 32;
const URL_START = '","url":"';
const BY_START = '","by":"';
const LEVEL_START = '","level":';
const RANK_START = ',"rank":';
const POSITION_START = ',"position":';
const END = ',"reason":null}';
const KEY_AT = 1 + KEY_START.length;
/** What a chunk's line has more than a run's. */
const KIND_CHARACTERS = LINE_START.length - 1;
const URL_AT = KEY_AT + KEY_DIGITS + URL_START.length;

/*
 * Most candidates are admitted links with nothing unusual, and the planner reads them by the million: their lines are moved as they are, and read
 * without a JSON parser (docs/performance.md). What has another form is parsed.
 */

/** Is this line of a chunk that of an admitted link with no other marks? */
export const isPlain = (text: string): boolean =>
  text.startsWith(LINE_START) &&
  text.startsWith(KEY_START, LINE_START.length) &&
  readPlain(text, KIND_CHARACTERS) !== null;

/** A chunk's line as it stands in a run. */
export const runLineOf = (text: string): string => `{${text.slice(LINE_START.length)}`;

/** Of a run's line. */
export const keyOfLine = (line: string): UrlKey => keyAt(line, 0);

/** The candidate of a run's line. */
export const candidateOf = (line: string): Candidate => readPlain(line, 0) ?? (JSON.parse(line) as Candidate);

const keyAt = (line: string, shift: number): UrlKey =>
  line.slice(KEY_AT + shift, KEY_AT + shift + KEY_DIGITS) as UrlKey;

/**
 * Null for a line that is written in any other way than `JSON.stringify` writes these fields in this order.
 * @param shift how far its key stands behind that of a run's line
 */
function readPlain(line: string, shift: number): Candidate | null {
  const url = line.indexOf(BY_START, URL_AT + shift);
  if (url < 0 || !line.endsWith(END) || !line.startsWith(URL_START, KEY_AT + KEY_DIGITS + shift)) return null;
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
    key: keyAt(line, shift),
    url: line.slice(URL_AT + shift, url),
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
