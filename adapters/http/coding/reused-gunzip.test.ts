import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ReusedGunzip } from '#adapters/http/coding/reused-gunzip.ts';

const MOST = 10 * 1024 * 1024;
const pageOf = (n: number): Buffer => Buffer.from(`<title>page ${n}</title>${'some text '.repeat(n * 10)}`);
const textOf = (body: Uint8Array | null): string | null => (body === null ? null : Buffer.from(body).toString());

describe('ReusedGunzip', () => {
  it('decodes one page after another, each into separate memory', () => {
    const gunzip = new ReusedGunzip();

    const bodies = Array.from({ length: 200 }, (_, n) => gunzip.decode(gzipSync(pageOf(n)), MOST));

    expect(bodies.map(textOf)).toEqual(Array.from({ length: 200 }, (_, n) => pageOf(n).toString()));
    expect(new Set(bodies.map((body) => body?.buffer)).size).toBe(200);
  });

  it('leaves odd bodies to others (N8), and continues', () => {
    const gunzip = new ReusedGunzip();
    const good = gzipSync(pageOf(50));
    const damaged = Buffer.from(good);
    damaged[40] = (damaged[40] ?? 0) ^ 0xff;
    const wrongSum = Buffer.from(good);
    wrongSum[wrongSum.length - 6] = (wrongSum.at(-6) ?? 0) ^ 1;
    const odd = [
      ...Array.from({ length: good.length }, (_, cut) => good.subarray(0, cut)),
      damaged,
      wrongSum,
      brotliCompressSync(pageOf(50)),
      Buffer.concat([good, Buffer.from('garbage behind it')]),
      Buffer.concat([good, Buffer.alloc(9)]),
      Buffer.concat([gzipSync(pageOf(2)), gzipSync(pageOf(1))]),
      gzipSync(Buffer.alloc(300_000)),
    ];

    for (const wire of odd) {
      expect(gunzip.decode(wire, MOST)).toBeNull();
      expect(textOf(gunzip.decode(good, MOST))).toBe(pageOf(50).toString());
    }
  });

  it('gives nothing above maxBytes, and all up to it', () => {
    const gunzip = new ReusedGunzip();
    const wire = gzipSync(pageOf(10));
    const { length } = pageOf(10);

    expect(gunzip.decode(wire, length - 1)).toBeNull();
    expect(gunzip.decode(wire, length)).toHaveLength(length);
  });

  it('works again after it was closed', () => {
    const gunzip = new ReusedGunzip();
    gunzip.decode(gzipSync(pageOf(1)), MOST);

    gunzip.close();

    expect(textOf(gunzip.decode(gzipSync(pageOf(2)), MOST))).toBe(pageOf(2).toString());
  });
});
