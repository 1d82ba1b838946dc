import * as zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeBody } from '#adapters/http/coding/content-coding.ts';

const MEBI = 1024 * 1024;
const text = 'The quick brown fox. '.repeat(500);
const bytes = Buffer.from(text);
const decoded = (encoding: string, wire: Uint8Array, maxBytes = MEBI) => {
  const answer = decodeBody(encoding, wire, { maxBytes });
  return answer.ok ? Buffer.from(answer.body).toString() : answer.end;
};

describe('decodeBody', () => {
  it.each([
    ['gzip', zlib.gzipSync(bytes)],
    [' X-GZIP ', zlib.gzipSync(bytes)],
    ['deflate', zlib.deflateSync(bytes)],
    ['deflate', zlib.deflateRawSync(bytes)],
    ['br', zlib.brotliCompressSync(bytes)],
    ['zstd', zlib.zstdCompressSync(bytes)],
    ['identity', bytes],
    ['gzip, identity, br', zlib.brotliCompressSync(zlib.gzipSync(bytes))],
    ['deflate,gzip,zstd', zlib.zstdCompressSync(zlib.gzipSync(zlib.deflateSync(bytes)))],
  ])('undoes %s', (encoding, wire) => expect(decoded(encoding, wire)).toBe(text));

  it('joins gzip members and zstd frames, and ignores garbage behind gzip', () => {
    const half = [bytes.subarray(0, 900), bytes.subarray(900)];
    const members = Buffer.concat(half.map((part) => zlib.gzipSync(part)));
    const frames = Buffer.concat(half.map((part) => zlib.zstdCompressSync(part)));

    expect(decoded('gzip', members)).toBe(text);
    expect(decoded('gzip', Buffer.concat([members, Buffer.from('garbage')]))).toBe(text);
    expect(decoded('gzip', Buffer.concat([members, Buffer.alloc(512)]))).toBe(text);
    expect(decoded('zstd', frames)).toBe(text);
  });

  it('leaves an empty body empty and an unknown coding alone, as the object that came', () => {
    for (const [encoding, wire] of [
      ['gzip', Buffer.alloc(0)],
      ['', bytes],
      ['exi', bytes],
      ['gzip, exi', bytes],
      ['constructor', bytes],
    ] as const) {
      const answer = decodeBody(encoding, wire, { maxBytes: MEBI });

      expect(answer.ok && answer.body).toBe(wire);
    }
  });

  it.each([
    ['gzip', Buffer.from('<html>not gzip</html>')],
    ['gzip', zlib.gzipSync(bytes).subarray(0, 60)],
    ['br', Buffer.from('foo')],
    ['zstd', zlib.zstdCompressSync(bytes).subarray(0, 20)],
    ['gzip,gzip,gzip,gzip', zlib.gzipSync(bytes)],
  ])('calls %s damaged where it is', (encoding, wire) => expect(decoded(encoding, wire)).toBe('decode'));

  it('takes what is there of a message that ended early', () => {
    const noise = Buffer.from(Array.from({ length: 40_000 }, (_, index) => (index * index) % 251));
    const wire = zlib.gzipSync(noise);
    const answer = decodeBody('gzip', wire.subarray(0, wire.length >> 1), { maxBytes: MEBI, partial: true });

    expect(answer.ok && answer.body.length).toBeGreaterThan(0);
    expect(answer.ok && noise.subarray(0, answer.body.length).equals(answer.body)).toBe(true);
  });

  it.each([
    ['gzip', zlib.gzipSync],
    ['deflate', zlib.deflateSync],
    ['br', zlib.brotliCompressSync],
    ['zstd', zlib.zstdCompressSync],
  ] as const)('stops a %s bomb at the limit (N8)', (encoding, encode) => {
    const bomb = encode(Buffer.alloc(50 * MEBI));
    const before = process.memoryUsage().arrayBuffers;

    expect(decoded(encoding, bomb)).toBe('too-large');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 * MEBI);
  });

  it('does not believe a trailer that promises gigabytes', () => {
    const wire = zlib.gzipSync(Buffer.from('small'));
    wire.writeUInt32LE(0x7fff_ffff, wire.length - 4);

    expect(decoded('gzip', wire)).toBe('decode');
  });

  it('accepts a body of exactly the limit', () => {
    expect(decoded('gzip', zlib.gzipSync(bytes), bytes.length)).toBe(text);
    expect(decoded('gzip', zlib.gzipSync(bytes), bytes.length - 1)).toBe('too-large');
  });

  it('refuses a million tiny members', () => {
    const member = zlib.gzipSync(Buffer.from('a'));
    const wire = Buffer.concat([...new Array<Buffer>(20_000).fill(member), Buffer.from('garbage')]);

    expect(decoded('gzip', wire)).toBe('decode');
  });
});
