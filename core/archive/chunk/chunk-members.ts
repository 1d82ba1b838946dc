import { gunzipMember } from '#core/bytes/gzip.ts';

/** One gzip member of a chunk's lines object, unpacked. */
export interface ChunkMember {
  /** `lines`: JSON lines; `records`: link records, since version 2 of the chunk. */
  readonly holds: 'lines' | 'records';
  readonly data: Buffer;
}

/** Unpacked lines of one chunk are at most this: a worker flushes a chunk long before. */
export const MOST_CHUNK_BYTES = 512 * 1024 * 1024;

/**
 * The members of a chunk's lines object, each with whole lines or whole records.
 * @throws SurfError OBJECT_CORRUPT for bytes that are not a gzip member, or unpack to more than 512
 *   MB
 */
export function* chunkMembers(bytes: Uint8Array): Generator<ChunkMember> {
  let left = MOST_CHUNK_BYTES;
  for (let at = 0; at < bytes.length; ) {
    const { data, end } = gunzipMember(bytes, at, { maxBytes: Math.max(1, left) });
    // The length of a record begins with a zero byte: records are shorter than 16 MB. No JSON line
    // does.
    yield { holds: data[0] === 0 ? 'records' : 'lines', data: Buffer.from(data.buffer, data.byteOffset, data.length) };
    left -= data.length;
    at = end;
  }
}
