import { describe, expect, it } from 'vitest';
import { BlockPool, BlockWriter } from '#core/bytes/block-writer.ts';
import {
  appendLine,
  decodeLines,
  encodeGzipLines,
  encodeLines,
  gzipLines,
  linesOf,
  MAX_LINE_BYTES,
} from '#core/bytes/json-lines.ts';

const values = [{ a: 1 }, 'zwölf\u2028', null, [true], { text: 'line\nbreak' }];

describe('JSON lines', () => {
  it('come back as they were written, plain and gzipped', () => {
    expect(decodeLines(encodeLines(values))).toEqual(values);
    expect(decodeLines(encodeGzipLines(values))).toEqual(values);
    expect(encodeGzipLines(values)[0]).toBe(31);
    expect(decodeLines(new Uint8Array(0))).toEqual([]);
  });

  it('are the same bytes when they are gathered one by one', () => {
    const out = new BlockWriter(new BlockPool());
    for (const value of values) appendLine(out, value);

    expect(Buffer.concat(out.parts())).toEqual(encodeLines(values));
    expect(gzipLines(out.parts())).toEqual(encodeGzipLines(values));
  });

  it('name the line that is damaged', () => {
    expect(() => decodeLines(Buffer.from('{}\n{"a":\n{}\n'))).toThrow(/line 2 .*not JSON/);
    expect(() => decodeLines(Buffer.from('{}\n\n'))).toThrow(/line 2/);
    expect(() => decodeLines(Buffer.from('{}\n{}\n{}'))).toThrow(/line 3 .*no end/);
  });

  it('are refused when longer than 1 MiB, however many there are', () => {
    const longest = Buffer.from(`"${'x'.repeat(MAX_LINE_BYTES - 2)}"\n`);

    expect([...linesOf(Buffer.concat([longest, longest]))].map((line) => line.length)).toEqual([
      MAX_LINE_BYTES,
      MAX_LINE_BYTES,
    ]);
    expect(() => [...linesOf(Buffer.concat([longest, Buffer.from('x'), longest]))]).toThrow(/line 2 .*longer/);
  });

  it('are refused when they inflate to more than maxBytes', () => {
    expect(() => decodeLines(encodeGzipLines(Array(1000).fill('x')), { maxBytes: 1000 })).toThrow(/at most 1000 bytes/);
  });
});
