import { KEY_BYTES } from '#core/frontier/segments/sorted-segment.ts';

/** pattern prefix 16 · addresses admitted u32. */
export const PATTERN_RECORD_BYTES = 20;

/** Count of the addresses of a pattern admitted so far (`traps.pagesPerPattern`). */
export interface PatternRecord {
  /** First 16 bytes of the SHA-256 of the pattern (`urlPattern`), hex. */
  readonly pattern: string;
  readonly count: number;
}

export function encodePatterns(sorted: readonly PatternRecord[]): Uint8Array {
  const bytes = Buffer.alloc(sorted.length * PATTERN_RECORD_BYTES);
  let at = 0;
  for (const { pattern, count } of sorted) {
    bytes.write(pattern, at, 'hex');
    bytes.writeUInt32LE(count, at + KEY_BYTES);
    at += PATTERN_RECORD_BYTES;
  }
  return bytes;
}

export function decodePattern(record: Uint8Array): PatternRecord {
  const bytes = Buffer.from(record.buffer, record.byteOffset, record.byteLength);
  return { pattern: bytes.toString('hex', 0, KEY_BYTES), count: bytes.readUInt32LE(KEY_BYTES) };
}
