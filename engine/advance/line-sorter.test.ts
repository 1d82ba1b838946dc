import { describe, expect, it } from 'vitest';
import { LineSorter, type PlacedLine } from '#engine/advance/line-sorter.ts';
import { MemoryArchive } from '#test/fakes/memory-archive.ts';
import { Dice } from '#test/model/model-web.ts';

const byPlace = (x: PlacedLine, y: PlacedLine): number => x.a - y.a || x.b - y.b || x.c - y.c;

const TEXTS = ['', 'plain', 'tab\tin\tit', '日本語', '🕷🕸', 'é'.repeat(50), '"{\\n}"', 'x'.repeat(3_000), '\u2028\r'];

const randomLine = (dice: Dice, n: number): PlacedLine => ({
  a: dice.int(3),
  b: dice.pick([0, 1, 5, 2 ** 31, 2 ** 40, 2 ** 53 - 1]),
  c: dice.int(3),
  line: `${n}${dice.pick(TEXTS)}`,
  tag: dice.pick([0, 1, 2 ** 32 - 1]),
});

class Spills extends MemoryArchive {
  readonly written: string[] = [];

  override put(key: string, parts: readonly Uint8Array[]): Promise<'created' | 'exists'> {
    this.written.push(key);
    return super.put(key, parts);
  }
}

async function sort(
  lines: readonly PlacedLine[],
  memoryBytes?: number,
): Promise<{ out: PlacedLine[]; spills: Spills }> {
  const spills = new Spills();
  let names = 0;
  const sorter = new LineSorter(spills, () => `spill-${names++}`, memoryBytes);
  for (const [n, line] of lines.entries()) await (n % 2 === 0 ? sorter.add(line) : addBytes(sorter, line));
  const out: PlacedLine[] = [];
  for await (const batch of sorter.sorted()) out.push(...batch);
  return { out, spills };
}

/** From the middle of a text that changes afterwards. */
async function addBytes(sorter: LineSorter, { line, tag = 0, ...place }: PlacedLine): Promise<void> {
  const text = Buffer.from(`before${line}behind`);
  const added = sorter.addBytes({ ...place, tag, text, start: 6, end: text.length - 6 });
  text.fill('?');
  await added;
}

describe('LineSorter', () => {
  it('equals a stable Array.sort of texts and bytes, in memory and through any number of spills: 200 lists', async () => {
    let spilled = 0;
    for (let seed = 1; seed <= 200; seed++) {
      const dice = new Dice(seed);
      const lines = Array.from({ length: dice.int(120) }, (_, n) => randomLine(dice, n));

      const { out, spills } = await sort(lines, dice.pick([1, 100, 5_000, 2 ** 30]));

      expect(out, `seed ${seed}`).toEqual([...lines].sort(byPlace));
      expect(spills.keys, `seed ${seed}`).toEqual([]); // deleted after use
      if (spills.written.length > 1) spilled += 1;
    }
    expect(spilled).toBeGreaterThan(80);
  });

  it('gives the same as bytes: 200 lists', async () => {
    for (let seed = 1; seed <= 200; seed++) {
      const dice = new Dice(seed);
      const lines = Array.from({ length: dice.int(120) }, (_, n) => randomLine(dice, n));
      let names = 0;
      const sorter = new LineSorter(new MemoryArchive(), () => `spill-${names++}`, dice.pick([1, 5_000, 2 ** 30]));
      for (const line of lines) await sorter.add(line);
      const out: PlacedLine[] = [];

      for await (const batch of sorter.sortedBytes()) {
        for (const { a, b, c, tag, text, start, end } of batch)
          out.push({ a, b, c, tag, line: text.toString('utf8', start, end) });
      }

      expect(out, `seed ${seed}`).toEqual([...lines].sort(byPlace));
    }
  });

  it('gives the same as one text: 200 lists', async () => {
    for (let seed = 1; seed <= 200; seed++) {
      const dice = new Dice(seed);
      const lines = Array.from({ length: dice.int(120) }, (_, n) => randomLine(dice, n));
      const spills = new Spills();
      const sorter = new LineSorter(
        spills,
        () => `spill-${spills.written.length}`,
        dice.pick([1, 100, 5_000, 2 ** 30]),
      );
      for (const line of lines) await sorter.add(line);

      const parts = await sorter.text();

      const sorted = [...lines].sort(byPlace).map(({ line }) => `${line}\n`);
      expect(Buffer.concat(parts).toString(), `seed ${seed}`).toBe(sorted.join(''));
    }
  });

  it('hands the lines of one place together to whom it asks which stay, and takes new lines then: 200 lists', () => {
    const sorter = new LineSorter(new MemoryArchive(), () => 'spill');
    for (let seed = 1; seed <= 200; seed++) {
      const dice = new Dice(seed);
      const lines = Array.from({ length: dice.int(120) }, (_, n) => randomLine(dice, n));
      for (const line of lines) void sorter.add(line);
      const sorted = [...lines].sort(byPlace);
      const alone = (line: PlacedLine): boolean => sorted.filter((other) => byPlace(line, other) === 0).length === 1;
      const asked: string[] = [];

      const { parts, count } = sorter.take((together) => {
        asked.push(...together);
        return [together.at(-1) ?? '', 'and one more'];
      });

      const text = Buffer.concat(parts).toString();
      const groups = Object.values(Object.groupBy(sorted, ({ a, b, c }) => `${a} ${b} ${c}`)) as PlacedLine[][];
      const stay = groups.flatMap((group) => (group.length === 1 ? group : [group.at(-1), { line: 'and one more' }]));
      expect(text, `seed ${seed}`).toBe(stay.map((line) => `${line?.line}\n`).join(''));
      expect(count).toBe(stay.length);
      expect(asked).toEqual(sorted.filter((line) => !alone(line)).map(({ line }) => line));
    }
  });

  it('leaves what was taken as it is when new lines come, however long its lines are', () => {
    const sorter = new LineSorter(new MemoryArchive(), () => 'spill');
    const lines = [10, 70_000, 20, 200_000, 300_000].map((length, n) => `${n}`.repeat(length));
    const fill = (text: string): void => {
      for (let n = 0; n < 2_000; n++) void sorter.add({ a: 0, b: n, c: 0, line: text.repeat(500) });
    };
    for (const [b, line] of lines.entries()) void sorter.add({ a: 0, b, c: 0, line });

    const { parts, count } = sorter.take((together) => together);
    fill('x');
    const second = sorter.take((together) => together);
    fill('y');

    expect(count).toBe(5);
    expect(Buffer.concat(parts).toString()).toBe(lines.map((line) => `${line}\n`).join(''));
    expect(Buffer.concat(second.parts).toString()).toBe(`${'x'.repeat(500)}\n`.repeat(2_000));
  });

  it('puts a line in the place of another, shorter or longer than that', async () => {
    const sorter = new LineSorter(new Spills(), () => 'spill');
    for (const [n, line] of ['third', 'first', 'second'].entries())
      await sorter.add({ a: 0, b: (n + 2) % 3, c: 0, line });

    sorter.replace(1, '1');
    sorter.replace(2, 'é'.repeat(300_000));
    const parts = await sorter.text();

    expect(Buffer.concat(parts).toString()).toBe(`1\n${'é'.repeat(300_000)}\nthird\n`);
  });

  it('copies no text that lies in order already', async () => {
    const sorter = new LineSorter(new Spills(), () => 'spill');
    for (let n = 0; n < 10_000; n++) await sorter.add({ a: 0, b: n, c: 0, line: `${n}`.padStart(200) });

    const parts = await sorter.text();

    expect(parts).toHaveLength(Math.ceil((10_000 * 201) / (256 * 1024 - 400)));
  });

  it('has lines of any length, beside others in one block', async () => {
    const lengths = [10, 61_000, 20, 100_000, 300_000, 5, 61_000, 7];
    const lines = lengths.map((length, n) => ({ a: n % 3, b: n % 2, c: n, line: `${n}`.repeat(length), tag: n }));

    const { out } = await sort(lines);

    expect(out).toEqual([...lines].sort(byPlace));
  });

  it('begins anew when its text was taken, which stays as it is', async () => {
    const sorter = new LineSorter(new Spills(), () => 'spill');
    for (let n = 0; n < 5_000; n++) await sorter.add({ a: 0, b: -n, c: 0, line: `${n}`.padStart(200) });

    const first = await sorter.text();
    await sorter.add({ a: 0, b: 0, c: 0, line: 'another' });
    const second = await sorter.text();

    expect(Buffer.concat(first).length).toBe(5_000 * 201);
    expect(Buffer.concat(second).toString()).toBe('another\n');
  });

  it('spills when its text reaches the limit, each run under a name of its own', async () => {
    const lines = Array.from({ length: 100 }, (_, n) => ({ a: 0, b: 99 - n, c: 0, line: 'x'.repeat(100) }));

    const { spills } = await sort(lines, 1_000);

    expect(spills.written).toEqual(Array.from({ length: 10 }, (_, i) => `spill-${i}`));
  });

  it('grows beyond its first places and bytes, and writes nothing as long as memory is enough', async () => {
    const count = 20_000;
    const lines = Array.from({ length: count }, (_, n) => ({
      a: 0,
      b: (n * 7_919) % count,
      c: 0,
      line: `line ${n}`,
      tag: 0,
    }));

    const { out, spills } = await sort(lines);

    expect(out).toEqual([...lines].sort(byPlace));
    expect(spills.written).toEqual([]);
  });

  it.each([5_000, 140_000])('sorts %i lines by numbers of any size, those of one place as they came', async (count) => {
    const dice = new Dice(count);
    const number = (): number =>
      dice.pick([0, 1, 65_536, 2 ** 31, 2 ** 53 - 1]) - dice.pick([0, 1]) * dice.int(2 ** 16);
    const places = Array.from({ length: count }, () => ({
      a: dice.int(2),
      b: Math.abs(number()),
      c: Math.abs(number()),
    }));
    const sorter = new LineSorter(new MemoryArchive(), () => 'none');
    for (const [n, place] of places.entries()) void sorter.add({ ...place, line: `${n}` });
    const out: number[] = [];

    for await (const batch of sorter.sorted()) out.push(...batch.map(({ line }) => Number(line)));

    const expected = [...places.entries()].sort(([, x], [, y]) => x.a - y.a || x.b - y.b || x.c - y.c);
    expect(out).toEqual(expected.map(([n]) => n));
  });

  it('answers with a promise only when it spills, so that a caller need not wait for each line', async () => {
    const sorter = new LineSorter(new MemoryArchive(), () => 'spill', 10);

    const first = sorter.add({ a: 1, b: 0, c: 0, line: 'short' });
    const second = sorter.add({ a: 0, b: 0, c: 0, line: 'longer' });
    await second;

    expect([first, second]).toEqual([undefined, expect.any(Promise)]);
  });
});
