import type { Archive } from '#core/archive/archive.ts';
import { damagedObject } from '#core/archive/damaged-object.ts';
import type { SegmentRef } from '#core/frontier/frontier.ts';
import {
  BLOCK_RECORDS,
  blocksFor,
  encodeSegment,
  indexBytes,
  indexOffset,
  joinRecords,
  KEY_BYTES,
  keysWithPrefix,
  mergeRecords,
  prefixBytes,
  type SegmentShape,
  segmentBytes,
} from '#core/frontier/segments/sorted-segment.ts';
import { putParts } from '#engine/frontier/lines/line-files.ts';

/** Segments up to this many bytes are read whole: one request costs less than two. */
const WHOLE_BYTES = 256 * 1024;
/** Longest stretch of blocks that is read at once. */
const STRETCH_BYTES = 4 * 1024 * 1024;
/** Stretches that are read while one is searched: at most 36 MB in memory. */
const STRETCHES_AHEAD = 8;
/**
 * A set of at most this is kept for lookups that follow each other: each would read all of it
 * again.
 */
const KEPT_BYTES = 8 * 1024 * 1024;
/** Segments above this are no longer merged, so that a merge stays below 400 MB of memory. */
const MERGE_BYTES = 128 * 1024 * 1024;

/** Prefixes are read if the blocks of a lookup without them are this many times larger. */
const PREFIXED_BYTES = 2;

/** Segments that were read whole, by object. */
export type KeptSegments = Map<string, Uint8Array>;

export interface LookupOptions {
  /** Blocks with a smaller gap are read together: fewer reads, more bytes. @default 0 */
  readonly gapBytes?: number;
  /** A set that `isKept` is read once, for this lookup and the next ones. @default none */
  readonly kept?: KeptSegments;
}

/** Is the set so small that lookups keep it? */
export const isKept = (segments: readonly SegmentRef[]): boolean =>
  segments.reduce((sum, segment) => sum + segmentBytes(segment), 0) <= KEPT_BYTES;

/**
 * A set of records in sorted segments of an archive, the newest last (a log-structured merge tree).
 * Looked up with many sorted keys at once, never key by key: each block is read at most once a
 * call.
 */
export class SegmentStore {
  readonly #archive: Archive;
  readonly #newName: () => string;

  /** @param newName makes the key of a new segment's object */
  constructor(archive: Archive, newName: () => string) {
    this.#archive = archive;
    this.#newName = newName;
  }

  /**
   * @param keys 32 hex digits each, ascending, all different
   * @returns for each key that is there: its place in `keys` → its newest record
   */
  async lookup(
    segments: readonly SegmentRef[],
    keys: readonly string[],
    { gapBytes = 0, kept }: LookupOptions = {},
  ): Promise<Map<number, Uint8Array>> {
    const found = new Map<number, Uint8Array>();
    if (keys.length === 0) return found;
    const bytes = keyBytes(keys);
    if (kept !== undefined && isKept(segments)) await this.#keep(segments, kept);
    const stretches = await Promise.all(
      segments.map(async (segment): Promise<Stretch[]> => {
        const whole = kept?.get(segment.object);
        const { object, recordBytes } = segment;
        if (whole !== undefined) return [{ object, recordBytes, offset: 0, length: whole.length, whole }];
        return this.#stretches(segment, bytes, gapBytes);
      }),
    );
    for await (const stretch of this.#read(stretches.flat())) take(found, stretch, bytes);
    return found;
  }

  /**
   * Adds sorted records as a new segment, and merges the newest ones while they are of like size:
   * the number of segments stays logarithmic.
   * @param shape of the records; `prefixes` where most keys that are looked up are not there
   */
  async append(
    segments: readonly SegmentRef[],
    records: Uint8Array,
    shape: Omit<SegmentShape, 'count'>,
  ): Promise<SegmentRef[]> {
    if (records.length === 0) return [...segments];
    const kept = [...segments];
    const older: Promise<Uint8Array>[] = [];
    let together = records.length;
    for (let last = kept.at(-1); last !== undefined; last = kept.at(-1)) {
      const bytes = indexOffset(last);
      if (bytes > 4 * together || bytes + together > MERGE_BYTES) break;
      older.push(this.#part(last.object, 0, bytes));
      together += bytes;
      kept.pop();
    }
    let newest = records;
    for (const read of await Promise.all(older)) newest = mergeRecords(read, newest, shape.recordBytes);
    const object = this.#newName();
    const count = newest.length / shape.recordBytes;
    await putParts(this.#archive, object, encodeSegment(newest, shape));
    return [...kept, { object, count, ...shape }];
  }

  /** @throws SurfError OBJECT_CORRUPT when the object ends before */
  async #part(object: string, offset: number, length: number): Promise<Uint8Array> {
    const bytes = await this.#archive.range(object, offset, length);
    if (bytes.length === length) return bytes;
    throw damagedObject(object, `it ends after ${offset + bytes.length} bytes, ${offset + length} were written`);
  }

  /** Reads the segments that are not cached yet. */
  async #keep(segments: readonly SegmentRef[], kept: KeptSegments): Promise<void> {
    const missing = segments.filter(({ object }) => !kept.has(object));
    const read = missing.map((segment) => this.#part(segment.object, 0, indexOffset(segment)));
    for (const [i, bytes] of (await Promise.all(read)).entries()) kept.set(missing[i]?.object ?? '', bytes);
  }

  /** The parts of a segment that may hold any of the keys. */
  async #stretches(segment: SegmentRef, keys: Uint8Array, gapBytes: number): Promise<Stretch[]> {
    const { object, recordBytes } = segment;
    if (segmentBytes(segment) <= WHOLE_BYTES) return [{ object, recordBytes, offset: 0, length: indexOffset(segment) }];
    const blockBytes = BLOCK_RECORDS * segment.recordBytes;
    const most = (keys.length / KEY_BYTES) * blockBytes; // without prefixes, but never more than all
    const prefixes = PREFIXED_BYTES * prefixBytes(segment) < most ? prefixBytes(segment) : 0;
    const index = await this.#part(object, indexOffset(segment), indexBytes(segment) + prefixes);
    const own = prefixes === 0 ? keys : keysWithPrefix(index.subarray(indexBytes(segment)), keys);
    const run = { most: Math.floor(STRETCH_BYTES / blockBytes), gap: Math.floor(gapBytes / blockBytes) };
    return [...runsOf(blocksFor(index.subarray(0, indexBytes(segment)), own), run)].map(([first, last]) => {
      const offset = first * blockBytes;
      const end = Math.min((last + 1) * blockBytes, indexOffset(segment));
      return { object, recordBytes, offset, length: end - offset };
    });
  }

  /** Reads stretches in their order, a few ahead. */
  async *#read(stretches: readonly Stretch[]): AsyncGenerator<SegmentRecords> {
    const ahead: Promise<Uint8Array>[] = [];
    for (const [i, { recordBytes }] of stretches.entries()) {
      for (const { object, offset, length, whole } of stretches.slice(i + ahead.length, i + 1 + STRETCHES_AHEAD)) {
        const part = whole === undefined ? this.#part(object, offset, length) : Promise.resolve(whole);
        part.catch(() => undefined); // thrown below, unless one before it is
        ahead.push(part);
      }
      const bytes = await ahead.shift();
      if (bytes !== undefined) yield { bytes, recordBytes };
    }
  }
}

/** Records of a segment that are read together. */
interface Stretch {
  readonly object: string;
  readonly recordBytes: number;
  readonly offset: number;
  readonly length: number;
  /** Bytes of the whole segment, where they are kept. */
  readonly whole?: Uint8Array;
}

interface SegmentRecords {
  readonly bytes: Uint8Array;
  readonly recordBytes: number;
}

/** Copies the records of these keys out of a stretch. */
function take(found: Map<number, Uint8Array>, stretch: SegmentRecords, keys: Uint8Array): void {
  const { bytes, recordBytes } = stretch;
  const hits: { key: number; offset: number }[] = [];
  joinRecords(stretch, keys, (key, offset) => hits.push({ key, offset }));
  const own = new Uint8Array(hits.length * recordBytes);
  for (const [i, { key, offset }] of hits.entries()) {
    const record = own.subarray(i * recordBytes, (i + 1) * recordBytes);
    record.set(bytes.subarray(offset, offset + recordBytes));
    found.set(key, record);
  }
}

function keyBytes(keys: readonly string[]): Uint8Array {
  const bytes = Buffer.alloc(keys.length * KEY_BYTES);
  keys.forEach((key, i) => {
    bytes.write(key, i * KEY_BYTES, 'hex');
  });
  return bytes;
}

/** Numbers with at most `gap` others between them as [first, last], at most `most` together. */
function* runsOf(
  numbers: readonly number[],
  { most, gap }: { most: number; gap: number },
): Generator<[number, number]> {
  let first: number | undefined;
  let last = 0;
  for (const number of numbers) {
    if (first !== undefined && number <= last + 1 + gap && number - first < most) last = number;
    else {
      if (first !== undefined) yield [first, last];
      first = number;
      last = number;
    }
  }
  if (first !== undefined) yield [first, last];
}
