import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sha1Base32, sha1Base32Of, sha256Hex, sha256HexOf, sha256Prefix } from '#core/bytes/digest.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);

describe('digests', () => {
  it('SHA-256 is as FIPS 180-4 says, of text as of its UTF-8 bytes', () => {
    expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(sha256Hex('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(sha256Hex('日本')).toBe(sha256Hex(bytes('日本')));
  });

  it('a key is the first 16 bytes of SHA-256', () => {
    expect(sha256Prefix('abc')).toBe('ba7816bf8f01cfea414140de5dae2223');
    expect(sha256Prefix(bytes('abc'))).toBe(sha256Prefix('abc'));
  });

  it('of parts is that of the whole', () => {
    expect(sha256HexOf([bytes('a'), bytes(''), bytes('bc')])).toBe(sha256Hex('abc'));
    expect(sha256HexOf([bytes('abc')])).toBe(sha256Hex('abc'));
    expect(sha256HexOf([])).toBe(sha256Hex(''));
  });

  it('SHA-1 is in base32 as WARC writers write it', () => {
    // The digests of an empty body and of "abc"; the first is in most WARC files.
    expect(sha1Base32(bytes(''))).toBe('3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ');
    expect(sha1Base32(bytes('abc'))).toBe('VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5');
  });

  it('base32 is SHA-1, five bits a letter: 300 bodies', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
    for (let n = 0; n < 300; n++) {
      const body = Buffer.alloc(n, n);
      const number = BigInt(`0x${createHash('sha1').update(body).digest('hex')}`);
      const letters = Array.from({ length: 32 }, (_, i) => alphabet[Number((number >> BigInt(155 - 5 * i)) & 31n)]);

      expect(sha1Base32(body)).toBe(letters.join(''));
    }
  });

  it('of parts is that of the whole', () => {
    expect(sha1Base32Of([bytes('a'), bytes(''), bytes('bc')])).toBe(sha1Base32(bytes('abc')));
    expect(sha1Base32Of([])).toBe(sha1Base32(bytes('')));
  });

  it('counts only the part of a buffer that a view shows', () => {
    expect(sha256Hex(bytes('xabcx').subarray(1, 4))).toBe(sha256Hex('abc'));
    expect(sha1Base32(bytes('xabcx').subarray(1, 4))).toBe(sha1Base32(bytes('abc')));
  });
});
