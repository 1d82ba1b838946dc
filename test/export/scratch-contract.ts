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

    it('gives items back by their places, while others are added', async () => {
      const items = open().items();
      const bytesOf = (n: number) => Uint8Array.from({ length: (n * 7_919) % 4_000 }, (_, i) => n + i);
      const places: number[] = [];
      for (let n = 0; n < 300; n++) {
        places.push(await items.add(bytesOf(n)));
        if (n % 50 === 7) expect([...(await items.read(n - 3))]).toEqual([...bytesOf(n - 3)]);
      }

      const read = await Promise.all([299, 0, 120, 0].map((place) => items.read(place)));
      await items.close();

      expect(places).toEqual(Array.from({ length: 300 }, (_, n) => n));
      expect(read.map((item) => [...item])).toEqual([299, 0, 120, 0].map((n) => [...bytesOf(n)]));
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
