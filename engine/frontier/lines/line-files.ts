import type { Archive } from '#core/archive/archive.ts';
import { damagedObject } from '#core/archive/damaged-object.ts';
import type { FileRef } from '#core/frontier/frontier.ts';

/** Bytes of one read of an object. */
const PART_BYTES = 1024 * 1024;
/**
 * Text that is handled at once: the strings of one megabyte would live too long, and be in the old
 * generation when they are garbage.
 */
const TEXT_CHARACTERS = 128 * 1024;
/** Bytes of one read of a stream that is merged: each stream holds as much in memory. */
const BATCH_CHARACTERS = 16 * 1024;

/** Values as JSON lines in parts of about 128 KB: no string or buffer grows with their number. */
export const linesOf = (values: Iterable<unknown>): Uint8Array[] => textParts(jsonOf(values));

function* jsonOf(values: Iterable<unknown>): Generator<string> {
  for (const value of values) yield JSON.stringify(value);
}

/** The lines of the object. */
function textParts(lines: Iterable<string>): Uint8Array[] {
  const parts: Uint8Array[] = [];
  let text = '';
  for (const line of lines) {
    text += `${line}\n`;
    if (text.length >= TEXT_CHARACTERS) {
      parts.push(Buffer.from(text));
      text = '';
    }
  }
  if (text !== '') parts.push(Buffer.from(text));
  return parts;
}

/** Writes parts as an object. */
export async function putParts(archive: Archive, object: string, parts: readonly Uint8Array[]): Promise<void> {
  await archive.put(object, parts);
}

/** Writes values as an object of JSON lines; null when there are none. */
export async function writeLines(
  archive: Archive,
  object: string,
  values: readonly unknown[],
): Promise<FileRef | null> {
  if (values.length === 0) return null;
  await putParts(archive, object, linesOf(values));
  return { object, count: values.length };
}

/** The values of an object that our own code wrote whole. */
export async function readLines<T>(archive: Archive, ref: FileRef | null): Promise<T[]> {
  if (ref === null) return [];
  const bytes = await archive.get(ref.object);
  const values = parseLines<T>(bytes, ref.object);
  if (values.length === ref.count) return values;
  throw damagedObject(ref.object, `it has ${values.length} lines, ${ref.count} were written`);
}

/** @param object its key, for the error @default none @throws SurfError OBJECT_CORRUPT */
export function parseLines<T>(bytes: Uint8Array, object = 'a list of lines'): T[] {
  const values: T[] = [];
  try {
    for (const line of rawLines(bytes)) values.push(JSON.parse(line) as T);
  } catch (error) {
    throw damagedObject(object, (error as Error).message, error);
  }
  return values;
}

/**
 * Lines of a UTF-8 text whose last line ends with LF.
 * @param skipped bytes with which lines begin that the caller does not read
 */
export function* rawLines(bytes: Uint8Array, skipped: Uint8Array | null = null): Generator<string> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let start = 0;
  for (let end = buffer.indexOf(10); end >= 0; end = buffer.indexOf(10, start)) {
    if (skipped === null || !hasAt(buffer, start, skipped)) yield buffer.toString('utf8', start, end);
    start = end + 1;
  }
}

/** Are these bytes at this place? */
function hasAt(buffer: Uint8Array, place: number, bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i += 1) if (buffer[place + i] !== bytes[i]) return false;
  return true;
}

/**
 * Streams an object's lines in batches, one part of the object at a time. A part begins with a
 * line: the beginning of one that the previous part had is read again, so that nothing is copied
 * together but lines that are longer than a part.
 */
export async function* streamLines(archive: Archive, object: string, partBytes = PART_BYTES): AsyncGenerator<string[]> {
  let begun: Uint8Array = new Uint8Array(0);
  for (let offset = 0; ; ) {
    const part = await archive.range(object, offset, partBytes);
    const { length } = part;
    const end = part.lastIndexOf(10) + 1;
    if (end === 0) begun = Buffer.concat([begun, part]);
    else {
      const lines = part.subarray(0, end);
      yield* batchesOf(begun.length === 0 ? lines : Buffer.concat([begun, lines]));
      begun = new Uint8Array(0);
    }
    if (length < partBytes) return;
    offset += end === 0 ? length : end;
  }
}

/** Lines of a text in batches of about 16 KB. */
function* batchesOf(bytes: Uint8Array): Generator<string[]> {
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(10, Math.min(from + BATCH_CHARACTERS, bytes.length - 1)) + 1;
    yield [...rawLines(bytes.subarray(from, end))];
    from = end;
  }
}
