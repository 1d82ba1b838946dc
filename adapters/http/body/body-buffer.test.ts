import { describe, expect, it } from 'vitest';
import { BodyBuffer } from '#adapters/http/body/body-buffer.ts';

const text = (buffer: BodyBuffer): string => Buffer.from(buffer.take()).toString('latin1');

describe('BodyBuffer', () => {
  it('gives one part back as the object that came', () => {
    const buffer = new BodyBuffer();
    const part = Buffer.alloc(10, 'a');
    buffer.add(part);

    expect(buffer.take()).toBe(part);
    expect([buffer.length, buffer.take().length]).toEqual([0, 0]);
  });

  it('joins parts of every size in their order, with and without a Content-Length', () => {
    const sizes = [3, 1, 1, 5_000, 2, 70_000, 16_384, 1, 4_096, 40_000, 7];
    const whole = sizes.map((size, index) => String.fromCharCode(97 + index).repeat(size)).join('');
    for (const told of [0, whole.length, whole.length + 5, 70_000]) {
      const buffer = new BodyBuffer();
      buffer.expect(told);
      for (const [index, size] of sizes.entries()) buffer.add(Buffer.alloc(size, 97 + index));

      expect(buffer.length).toBe(whole.length);
      expect(text(buffer)).toBe(whole);
    }
  });

  it('copies no parts when the Content-Length is known', () => {
    const buffer = new BodyBuffer();
    buffer.expect(100_000);
    for (let index = 0; index < 10; index++) buffer.add(Buffer.alloc(10_000, 'x'));

    const body = buffer.take();
    expect([body.length, body.buffer.byteLength]).toEqual([100_000, 100_000]);
  });

  it('holds a million parts of one byte in a few megabytes, though each holds on to a large buffer (N8)', () => {
    const buffer = new BodyBuffer();
    const before = process.memoryUsage();
    for (let index = 0; index < 1_000_000; index++) {
      if (index % 1_000 === 0) buffer.add(Buffer.allocUnsafeSlow(65_536).subarray(0, 1));
      else buffer.add(new Uint8Array(1));
    }
    const after = process.memoryUsage();

    expect(buffer.length).toBe(1_000_000);
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(70 * 1024 * 1024);
    expect(buffer.take().buffer.byteLength).toBeLessThan(1_100_000);
  });
});
