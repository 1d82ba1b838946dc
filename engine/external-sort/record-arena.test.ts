import { describe, expect, it } from 'vitest';
import type { RecordBytes } from '#core/archive/warc/record-blocks.ts';
import { RecordArena, type SortKey } from '#engine/external-sort/record-arena.ts';
import { Dice } from '#test/model/model-web.ts';

const bytesOf = (text: string): RecordBytes => {
  const bytes = Buffer.from(text);
  return { bytes, at: 0, end: bytes.length };
};
const key = (b: number): SortKey => ({ a: 0, b, c: 0 });
const textOf = ({ bytes, at, end }: RecordBytes): string => bytes.toString('utf8', at, end);
const textsOf = (arena: RecordArena): string[] => Array.from(arena.order(), (i) => textOf(arena.record(i)));

describe('RecordArena', () => {
  it('orders records of any length, beside others in one block', () => {
    const lengths = [10, 61_000, 20, 100_000, 300_000, 5, 61_000, 7];
    const texts = lengths.map((length, n) => `${n}`.repeat(length));
    const arena = new RecordArena();
    for (const [n, text] of texts.entries()) arena.add(bytesOf(text), key(-n + 10));

    expect(textsOf(arena)).toEqual([...texts].reverse());
    expect(arena.bytes).toBe(lengths.reduce((sum, length) => sum + length));
  });

  it('puts other bytes in the place of a record, shorter or longer than that', () => {
    const arena = new RecordArena();
    for (const [n, text] of ['third', 'first', 'second'].entries()) arena.add(bytesOf(text), key((n + 2) % 3));

    arena.replaceText(1, '1');
    arena.replaceText(2, 'é'.repeat(300_000));

    expect(textsOf(arena)).toEqual(['1', 'é'.repeat(300_000), 'third']);
    expect(arena.count).toBe(3);
  });

  it('begins again in the same memory when it is emptied', () => {
    const arena = new RecordArena();
    for (let n = 0; n < 5_000; n++) arena.add(bytesOf(`${n}`.padStart(200)), key(n));
    const { bytes: block } = arena.record(0);

    arena.empty();
    arena.add(bytesOf('another'), key(1));

    expect([arena.count, arena.bytes, textsOf(arena)]).toEqual([1, 7, ['another']]);
    expect(arena.record(0).bytes.length).toBe(block.length);
  });

  it.each([5_000, 140_000])(
    'orders %i records by numbers of any size, equal ones in the order of insertion',
    (count) => {
      const dice = new Dice(count);
      const number = (): number =>
        Math.abs(dice.pick([0, 1, 65_536, 2 ** 31, 2 ** 53 - 1]) - dice.pick([0, 1]) * dice.int(2 ** 16));
      const keys = Array.from({ length: count }, () => ({ a: dice.int(2), b: number(), c: number() }));
      const arena = new RecordArena();
      for (const [n, one] of keys.entries()) arena.add(bytesOf(`${n}`), one);

      const expected = [...keys.entries()].sort(([, x], [, y]) => x.a - y.a || x.b - y.b || x.c - y.c);

      expect([...arena.order()].join(' ')).toBe(expected.map(([n]) => n).join(' '));
    },
  );
});
