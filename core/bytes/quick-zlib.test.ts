import { randomBytes } from 'node:crypto';
import { constants, createDeflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { deflatedParts, gunzipMember } from '#core/bytes/gzip.ts';
import { QuickDeflate } from '#core/bytes/quick-deflate.ts';
import { QuickInflate } from '#core/bytes/quick-inflate.ts';
import { ZlibEngine } from '#core/bytes/zlib-engine.ts';

const MOST = 1024 * 1024;
const pageOf = (n: number): Buffer => Buffer.from(`<title>page ${n}</title>${'some text '.repeat(n * 10)}`);

describe('QuickDeflate', () => {
  it('deflates one page after another, in parts, into the same memory', () => {
    const quick = new QuickDeflate(3);
    const memory = new Set<unknown>();

    for (let n = 1; n < 200; n += 1) {
      const parts = [Buffer.from('head'), Buffer.alloc(0), pageOf(n), Buffer.from('\r\n\r\n')];
      const made = quick.deflate(parts) ?? Buffer.alloc(0);
      memory.add(made.buffer);
      expect(inflateRawSync(made).equals(Buffer.concat(parts))).toBe(true);
      expect(made.length).toBe(deflateRawSync(Buffer.concat(parts), { level: 3 }).length);
    }

    expect(memory.size).toBe(1);
  });

  it('leaves to others what is large, does not shrink to 60 KiB or has no parts; members are whole all the same', () => {
    const quick = new QuickDeflate(3);
    const odd = [[Buffer.alloc(300_000)], [randomBytes(100_000)], [randomBytes(60 * 1024)], []];

    for (const parts of odd) {
      const whole = Buffer.concat(parts);
      const member = Buffer.concat(deflatedParts(parts, quick));

      expect(quick.deflate(parts)).toBeNull();
      expect(Buffer.from(gunzipMember(member, 0, { maxBytes: MOST }).data).equals(whole)).toBe(true);
      expect(inflateRawSync(quick.deflate([pageOf(7)]) ?? '').equals(pageOf(7))).toBe(true);
    }
  });
});

describe('QuickInflate', () => {
  it('inflates the stream that bytes begin with, and tells its end', () => {
    const quick = new QuickInflate();

    for (let n = 0; n < 50; n += 1) {
      const stream = deflateRawSync(pageOf(n));
      const made = quick.inflate(Buffer.concat([stream, Buffer.from('what follows')]), MOST);
      expect(made?.buffer.equals(pageOf(n))).toBe(true);
      expect(made?.engine.bytesWritten).toBe(stream.length);
    }
  });

  it('has no word on what is cut, damaged or too large (N8), and goes on', () => {
    const quick = new QuickInflate();
    const good = deflateRawSync(pageOf(50));
    const cuts = Array.from({ length: good.length }, (_, cut) => good.subarray(0, cut));

    for (const odd of [...cuts, Buffer.from([7, 7, 7]), deflateRawSync(Buffer.alloc(600_000))]) {
      expect(quick.inflate(odd, MOST)).toBeNull();
      expect(quick.inflate(good, MOST)?.buffer.equals(pageOf(50))).toBe(true);
    }
    expect(quick.inflate(good, pageOf(50).length - 1)).toBeNull();
    expect(quick.inflate(good, pageOf(50).length)?.buffer).toHaveLength(pageOf(50).length);
  });

  it('works again after it was closed', () => {
    const quick = new QuickInflate();
    quick.inflate(deflateRawSync(pageOf(1)), MOST);

    quick.close();

    expect(quick.inflate(deflateRawSync(pageOf(2)), MOST)?.buffer.equals(pageOf(2))).toBe(true);
  });
});

describe('ZlibEngine', () => {
  it('does nothing on a runtime whose streams are made another way', () => {
    const closed: number[] = [];
    const engine = new ZlibEngine(() => ({ close: () => void closed.push(1) }));

    expect([engine.run([pageOf(1)], Buffer.alloc(9), 9), engine.run([pageOf(1)], Buffer.alloc(9), 9)]).toEqual([
      null,
      null,
    ]);
    expect(closed).toEqual([1]);
  });

  it('fills no more room than it is given', () => {
    const engine = new ZlibEngine(() => createDeflateRaw({ chunkSize: constants.Z_MIN_CHUNK }));
    const output = Buffer.alloc(1_000, 1);

    expect(engine.run([randomBytes(500)], output, 100)).toBeNull();
    expect(output.subarray(100).every((byte) => byte === 1)).toBe(true);
  });
});
