import { describe, expect, it } from 'vitest';
import type { Scratch } from '#core/export/scratch.ts';

/** The promises of the port. */
export function scratchContract(name: string, open: () => Scratch): void {
  describe(`${name} as a scratch`, () => {
    it('sorts lines bytewise, equal ones included', async () => {
      const sorter = open().sorter();
      await sorter.add(['b', 'a,', 'Z', 'a']);
      await sorter.add(['a-', 'b']);

      expect((await all(sorter.sorted())).join('')).toBe('Z\na\na,\na-\nb\nb\n');
    });

    it('keeps lines of a list in their order, with any text', async () => {
      const lines = Array.from({ length: 5_000 }, (_, n) => `${(n * 7_919) % 5_003} «é» \t ${'x'.repeat(n % 90)}`);
      const list = open().list();
      for (let n = 0; n < lines.length; n += 40) await list.add(lines.slice(n, n + 40));

      expect(await all(list.lines())).toEqual(lines);
    });

    it('keeps its sorters and lists apart', async () => {
      const scratch = open();
      const [a, b, list] = [scratch.sorter(), scratch.sorter(), scratch.list()];
      await Promise.all([a.add(['1']), b.add(['2']), list.add(['3'])]);

      expect([await all(a.sorted()), await all(b.sorted()), await all(list.lines())]).toEqual([
        ['1\n'],
        ['2\n'],
        ['3'],
      ]);
    });

    it('gives nothing where nothing was added', async () => {
      const scratch = open();

      expect([await all(scratch.sorter().sorted()), await all(scratch.list().lines())]).toEqual([[], []]);
    });
  });
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
