import { describe, expect, it } from 'vitest';
import { GroupedLines } from '#engine/frontier/lines/grouped-lines.ts';
import { amount } from '#test/campaign.ts';
import { Dice } from '#test/model/model-web.ts';

/** Lines of letters of one to four bytes, some longer than several pieces of memory. */
const randomLine = (dice: Dice): string =>
  dice.pick(['a', 'é', '中', '😀']).repeat(dice.pick([0, 1, 30, 200, 1_100, 9_000]));

describe('GroupedLines', () => {
  it('has the lines of each group in the order in which they came, group after group, and their lengths', () => {
    for (let seed = 1; seed <= amount({ gate: 60, campaign: 200 }); seed++) {
      const dice = new Dice(seed);
      const grouped = new GroupedLines();
      const lines: string[][] = [];
      const groups: number[] = [];
      for (let n = dice.int(300); n > 0; n--) {
        const group = dice.int(Math.min(lines.length + 1, 20));
        const line = randomLine(dice);
        grouped.add(group, line);
        groups.push(group);
        if (group === lines.length) lines.push([]);
        lines[group]?.push(`${line}\n`);
      }

      const text = grouped.text();

      expect(Buffer.concat(text.parts).toString(), `seed ${seed}`).toBe(lines.flat().join(''));
      expect([...text.groups].join(), `seed ${seed}`).toBe(groups.join());
      const lengths = lines.flat().map((line) => Buffer.byteLength(line));
      expect([...text.lengths].join(), `seed ${seed}`).toBe(lengths.join());
      expect(grouped.count).toBe(groups.length);
    }
  });

  it('takes 100,000 lines of one group in 256 KiB a part, and of many groups with at most a piece of 1 KiB each to spare', () => {
    const line = 'x'.repeat(99);
    const one = new GroupedLines();
    const many = new GroupedLines();
    for (let n = 0; n < 100_000; n++) {
      one.add(0, line);
      many.add(n % 1_000, line);
    }

    const bytes = 100_000 * 100;
    expect(one.text().parts).toHaveLength(Math.ceil(bytes / (256 * 1024)));
    expect(many.text().parts.length).toBeLessThanOrEqual(bytes / 1024 + 1_000);
  });

  it('starts afresh after its release', () => {
    const grouped = new GroupedLines();
    grouped.add(0, 'before');

    grouped.release();
    grouped.add(0, 'after');

    expect(Buffer.concat(grouped.text().parts).toString()).toBe('after\n');
  });
});
