import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { QuickGunzip } from '#adapters/http/quick-gunzip.ts';

const MOST = 10 * 1024 * 1024;
const pageOf = (n: number): Buffer => Buffer.from(`<title>page ${n}</title>${'some text '.repeat(n * 10)}`);
const textOf = (lent: { body: Uint8Array } | null): string | null =>
  lent === null ? null : Buffer.from(lent.body).toString();

describe('QuickGunzip', () => {
  it('decodes one page after another, given back or not', () => {
    const gunzip = new QuickGunzip();
    const kept = [];

    for (let n = 0; n < 200; n += 1) {
      const lent = gunzip.decode(gzipSync(pageOf(n)), MOST);
      expect(textOf(lent)).toBe(pageOf(n).toString());
      if (n % 7 === 0) kept.push({ n, lent });
      else lent?.release();
    }

    for (const { n, lent } of kept) expect(textOf(lent)).toBe(pageOf(n).toString());
  });

  it('uses the memory of a body that was given back, once', () => {
    const gunzip = new QuickGunzip();
    const first = gunzip.decode(gzipSync(pageOf(1)), MOST);

    first?.release();
    first?.release();
    const second = gunzip.decode(gzipSync(pageOf(2)), MOST);
    const third = gunzip.decode(gzipSync(pageOf(3)), MOST);

    expect(second?.body.buffer).toBe(first?.body.buffer);
    expect(third?.body.buffer).not.toBe(second?.body.buffer);
    expect([textOf(second), textOf(third)]).toEqual([pageOf(2).toString(), pageOf(3).toString()]);
  });

  it('decodes several members, and forgives zeros behind the last, as the ordinary way does', () => {
    const gunzip = new QuickGunzip();
    const two = Buffer.concat([gzipSync(pageOf(1)), gzipSync(pageOf(2))]);

    expect(textOf(gunzip.decode(two, MOST))).toBe(`${pageOf(1)}${pageOf(2)}`);
    expect(textOf(gunzip.decode(Buffer.concat([gzipSync(pageOf(5)), Buffer.alloc(9)]), MOST))).toBe(`${pageOf(5)}`);
  });

  it('has no word on what is cut, damaged, of another coding, followed by garbage or too large (N8), and goes on', () => {
    const gunzip = new QuickGunzip();
    const good = gzipSync(pageOf(50));
    const damaged = Buffer.from(good);
    damaged[40] = (damaged[40] ?? 0) ^ 0xff;
    const wrongSum = Buffer.from(good);
    wrongSum[wrongSum.length - 6] = (wrongSum.at(-6) ?? 0) ^ 1;
    const many = Buffer.concat(Array.from({ length: 100 }, () => gzipSync(Buffer.alloc(10_000))));
    const odd = [
      ...Array.from({ length: good.length }, (_, cut) => good.subarray(0, cut)),
      damaged,
      wrongSum,
      brotliCompressSync(pageOf(50)),
      Buffer.concat([good, Buffer.from('garbage behind it')]),
      gzipSync(Buffer.alloc(300_000)),
      many,
    ];

    for (const wire of odd) {
      expect(gunzip.decode(wire, MOST)).toBeNull();
      expect(textOf(gunzip.decode(good, MOST))).toBe(pageOf(50).toString());
    }
  });

  it('gives nothing above maxBytes, and all up to it', () => {
    const gunzip = new QuickGunzip();
    const wire = gzipSync(pageOf(10));
    const { length } = pageOf(10);

    expect(gunzip.decode(wire, length - 1)).toBeNull();
    expect(gunzip.decode(wire, length)?.body).toHaveLength(length);
  });

  it('works again after it was closed', () => {
    const gunzip = new QuickGunzip();
    gunzip.decode(gzipSync(pageOf(1)), MOST);

    gunzip.close();

    expect(textOf(gunzip.decode(gzipSync(pageOf(2)), MOST))).toBe(pageOf(2).toString());
  });
});
