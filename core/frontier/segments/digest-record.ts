import { KEY_BYTES } from '#core/frontier/segments/sorted-segment.ts';

/**
 * digest prefix 16 · URL key 16 · level u32 · rank u32 · host u32 (its place in the host table; the
 * highest bit: the page was not modified).
 */
export const DIGEST_RECORD_BYTES = 44;

/** The page that holds a digest: the one of lowest rank so far, in the first level that had it. */
export interface DigestRecord {
  /** First 16 bytes of the SHA-256 of the decoded body, hex. */
  readonly digest: string;
  readonly key: string;
  readonly level: number;
  readonly rank: number;
  readonly host: number;
  /** The page is `notModified`, not `stored`. */
  readonly notModified: boolean;
}

const NOT_MODIFIED = 0x8000_0000;

export function encodeDigests(sorted: readonly DigestRecord[]): Uint8Array {
  const bytes = Buffer.alloc(sorted.length * DIGEST_RECORD_BYTES);
  let at = 0;
  for (const record of sorted) {
    bytes.write(record.digest, at, 'hex');
    bytes.write(record.key, at + KEY_BYTES, 'hex');
    bytes.writeUInt32LE(record.level, at + 32);
    bytes.writeUInt32LE(record.rank, at + 36);
    bytes.writeUInt32LE(record.host + (record.notModified ? NOT_MODIFIED : 0), at + 40);
    at += DIGEST_RECORD_BYTES;
  }
  return bytes;
}

export function decodeDigest(record: Uint8Array): DigestRecord {
  const bytes = Buffer.from(record.buffer, record.byteOffset, record.byteLength);
  const host = bytes.readUInt32LE(40);
  return {
    digest: bytes.toString('hex', 0, KEY_BYTES),
    key: bytes.toString('hex', KEY_BYTES, 32),
    level: bytes.readUInt32LE(32),
    rank: bytes.readUInt32LE(36),
    host: host % NOT_MODIFIED,
    notModified: host >= NOT_MODIFIED,
  };
}
