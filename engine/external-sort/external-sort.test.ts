import { describe, expect, it } from 'vitest';
import type { RecordBytes } from '#core/archive/warc/record-blocks.ts';
import { ExternalSort, type KeyOf } from '#engine/external-sort/external-sort.ts';
import type { SortKey } from '#engine/external-sort/record-arena.ts';
import { MemoryArchive } from '#test/fakes/memory/memory-archive.ts';
import { Dice } from '#test/model/model-web.ts';

interface Item extends SortKey {
  readonly text: string;
}

const TEXTS = ['', 'plain', 'tab\tin\tit', '日本語', '🕷🕸', 'é'.repeat(50), '"{\\n}"', 'x'.repeat(3_000), '\u2028\r'];

/** Length, three doubles, text: from the middle of bytes that the caller changes afterwards. */
function recordOf({ a, b, c, text }: Item): RecordBytes {
  const end = 5 + 28 + Buffer.byteLength(text);
  const bytes = Buffer.alloc(end + 5, '?');
  bytes.writeUInt32BE(end - 5, 5);
  for (const [i, number] of [a, b, c].entries()) bytes.writeDoubleBE(number, 9 + 8 * i);
  bytes.write(text, 33);
  return { bytes, at: 5, end };
}

const keyOf: KeyOf = ({ bytes, at }) => ({
  a: bytes.readDoubleBE(at + 4),
  b: bytes.readDoubleBE(at + 12),
  c: bytes.readDoubleBE(at + 20),
});

const itemOf = (record: RecordBytes): Item => ({
  ...keyOf(record),
  text: record.bytes.toString('utf8', record.at + 28, record.end),
});

const byKey = (x: Item, y: Item): number => x.a - y.a || x.b - y.b || x.c - y.c;

const randomItem = (dice: Dice, n: number): Item => ({
  a: dice.int(3),
  b: dice.pick([0, 1, 5, 2 ** 31, 2 ** 40, 2 ** 53 - 1]),
  c: dice.int(3),
  text: `${n}${dice.pick(TEXTS)}`,
});

class Spills extends MemoryArchive {
  readonly written: string[] = [];

  override put(key: string, parts: readonly Uint8Array[]): Promise<'created' | 'exists'> {
    this.written.push(key);
    return super.put(key, parts);
  }
}

async function sort(items: readonly Item[], memoryBytes?: number): Promise<{ out: Item[]; spills: Spills }> {
  const spills = new Spills();
  let names = 0;
  const options = { archive: spills, newName: () => `spill-${names++}`, keyOf };
  const sorter = new ExternalSort(memoryBytes === undefined ? options : { ...options, memoryBytes });
  for (const item of items) {
    const record = recordOf(item);
    const added = sorter.add(record);
    record.bytes.fill('!');
    await added;
  }
  const out: Item[] = [];
  for await (const batch of sorter.sorted()) out.push(...batch.map(itemOf));
  return { out, spills };
}

describe('ExternalSort', () => {
  it('equals a stable Array.sort, in memory and through any number of spills: 200 lists', async () => {
    let spilled = 0;
    for (let seed = 1; seed <= 200; seed++) {
      const dice = new Dice(seed);
      const items = Array.from({ length: dice.int(120) }, (_, n) => randomItem(dice, n));

      const { out, spills } = await sort(items, dice.pick([1, 100, 5_000, 2 ** 30]));

      expect(out, `seed ${seed}`).toEqual([...items].sort(byKey));
      expect(spills.keys, `seed ${seed}`).toEqual([]); // deleted after use
      if (spills.written.length > 1) spilled += 1;
    }
    expect(spilled).toBeGreaterThan(80);
  });

  it('spills when its records reach the limit, each run under its name', async () => {
    const items = Array.from({ length: 100 }, (_, n) => ({ a: 0, b: 99 - n, c: 0, text: 'x'.repeat(72) }));

    const { spills } = await sort(items, 1_000);

    expect(spills.written).toEqual(Array.from({ length: 10 }, (_, i) => `spill-${i}`));
  });

  it('writes nothing as long as memory is enough', async () => {
    const count = 20_000;
    const items = Array.from({ length: count }, (_, n) => ({ a: 0, b: (n * 7_919) % count, c: 0, text: `${n}` }));

    const { out, spills } = await sort(items);

    expect(out).toEqual([...items].sort(byKey));
    expect(spills.written).toEqual([]);
  });

  it('answers with a promise only when it spills, so that a caller need not wait for each record', () => {
    const archive = new MemoryArchive();
    const sorter = new ExternalSort({ archive, newName: () => 'spill', keyOf, memoryBytes: 50 });
    const record = recordOf({ a: 0, b: 0, c: 0, text: '1' });

    expect(sorter.add(record)).toBeUndefined();
    expect(sorter.add(record)).toBeInstanceOf(Promise);
  });
});
