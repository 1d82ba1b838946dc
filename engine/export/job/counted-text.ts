import { printableJson } from '#core/model/printable.ts';
import type { Chunks, ExportTally } from '#engine/export/job/export-job.ts';

const PART_CHARACTERS = 64 * 1024;

/** Joins texts into parts that are worth a write, and counts them as one file. */
export async function* inParts(texts: AsyncIterable<string>, tally: ExportTally): Chunks {
  tally.files = 1;
  let part = '';
  for await (const text of texts) {
    part += text;
    if (part.length < PART_CHARACTERS) continue;
    yield counted(part, tally);
    part = '';
  }
  if (part !== '') yield counted(part, tally);
}

function counted(text: string, tally: ExportTally): string {
  tally.bytes += Buffer.byteLength(text);
  return text;
}

/** A JSON line for each value, counted as an item. */
export async function* jsonLines(values: AsyncIterable<unknown>, tally: ExportTally): AsyncGenerator<string> {
  for await (const value of values) {
    tally.items += 1;
    yield `${printableJson(value)}\n`;
  }
}

/** JSON in ASCII: it can be sorted bytewise, and is as safe for a terminal as `printableJson`. */
export const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\x7f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** A place as text that sorts as the number does. */
export const sortablePlace = (place: number): string => String(place).padStart(15, '0');
