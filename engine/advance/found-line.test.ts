import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FoundTaskWriter, isPlainAddress } from '#engine/advance/found-line.ts';
import { keyOf } from '#test/fakes/plan-task.ts';

describe('the line of an admitted link', () => {
  it('becomes what JSON.stringify makes of its task, whatever the address is (N8)', () => {
    const writer = new FoundTaskWriter();
    const address = fc.oneof(
      fc.webUrl({ withQueryParameters: true }),
      fc.string({ unit: 'grapheme' }),
      fc.string({ minLength: 900, maxLength: 3_000 }),
    );
    const number = fc.nat({ max: 2 ** 31 - 1 });

    fc.assert(
      fc.property(address, number, number, fc.nat({ max: 50 }), (url, level, rank, before) => {
        fc.pre(isPlainAddress(url));
        const [key, via] = [keyOf(level), keyOf(rank)];
        const text = Buffer.from(`${'x'.repeat(before)}${key}${via}${url}\nnext`);
        const end = text.length - '\nnext'.length;

        const bytes = writer.write({ text, start: before, end }, { level, rank });

        const made = writer.line.toString('utf8', 0, bytes);
        expect(made).toBe(`${JSON.stringify({ key, url, level, rank, via })}\n`);
      }),
    );
  });

  it('is left to JSON.stringify where that writes anything but the address itself', () => {
    const escaped = ['"', '\\', '\n', '\t', '\u0000', '\u001f', '\ud800', 'é'];

    for (const mark of escaped) expect([mark, isPlainAddress(`http://h.test/${mark}`)]).toEqual([mark, false]);
    expect(isPlainAddress('http://h.test/a?b=c&d=%22#f')).toBe(true);
    expect(isPlainAddress('http://xn--bcher-kva.test/~%C3%A9/{}[]#')).toBe(true);
  });
});
