import type { Archive } from '#core/archive/archive.ts';

const PART_BYTES = 128 * 1024;
/** A line may be longer than a part: a URL of 8 KB with what is known of it is far below this. */
const MOST_BYTES = 1024 * 1024;

export interface PlacedLine {
  readonly text: string;
  /** The byte behind it, LF included. */
  readonly end: number;
}

/**
 * Whole lines of an object from a byte on, one read of about 128 KB. `last`: there are no others.
 */
export async function partLines(
  archive: Archive,
  object: string,
  from: number,
  until = Number.MAX_SAFE_INTEGER,
): Promise<{ readonly lines: readonly PlacedLine[]; readonly last: boolean }> {
  for (let bytes = PART_BYTES; ; bytes *= 4) {
    const wanted = Math.min(bytes, until - from);
    const part = Buffer.from(await archive.range(object, from, wanted));
    const lines = placedLines(part, from);
    const last = part.length < bytes || from + part.length >= until;
    if (lines.length > 0 || last || bytes > MOST_BYTES) return { lines, last };
  }
}

function placedLines(part: Buffer, from: number): PlacedLine[] {
  const lines: PlacedLine[] = [];
  let start = 0;
  for (let end = part.indexOf(10); end >= 0; end = part.indexOf(10, start)) {
    lines.push({ text: part.toString('utf8', start, end), end: from + end + 1 });
    start = end + 1;
  }
  return lines;
}
