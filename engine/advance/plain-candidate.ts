import type { UrlKey } from '#core/url/url-key.ts';
import type { Candidate } from '#engine/advance/candidate-runs.ts';
import type { LineBytes } from '#engine/advance/line-files.ts';

/** How a chunk's line begins up to its key, and how it begins in a run. */
const LINE_START = '{"kind":"candidate","key":"';
const KEY_START = '{"key":"';
const KEY_DIGITS = 32;
const URL_START = '","url":"';
const BY_START = '","by":"';
const LEVEL_START = '","level":';
const RANK_START = ',"rank":';
const POSITION_START = ',"position":';
const END = ',"reason":null}';
/** Where the key stands in a run's line. */
export const KEY_AT = KEY_START.length;
const URL_AT = KEY_AT + KEY_DIGITS + URL_START.length;
const LINE_BYTES = Buffer.from(LINE_START);
const URL_BYTES = Buffer.from(URL_START);
const BY_BYTES = Buffer.from(BY_START);
const LEVEL_BYTES = Buffer.from(LEVEL_START);
const RANK_BYTES = Buffer.from(RANK_START);
const POSITION_BYTES = Buffer.from(POSITION_START);
const END_BYTES = Buffer.from(`${END}\n`);
const NUMBER_DIGITS = 9;
const SPACE = ' '.charCodeAt(0);
const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const BRACE = '{'.charCodeAt(0);
const ZERO = '0'.charCodeAt(0);
const NINE = '9'.charCodeAt(0);

/*
 * Most candidates are admitted links with nothing unusual, and the planner reads them by the million: their lines are moved as they are, and read
 * without a JSON parser (docs/performance.md). What has another form is parsed.
 */

/**
 * Where the line of a chunk ends that starts at a place, if it is that of an admitted link with no other marks: what `JSON.stringify` writes of these
 * fields in this order, an address without escapes, whole numbers of up to nine digits, and LF. Negative: it is another.
 */
export function plainEnd(text: Buffer, start: number): number {
  let at = behind(text, start, LINE_BYTES);
  at = behind(text, behindKey(at), URL_BYTES);
  at = behind(text, addressEnd(text, at), BY_BYTES);
  at = behind(text, behindKey(at), LEVEL_BYTES);
  at = behind(text, behindNumber(text, at), RANK_BYTES);
  at = behind(text, behindNumber(text, at), POSITION_BYTES);
  at = behind(text, behindNumber(text, at), END_BYTES);
  return at < 0 ? at : at - 1;
}

/** Makes a chunk's line that of a run, where it lies: the comma before its key becomes the brace. */
export function toRunLine({ text, start, end }: LineBytes): LineBytes {
  const from = start + LINE_START.length - KEY_START.length;
  text[from] = BRACE;
  return { text, start: from, end };
}

/* Each takes a place in a text and answers with the one behind what it looks for. Negative: it does not stand there, or the place was negative. */

function behind(text: Buffer, at: number, expected: Buffer): number {
  if (at < 0) return at;
  for (let i = 0; i < expected.length; i += 1) if (text[at + i] !== expected[i]) return -1;
  return at + expected.length;
}

/** Keys are what our own code makes: that this is one is told by what stands behind. */
const behindKey = (at: number): number => (at < 0 ? at : at + KEY_DIGITS);

/** The quote that ends a string without escapes. */
function addressEnd(text: Buffer, from: number): number {
  if (from < 0) return from;
  for (let at = from; at < text.length; at += 1) {
    const code = text[at] as number;
    if (code === QUOTE) return at;
    if (code === BACKSLASH || code < SPACE) return -1;
  }
  return -1;
}

function behindNumber(text: Buffer, from: number): number {
  if (from < 0) return from;
  let at = from;
  while (isDigit(text[at])) at += 1;
  return at > from && at - from <= NUMBER_DIGITS ? at : -1;
}

const isDigit = (code = 0): boolean => code >= ZERO && code <= NINE;

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
  if (end <= from || end - from > NUMBER_DIGITS) return -1;
  let number = 0;
  for (let at = from; at < end; at += 1) {
    const code = line.charCodeAt(at);
    if (!isDigit(code)) return -1;
    number = number * 10 + code - ZERO;
  }
  return number;
}
