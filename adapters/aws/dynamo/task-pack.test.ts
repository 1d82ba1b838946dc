import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { billedBytes, type Item, itemOf } from '#adapters/aws/dynamo/attributes.ts';
import { unitsOf } from '#adapters/aws/dynamo/dynamo-table.ts';
import { taskKey } from '#adapters/aws/dynamo/keys.ts';
import { correctionPacks, rowsOfItems, wavePacks } from '#adapters/aws/dynamo/task-pack.ts';
import { SORT_KEY } from '#adapters/aws/environment/names.env.ts';
import { packTask } from '#core/archive/stored-task.ts';
import { correctionUnits, packUnits } from '#core/archive/task-packs.ts';
import type { TaskRow } from '#core/execution/task-index.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import { firstOf } from '#test/campaign.ts';
import { EXECUTION, sampleKey, sampleTask, waveOf } from '#test/contract/samples.ts';
import { Dice } from '#test/model/model-web.ts';

const ITEM_BYTES = 400 * 1_024;
const dice = new Dice(11);
const word = (): string => ['guide', 'history', 'news', 'product', 'review', 'science', 'travel'][dice.int(7)] ?? '';
const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** A page as a crawl of many hosts settles it. */
function realisticTask(n: number): TaskRow {
  const host = dice.int(1_000);
  const url = `https://www.site-${host}.example/${word()}/${word()}-${word()}-${n}.html`;
  return sampleTask(n, {
    url,
    key: digest(url) as UrlKey,
    via: digest(`${n >> 3}`) as UrlKey,
    rank: n * 37,
    errors: [],
    title: `${word()} ${word()} – Site ${host}`,
    bytes: 80_000 + dice.int(40_000),
    startedAt: 1_763_700_000_000 + n * 50,
    endedAt: 1_763_700_000_000 + n * 50 + dice.int(500),
    archived: {
      object: `executions/${EXECUTION}/chunks/000003/0000${10 + dice.int(30)}/abcdefghijkl-0000${10 + dice.int(9)}.warc.gz`,
      offset: dice.int(2_000_000),
      length: 18_000 + dice.int(5_000),
    },
  });
}

async function packsOf(rows: readonly TaskRow[], wave: number): Promise<Item[]> {
  const packs: Item[] = [];
  for await (const some of wavePacks(EXECUTION, waveOf(rows, wave))) packs.push(...some);
  return packs;
}

const sortKeys = (packs: readonly Item[]): (string | undefined)[] => packs.map((pack) => pack[SORT_KEY]?.S);
const all = (): boolean => true;

describe('packs of task rows', () => {
  it('are few in a small wave: one for each first digit of a key', async () => {
    const rows = [1, 2, 3].map((n) => sampleTask(n));

    expect(sortKeys(await packsOf(rows, 7)).sort()).toEqual(
      rows.map(({ key }) => `P1#${key.slice(0, 1)}#000007#r#0000`).sort(),
    );
  });

  it('say what later waves and corrections made of a row; the order in which they are read does not matter', async () => {
    const again = sampleTask(2, { rank: 99 });
    const items = [
      ...(await packsOf([sampleTask(1), sampleTask(2), sampleTask(3)], 1)),
      ...(await packsOf([again], 2)),
      ...correctionPacks(EXECUTION, {
        wave: 1,
        corrections: [1, 8].map((n) => ({ key: sampleKey(n), of: sampleKey(3) })),
      }),
    ];
    const expected = new Map([
      [sampleKey(1), sampleTask(1, { outcome: { type: 'duplicate', of: sampleKey(3) } })],
      [sampleKey(2), again],
      [sampleKey(3), sampleTask(3)],
    ]);

    expect(rowsOfItems(EXECUTION, items, all)).toEqual(expected);
    expect(rowsOfItems(EXECUTION, items.toReversed(), all)).toEqual(expected);
  });

  it('return only the requested keys', async () => {
    const items = await packsOf([sampleTask(1), sampleTask(2)], 1);

    expect([...rowsOfItems(EXECUTION, items, (key) => key === sampleKey(2)).keys()]).toEqual([sampleKey(2)]);
  });

  it('are read beside items of single tasks, which older versions of Surf wrote', () => {
    const single = itemOf({ ...packTask(EXECUTION, sampleTask(5)), ...taskKey(EXECUTION, sampleKey(5)) });
    const correction = correctionPacks(EXECUTION, {
      wave: 4,
      corrections: [{ key: sampleKey(5), of: sampleKey(6) }],
    });

    expect([...rowsOfItems(EXECUTION, [...correction, single], all).values()]).toEqual([
      sampleTask(5, { outcome: { type: 'duplicate', of: sampleKey(6) } }),
    ]);
  });

  it('fit into items of DynamoDB where rows are as large as they come and do not compress', async () => {
    const noise = (length: number): string =>
      Array.from({ length }, () => String.fromCodePoint(0x4e00 + dice.int(20_000))).join('');
    const rows = Array.from({ length: 600 }, (_, n) =>
      sampleTask(n, {
        key: `0${digest(`${n}`).slice(1)}` as UrlKey,
        url: `https://a.example/${noise(600)}`,
        title: noise(512),
      }),
    );

    const packs = await packsOf(rows, 1);

    expect(packs.length).toBeGreaterThan(1);
    expect(Math.max(...packs.map(billedBytes))).toBeLessThan(ITEM_BYTES);
    expect(rowsOfItems(EXECUTION, packs, all).size).toBe(600);
  });

  it.each(firstOf([10, 300, 2_000, 5_000, 20_000], { gate: 4 }))(
    'of a wave of %i rows take the units that are charged before, within 15 %',
    async (count) => {
      const rows = Array.from({ length: count }, (_, n) => realisticTask(n));
      const units = (await packsOf(rows, 3)).reduce((sum, pack) => sum + unitsOf(pack), 0);
      const bytes = rows.reduce((sum, row) => sum + Buffer.byteLength(JSON.stringify(row)), 0);
      const corrections = rows.map(({ key }) => ({ key, of: sampleKey(1) }));
      const corrected = correctionPacks(EXECUTION, { wave: 3, corrections });

      const charged = packUnits({ wave: 3, rows: count, bytes });
      expect(Math.abs(charged - units) / units).toBeLessThan(0.15);
      expect(correctionUnits(3, count) / corrected.reduce((sum, pack) => sum + unitsOf(pack), 0)).toBeCloseTo(1, 0);
    },
  );
});
