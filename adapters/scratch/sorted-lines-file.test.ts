import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SortedLines } from '#adapters/scratch/sorted-lines-file.ts';

describe('sorted lines', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'surf-sort-'));
  });
  afterEach(async () => rm(folder, { recursive: true, force: true }));

  it.each([1, 7, 1_000, 1_000_000])(
    'are in byte order with %i lines in memory at most, and leave no run',
    async (most) => {
      const lines = Array.from({ length: 3_000 }, (_, i) => `${(i * 7_919) % 3_001}) ${'Az,-9'.charAt(i % 5)} x`);
      const sorter = new SortedLines(join(folder, 'runs'), { lines: most, characters: 32 * 1024 * 1024 });
      for (let i = 0; i < lines.length; i += 100) await sorter.add(lines.slice(i, i + 100));
      const parts: string[] = [];

      for await (const part of sorter.sorted()) parts.push(part);

      const expected = lines.map((line) => Buffer.from(`${line}\n`)).sort(Buffer.compare);
      expect(parts.join('')).toBe(Buffer.concat(expected).toString());
      expect(await readdir(folder)).toEqual([]);
    },
  );

  it('are whole after runs of runs, of which there are few at any time', async () => {
    const sorter = new SortedLines(join(folder, 'runs'), { lines: 1, characters: 1_000 });
    let most = 0;
    for (let i = 0; i < 140; i++) {
      await sorter.add([`${(i * 7_919) % 141}`]);
      most = Math.max(most, (await readdir(join(folder, 'runs'))).length);
    }

    const sorted: string[] = [];
    for await (const part of sorter.sorted()) sorted.push(part);

    expect(most).toBeLessThan(75);
    expect(sorted.join('').split('\n')).toHaveLength(141);
  });

  it('keep lines longer than one read buffer, and characters of several bytes', async () => {
    const lines = [`b ${'ä'.repeat(100_000)}`, 'a 日本', `c ${'x'.repeat(200_000)}`];
    const sorter = new SortedLines(join(folder, 'runs'), { lines: 1, characters: 1_000 });
    for (const line of lines) await sorter.add([line]);

    const sorted: string[] = [];
    for await (const part of sorter.sorted()) sorted.push(part);

    expect(sorted.join('')).toBe(`${[...lines].sort().join('\n')}\n`);
  });
});
