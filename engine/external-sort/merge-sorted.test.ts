import { describe, expect, it } from 'vitest';
import { mergeSorted } from '#engine/external-sort/merge-sorted.ts';
import { Dice } from '#test/model/model-web.ts';

interface Item {
  readonly n: number;
  readonly stream: number;
}

const byNumber = (a: Item, b: Item): number => a.n - b.n;

async function* streamOf<T>(batches: readonly T[][]): AsyncGenerator<T[]> {
  yield* batches;
}

/** Cuts into batches of random size, empty ones among them. */
function cut<T>(dice: Dice, items: readonly T[]): T[][] {
  const batches: T[][] = [];
  for (let at = 0; at < items.length; ) {
    const size = dice.int(5);
    batches.push(items.slice(at, at + size));
    at += size;
  }
  return dice.chance(0.5) ? [...batches, []] : batches;
}

async function collect<T>(merged: AsyncGenerator<T[]>): Promise<{ items: T[]; longest: number }> {
  const items: T[] = [];
  let longest = 0;
  for await (const batch of merged) {
    items.push(...batch);
    longest = Math.max(longest, batch.length);
  }
  return { items, longest };
}

describe('mergeSorted', () => {
  it('equals a stable sort of all items, for any number of streams and batches: 500 merges', async () => {
    for (let seed = 1; seed <= 500; seed++) {
      const dice = new Dice(seed);
      const streams = Array.from({ length: dice.int(9) }, (_, stream) =>
        Array.from({ length: dice.int(30) }, (): Item => ({ n: dice.int(20), stream })).sort(byNumber),
      );

      const { items } = await collect(
        mergeSorted(
          streams.map((items) => streamOf(cut(dice, items))),
          byNumber,
        ),
      );

      // Array.sort is stable: equal items stay in the order of their streams.
      expect(items, `seed ${seed}`).toEqual(streams.flat().sort(byNumber));
    }
  });

  it('hands items on in batches of about a hundred', async () => {
    const numbers = (from: number) => [Array.from({ length: 5_000 }, (_, i) => from + 2 * i)];

    const { items, longest } = await collect(
      mergeSorted([streamOf(numbers(0)), streamOf(numbers(1))], (a, b) => a - b),
    );

    expect(items).toEqual(Array.from({ length: 10_000 }, (_, i) => i));
    expect(longest).toBe(128);
  });

  it('is nothing of nothing', async () => {
    expect(await collect(mergeSorted<Item>([], byNumber))).toEqual({ items: [], longest: 0 });
    expect((await collect(mergeSorted([streamOf<Item>([]), streamOf<Item>([[], []])], byNumber))).items).toEqual([]);
  });
});
