import { crc32 } from 'node:zlib';
import type { ZlibAnswer, ZlibSteps } from '#adapters/http/coding/zlib-call.ts';

/** More members or frames in one body are an attack: each costs a call. */
export const MAX_PARTS = 1_000;

const FTEXT_RESERVED = 0xe0;
const [FHCRC, FEXTRA, FNAME, FCOMMENT] = [2, 4, 8, 16];

/**
 * Joins the members of a gzip file (RFC 1952 §2.2) and ignores what follows the last one, as
 * browsers do; zlib's own reader refuses it. The slow way: only taken where that reader failed.
 *
 * @param maxBytes most bytes of output
 * @returns null when the first member, or one that begins as a member, is damaged
 * @throws `ERR_BUFFER_TOO_LARGE` above maxBytes
 */
export function* gunzipMembers(data: Uint8Array, maxBytes: number): ZlibSteps<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  let produced = 0;
  for (let at = 0; at < data.length && (parts.length === 0 || isMember(data, at)); ) {
    const start = skipHeader(data, at);
    if (start === null || parts.length >= MAX_PARTS) return null;
    const member = yield* inflateMember(data.subarray(start), maxBytes - produced);
    if (member === null) return null;
    parts.push(member.body);
    produced += member.body.length;
    at = start + member.used;
  }
  return parts.length === 0 ? null : Buffer.concat(parts, produced);
}

const isMember = (data: Uint8Array, at: number): boolean =>
  data[at] === 0x1f && data[at + 1] === 0x8b && data[at + 2] === 8;

/** Position of the deflate data, or null when there is no sound header. */
function skipHeader(data: Uint8Array, at: number): number | null {
  const flags = data[at + 3] ?? 0xff;
  if (!isMember(data, at) || (flags & FTEXT_RESERVED) !== 0) return null;
  let position = at + 10;
  if ((flags & FEXTRA) !== 0) position += 2 + ((data[position] ?? 0) | ((data[position + 1] ?? 0) << 8));
  for (const flag of [FNAME, FCOMMENT]) {
    if ((flags & flag) === 0) continue;
    const end = data.indexOf(0, position);
    if (end < 0) return null;
    position = end + 1;
  }
  if ((flags & FHCRC) !== 0) position += 2;
  return position < data.length ? position : null;
}

/** Inflates, and checks CRC-32 and length behind the data. `used` counts both. */
function* inflateMember(data: Uint8Array, maxBytes: number): ZlibSteps<{ body: Uint8Array; used: number } | null> {
  let answer: ZlibAnswer;
  try {
    answer = yield { how: 'inflateRaw', data, options: { maxOutputLength: Math.max(1, maxBytes) } };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') throw error;
    return null;
  }
  const end = answer.engine.bytesWritten;
  if (end + 8 > data.length) return null;
  const trailer = new DataView(data.buffer, data.byteOffset + end, 8);
  if (trailer.getUint32(0, true) !== crc32(answer.buffer)) return null;
  if (trailer.getUint32(4, true) !== answer.buffer.length >>> 0) return null;
  return { body: answer.buffer, used: end + 8 };
}
