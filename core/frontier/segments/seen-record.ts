import { KEY_BYTES } from '#core/frontier/segments/sorted-segment.ts';
import type { SkipReason } from '#core/model/outcome.ts';
import { reasonNumber, reasonOfNumber } from '#core/model/reason-number.ts';

/**
 * key 16 · level u32 · verdict u8 (0 admitted, else the reason's stored number) · 1 + wave u24 (0:
 * not known).
 */
export const SEEN_RECORD_BYTES = 24;

/** The last wave that a record can name; a later one is not known. */
const LAST_WAVE = 2 ** 24 - 2;

export interface SeenRecord {
  /** 32 hex digits. */
  readonly key: string;
  readonly level: number;
  /** Null: admitted. */
  readonly reason: SkipReason | null;
}

/** A record as it is read. */
export interface FoundSeen extends SeenRecord {
  /**
   * The wave whose end decided it: its manifest names the list that has the URL. Null: not known.
   */
  readonly wave: number | null;
}

/**
 * @param wave the one that is closed: 0 at the start
 * @throws SurfError FORMAT_UNKNOWN for a reason that this version does not know
 */
export function encodeSeen(sorted: readonly SeenRecord[], wave: number): Uint8Array {
  const bytes = Buffer.alloc(sorted.length * SEEN_RECORD_BYTES);
  const decided = wave > LAST_WAVE ? 0 : wave + 1;
  let at = 0;
  for (const record of sorted) {
    bytes.write(record.key, at, 'hex');
    bytes.writeUInt32LE(record.level, at + KEY_BYTES);
    bytes[at + KEY_BYTES + 4] = reasonNumber(record.reason);
    bytes.writeUIntLE(decided, at + KEY_BYTES + 5, 3);
    at += SEEN_RECORD_BYTES;
  }
  return bytes;
}

/**
 * Gives one of the records another reason, in its place.
 * @param records sorted by key
 * @param key one of theirs, 32 hex digits
 * @throws SurfError FORMAT_UNKNOWN for a reason that this version does not know
 */
export function refuseSeen(records: Uint8Array, key: string, reason: SkipReason): void {
  const wanted = Buffer.from(key, 'hex');
  let low = 0;
  let high = records.length / SEEN_RECORD_BYTES;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = middle * SEEN_RECORD_BYTES;
    if (wanted.compare(records, at, at + KEY_BYTES) > 0) low = middle + 1;
    else high = middle;
  }
  records[low * SEEN_RECORD_BYTES + KEY_BYTES + 4] = reasonNumber(reason);
}

/**
 * @throws SurfError FORMAT_UNKNOWN for a verdict that this version does not know: it never reads as
 * admitted
 */
export function decodeSeen(record: Uint8Array): FoundSeen {
  const bytes = Buffer.from(record.buffer, record.byteOffset, record.byteLength);
  const decided = bytes.readUIntLE(KEY_BYTES + 5, 3);
  return {
    key: bytes.toString('hex', 0, KEY_BYTES),
    level: bytes.readUInt32LE(KEY_BYTES),
    reason: reasonOfNumber(bytes[KEY_BYTES + 4] ?? 0),
    wave: decided === 0 ? null : decided - 1,
  };
}
