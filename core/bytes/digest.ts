import { createHash, hash, timingSafeEqual } from 'node:crypto';

/** SHA-256 as 64 hex digits. */
export const sha256Hex = (data: string | Uint8Array): string => hash('sha256', data, 'hex');

/** SHA-256 of the concatenated parts, as 64 hex digits. */
export function sha256HexOf(parts: readonly Uint8Array[]): string {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return sha256Hex(only);
  const sha256 = createHash('sha256');
  for (const part of parts) sha256.update(part);
  return sha256.digest('hex');
}

/** SHA-256 of bytes that come in parts. */
export class RunningSha256 {
  readonly #hash = createHash('sha256');

  add(bytes: Uint8Array): void {
    this.#hash.update(bytes);
  }

  /** As 64 hex digits; nothing can be added afterwards. */
  hex(): string {
    return this.#hash.digest('hex');
  }
}

/** Are two digests, as text of the same form, equal? Takes the same time wherever they differ. */
export function sameDigest(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** First 16 bytes of SHA-256 as 32 hex digits: enough for 10^12 keys (collision below 10^-14). */
export const sha256Prefix = (data: string | Uint8Array): string => hash('sha256', data, 'hex').slice(0, 32);

/** MD5 as 32 hex digits: older formats name contents by it; it proves nothing. */
export const md5Hex = (data: string | Uint8Array): string => hash('md5', data, 'hex');

/** SHA-1 as 40 hex digits. */
export const sha1Hex = (data: string | Uint8Array): string => hash('sha1', data, 'hex');

/** SHA-1 in base32, as WARC digests are written (`sha1:` + this; WARC 1.1 §5.8). */
export const sha1Base32 = (data: Uint8Array): string => base32(hash('sha1', data, 'hex'));

/** SHA-1 of the concatenated parts, in base32. */
export function sha1Base32Of(parts: readonly Uint8Array[]): string {
  const sha1 = createHash('sha1');
  for (const part of parts) sha1.update(part);
  return base32(sha1.digest('hex'));
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Ten bits as two letters. */
const PAIRS = Array.from({ length: 1024 }, (_, bits) => ALPHABET.charAt(bits >> 5) + ALPHABET.charAt(bits & 31));

/**
 * RFC 4648 §6 of hex digits, a multiple of ten (SHA-1 has 40), which needs no padding. A digest as
 * hex takes a third of the time that one in a buffer does.
 */
function base32(hex: string): string {
  let text = '';
  for (let at = 0; at < hex.length; at += 5) {
    let bits = 0;
    for (let digit = at; digit < at + 5; digit += 1) bits = (bits << 4) | digitOf(hex.charCodeAt(digit));
    text += pair(bits >> 10) + pair(bits & 1023);
  }
  return text;
}

/** @param code of a hex digit in lower case */
const digitOf = (code: number): number => (code > 0x39 ? code - 0x57 : code - 0x30);

const pair = (bits: number): string => PAIRS[bits] as string;
