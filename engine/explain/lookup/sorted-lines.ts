import type { Archive } from '#core/archive/archive.ts';
import { rawLines } from '#engine/frontier/lines/line-files.ts';

/** An object of JSON lines in the order of their URL keys. */
export interface SortedLines {
  readonly object: string;
  /** Size of the object. */
  readonly bytes: number;
}

/** Objects up to this are read whole: one request costs less than two. */
const WHOLE_BYTES = 256 * 1024;
/** Bytes that one probe reads; lines are much shorter. */
const PROBE_BYTES = 64 * 1024;
/** The text before the key in a line, which is the first or second field. */
const BEFORE_KEY = '"key":"';
const KEY_DIGITS = 32;
/** Interpolating probes; after them, binary search. */
const GUESSES = 8;

/**
 * Finds the line of a key without an index: keys are hashes, evenly spread, so that a key's place
 * in the alphabet tells its place in the file (interpolation search). Two or three reads of 64 KiB
 * for any size; never more than 8 and the binary logarithm of the size.
 *
 * @param key 32 hex digits
 * @returns the line, parsed; null when no line has the key
 */
export async function findLine<T>(archive: Archive, file: SortedLines, key: string): Promise<T | null> {
  if (file.bytes <= WHOLE_BYTES) return lineIn(rawLines(await archive.get(file.object)), key);
  const left: Stretch = { from: 0, to: file.bytes, low: 0, high: 1 };
  for (let probe = 0, size = PROBE_BYTES; left.from < left.to; probe++) {
    const from = probe < GUESSES ? guess(left, key, size) : middle(left, size);
    const bytes = await archive.range(file.object, from, Math.min(size, left.to - from));
    const lines = wholeLines(bytes, { from, start: from === left.from, end: from + bytes.length === left.to });
    const [first, last] = [lines.texts[0], lines.texts.at(-1)];
    if (first === undefined || last === undefined) {
      if (bytes.length < size) return null;
      size *= 2; // a line that is longer than a probe
    } else if (key < keyOf(first)) {
      left.to = lines.from;
      left.high = share(keyOf(first));
    } else if (key > keyOf(last)) {
      left.from = lines.to;
      left.low = share(keyOf(last));
    } else return lineIn(lines.texts, key);
  }
  return null;
}

/**
 * Stretch that can hold the key: bytes [from, to), which begin and end with lines; its keys are
 * between the two shares of the alphabet.
 */
interface Stretch {
  from: number;
  to: number;
  low: number;
  high: number;
}

function keyOf(line: string): string {
  const at = line.indexOf(BEFORE_KEY) + BEFORE_KEY.length;
  return line.slice(at, at + KEY_DIGITS);
}

/** The position of a key among all keys: 0 to 1. */
const share = (key: string): number => Number.parseInt(key.slice(0, 12), 16) / 2 ** 48;

function guess({ from, to, low, high }: Stretch, key: string, size: number): number {
  const part = high > low ? (share(key) - low) / (high - low) : 0.5;
  return within(from + part * (to - from) - size / 2, { from, to: to - size });
}

const middle = ({ from, to }: Stretch, size: number): number => within((from + to - size) / 2, { from, to: to - size });

const within = (place: number, { from, to }: { from: number; to: number }): number =>
  Math.floor(Math.max(from, Math.min(place, to)));

/**
 * The whole lines of some bytes, and where they begin and end.
 * @param at.start, at.end do the bytes begin, end with a line?
 */
function wholeLines(
  bytes: Uint8Array,
  at: { from: number; start: boolean; end: boolean },
): { texts: string[]; from: number; to: number } {
  const begin = at.start ? 0 : bytes.indexOf(10) + 1;
  const end = bytes.lastIndexOf(10) + 1;
  const texts = !at.start && begin === 0 ? [] : [...rawLines(bytes.subarray(begin, end))];
  return { texts, from: at.from + begin, to: at.from + end };
}

function lineIn<T>(lines: Iterable<string>, key: string): T | null {
  for (const line of lines) if (keyOf(line) === key) return JSON.parse(line) as T;
  return null;
}
