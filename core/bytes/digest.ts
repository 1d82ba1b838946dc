import { createHash, hash } from 'node:crypto';

/** SHA-256 as 64 hex digits. */
export const sha256Hex = (data: string | Uint8Array): string => hash('sha256', data, 'hex');

/** First 16 bytes of SHA-256 as 32 hex digits: enough for 10^12 keys (collision below 10^-14). */
export const sha256Prefix = (data: string | Uint8Array): string => hash('sha256', data, 'hex').slice(0, 32);

/** SHA-1 in base32, as WARC digests are written (`sha1:` + this; WARC 1.1 §5.8). */
export const sha1Base32 = (data: Uint8Array): string => base32(hash('sha1', data, 'buffer'));

/** The same over the concatenated parts. */
export function sha1Base32Of(parts: readonly Uint8Array[]): string {
  const sha1 = createHash('sha1');
  for (const part of parts) sha1.update(part);
  return base32(sha1.digest());
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648 §6 without padding; 20 bytes of SHA-1 need none. */
function base32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xffff;
    bits += 8;
    while (bits >= 5) {
      text += ALPHABET.charAt((value >>> (bits - 5)) & 31);
      bits -= 5;
    }
  }
  return bits > 0 ? text + ALPHABET.charAt((value << (5 - bits)) & 31) : text;
}
