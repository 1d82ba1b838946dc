import { constants, crc32, deflateRawSync, gunzipSync, inflateRawSync } from 'node:zlib';
import { SurfError } from '#core/error.ts';

/** RFC 1952 §2.3.1: no name, no time, no extra flags, unknown system. */
const HEADER = Uint8Array.of(31, 139, 8, 0, 0, 0, 0, 0, 0, 255);
const TRAILER_BYTES = 8;
/** RFC 1951 §3.2.4: the length of a stored block has 16 bits; each has a header of 5 bytes. */
const STORED_BLOCK_BYTES = 65_535;
const STORED_HEADER_BYTES = 5;

/** More than this is deflated in pieces, so that nothing large is copied together first. */
const PIECE_BYTES = 1024 * 1024;
/** Bytes of a piece on which compression is tried. */
const SAMPLE_BYTES = 64 * 1024;

const sizeOf = (parts: readonly Uint8Array[]): number => parts.reduce((sum, part) => sum + part.length, 0);
const joined = (parts: readonly Uint8Array[]): Uint8Array => {
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : Buffer.concat(parts);
};

/** Length of the member that `writeStoredMember` makes of `size` bytes. */
export const storedMemberBytes = (size: number): number =>
  HEADER.length + Math.max(1, Math.ceil(size / STORED_BLOCK_BYTES)) * STORED_HEADER_BYTES + size + TRAILER_BYTES;

/** One gzip member that holds the concatenated parts, stored. */
export function storedMember(parts: readonly Uint8Array[]): Uint8Array {
  const member = Buffer.allocUnsafeSlow(storedMemberBytes(sizeOf(parts)));
  writeStoredMember(member, parts);
  return member;
}

/**
 * Fills `member` with one gzip member that holds the concatenated parts in stored blocks:
 * compressed data is framed for the price of a checksum and a copy.
 * @param member `storedMemberBytes` of the parts' length
 */
export function writeStoredMember(member: Buffer, parts: readonly Uint8Array[]): void {
  let left = sizeOf(parts);
  member.set(HEADER, 0);
  let at = storedHeader(member, HEADER.length, left);
  let room = Math.min(STORED_BLOCK_BYTES, left);
  for (const part of parts) {
    for (let from = 0; from < part.length; ) {
      if (room === 0) {
        at = storedHeader(member, at, left);
        room = Math.min(STORED_BLOCK_BYTES, left);
      }
      const length = Math.min(room, part.length - from);
      member.set(from === 0 && length === part.length ? part : part.subarray(from, from + length), at);
      at += length;
      from += length;
      room -= length;
      left -= length;
    }
  }
  writeTrailer(member, at, parts);
}

/** Most content that a stored member holds in one piece, and where it begins there. */
export const ONE_PIECE_BYTES = STORED_BLOCK_BYTES;
export const ONE_PIECE_AT = HEADER.length + STORED_HEADER_BYTES;

/**
 * Completes a stored member whose content its maker has written into it already, so that nothing is
 * copied.
 * @param member `storedMemberBytes(size)` with `size` bytes of content, at most ONE_PIECE_BYTES, at
 * ONE_PIECE_AT
 */
export function sealStoredMember(member: Buffer, size: number): void {
  member.set(HEADER, 0);
  const at = storedHeader(member, HEADER.length, size);
  writeTrailer(member, at + size, [member.subarray(at, at + size)]);
}

/**
 * Writes the head of a stored block, the last one when all that is left fits.
 * @returns the offset for its bytes
 */
function storedHeader(member: Buffer, at: number, left: number): number {
  const length = Math.min(STORED_BLOCK_BYTES, left);
  member[at] = length === left ? 1 : 0;
  member.writeUInt16LE(length, at + 1);
  member.writeUInt16LE(length ^ 0xffff, at + 3);
  return at + STORED_HEADER_BYTES;
}

/**
 * One gzip member that holds the concatenated parts, deflated.
 * @param level 1 (fast) to 9 (small)
 */
export function deflatedMember(parts: readonly Uint8Array[], level: number): Uint8Array {
  const pieces = deflatedParts(parts, level);
  const member = Buffer.allocUnsafeSlow(sizeOf(pieces));
  let at = 0;
  for (const piece of pieces) {
    member.set(piece, at);
    at += piece.length;
  }
  return member;
}

/**
 * Makes the member of `deflatedMember` in parts, without copying them together. Pieces of large
 * input that do not shrink are stored as they are: they share memory with the given parts, which
 * must not change, so that noise is not in memory twice.
 * @param level 1 (fast) to 9 (small)
 */
export function deflatedParts(parts: readonly Uint8Array[], level: number): readonly Uint8Array[] {
  const bodies = deflatedBodies(parts, level);
  const trailer = Buffer.allocUnsafe(TRAILER_BYTES);
  writeTrailer(trailer, 0, parts);
  return [HEADER, ...bodies, trailer];
}

const deflatedBodies = (parts: readonly Uint8Array[], level: number): Uint8Array[] =>
  sizeOf(parts) <= PIECE_BYTES ? [deflateRawSync(joined(parts), { level })] : deflatedPieces(parts, level);

/**
 * RFC 1951 §3.2: each piece ends at a byte (sync flush), so that together they are one deflate
 * stream.
 */
function deflatedPieces(parts: readonly Uint8Array[], level: number): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (const part of parts) {
    for (let from = 0; from < part.length; from += PIECE_BYTES) pieces.push(part.subarray(from, from + PIECE_BYTES));
  }
  return pieces.flatMap((piece, index) => {
    const isLast = index === pieces.length - 1;
    if (!shrinks(piece, level)) return storedBlocks(piece, isLast);
    const finishFlush = isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
    return [deflateRawSync(piece, { level, finishFlush })];
  });
}

/** Does the beginning of the piece shrink? Deflating all of it would leave as much garbage. */
const shrinks = (piece: Uint8Array, level: number): boolean => {
  const sample = piece.subarray(0, SAMPLE_BYTES);
  return deflateRawSync(sample, { level }).length < sample.length;
};

/** The piece in stored blocks, each a header and its bytes where they are. */
function storedBlocks(piece: Uint8Array, isLast: boolean): Uint8Array[] {
  const blocks: Uint8Array[] = [];
  for (let from = 0; from < piece.length; from += STORED_BLOCK_BYTES) {
    const bytes = piece.subarray(from, from + STORED_BLOCK_BYTES);
    const header = Buffer.allocUnsafe(STORED_HEADER_BYTES);
    storedHeader(header, 0, bytes.length);
    header[0] = isLast && from + bytes.length === piece.length ? 1 : 0;
    blocks.push(header, bytes);
  }
  return blocks;
}

function writeTrailer(member: Buffer, at: number, parts: readonly Uint8Array[]): void {
  let checksum = 0;
  for (const part of parts) checksum = crc32(part, checksum);
  member.writeUInt32LE(checksum, at);
  member.writeUInt32LE(sizeOf(parts) >>> 0, at + 4);
}

/** Does it start with the two bytes of gzip? No text does. */
export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 31 && bytes[1] === 139;

/**
 * Inflates all members of `bytes`.
 * @param maxBytes most bytes that may come out
 * @throws SurfError OBJECT_CORRUPT when damaged, cut short or over maxBytes
 */
export function gunzip(bytes: Uint8Array, maxBytes: number): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes });
  } catch (cause) {
    throw new SurfError('OBJECT_CORRUPT', `not a gzip stream of at most ${maxBytes} bytes: ${wordsOf(cause)}`, {
      cause,
    });
  }
}

/**
 * Inflates a gzip file from the web as far as it goes: it may be cut short. Never throws.
 * @param maxBytes most bytes that may come out
 */
export function gunzipWhatIsThere(
  bytes: Uint8Array,
  maxBytes: number,
): { readonly body: Uint8Array; readonly end: 'complete' | 'damaged' | 'too-large' } {
  try {
    const body = gunzipSync(bytes, { maxOutputLength: maxBytes, finishFlush: constants.Z_SYNC_FLUSH });
    return { body, end: 'complete' };
  } catch (error) {
    const tooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    return { body: new Uint8Array(0), end: tooLarge ? 'too-large' : 'damaged' };
  }
}

export interface MemberOptions {
  /** Most bytes that may come out. */
  readonly maxBytes: number;
}

/** One member and the offset behind it. */
export interface GzipMember {
  readonly data: Uint8Array;
  readonly end: number;
}

/**
 * Inflates the one member that starts at `offset`, and checks its checksum and length. Members with
 * header extensions (RFC 1952 §2.3.1: extra field, name, comment, header CRC), as other archives
 * have them, are read too.
 *
 * @throws SurfError OBJECT_CORRUPT naming the offset
 */
export function gunzipMember(bytes: Uint8Array, offset: number, { maxBytes }: MemberOptions): GzipMember {
  const body = offset + headerLength(bytes, offset);
  const { buffer, engine } = readStored(bytes, body, maxBytes) ?? inflate(bytes.subarray(body), offset, maxBytes);
  const trailer = body + engine.bytesWritten;
  if (trailer + TRAILER_BYTES > bytes.length) throw damaged(offset, 'it is cut short');
  const view = new DataView(bytes.buffer, bytes.byteOffset + trailer, TRAILER_BYTES);
  if (view.getUint32(0, true) !== crc32(buffer)) throw damaged(offset, 'its checksum is wrong');
  if (view.getUint32(4, true) !== buffer.length >>> 0) throw damaged(offset, 'its length is wrong');
  return { data: buffer, end: trailer + TRAILER_BYTES };
}

/**
 * The contents of stored blocks (RFC 1951 §3.2.4), as most records of our archives are: a copy
 * instead of an inflater with its 40 KB of state.
 * @returns null when any block is not a whole stored one: then zlib decides
 */
function readStored(bytes: Uint8Array, from: number, maxBytes: number): InflateInfo | null {
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let at = from; ; ) {
    const head = bytes[at];
    const end = at + STORED_HEADER_BYTES;
    if (head === undefined || (head & 0b110) !== 0 || end > bytes.length) return null;
    const view = new DataView(bytes.buffer, bytes.byteOffset + at + 1, 4);
    const length = view.getUint16(0, true);
    if ((length ^ 0xffff) !== view.getUint16(2, true) || end + length > bytes.length) return null;
    parts.push(bytes.subarray(end, end + length));
    size += length;
    if (size > maxBytes) return null;
    at = end + length;
    if ((head & 1) === 1) return { buffer: Buffer.concat(parts), engine: { bytesWritten: at - from } };
  }
}

/**
 * The inflated bytes, and how much input the stream took: zlib tells with `info`, which Node's
 * types lack.
 */
export interface InflateInfo {
  readonly buffer: Buffer;
  readonly engine: { readonly bytesWritten: number };
}

function inflate(bytes: Uint8Array, offset: number, maxBytes: number): InflateInfo {
  const options = { info: true, maxOutputLength: maxBytes, chunkSize: 64 * 1024, finishFlush: constants.Z_FINISH };
  try {
    return inflateRawSync(bytes, options) as unknown as InflateInfo;
  } catch (cause) {
    throw damaged(offset, wordsOf(cause), cause);
  }
}

function headerLength(bytes: Uint8Array, offset: number): number {
  const flags = bytes[offset + 3];
  if (bytes[offset] !== 31 || bytes[offset + 1] !== 139 || bytes[offset + 2] !== 8 || flags === undefined)
    throw damaged(offset, 'no gzip header is there');
  let at = offset + HEADER.length;
  if (flags & 4) at += 2 + (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);
  for (const text of [8, 16]) if (flags & text) at = endOfText(bytes, at, offset);
  if (flags & 2) at += 2;
  if (at > bytes.length) throw damaged(offset, 'its header is cut short');
  return at - offset;
}

function endOfText(bytes: Uint8Array, from: number, offset: number): number {
  const zero = bytes.indexOf(0, from);
  if (zero < 0) throw damaged(offset, 'its header is cut short');
  return zero + 1;
}

const wordsOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

function damaged(offset: number, what: string, cause?: unknown): SurfError {
  return new SurfError('OBJECT_CORRUPT', `the gzip member at byte ${offset} is damaged: ${what}`, {
    remedy: 'the object was changed after it was written: restore it from a copy',
    ...(cause === undefined ? {} : { cause }),
  });
}
