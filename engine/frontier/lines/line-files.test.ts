import { describe, expect, it } from 'vitest';
import {
  linesOf,
  parseLines,
  rawLines,
  readLines,
  streamLines,
  writeLines,
} from '#engine/frontier/lines/line-files.ts';
import { CountingArchive } from '#test/fakes/memory/counting-archive.ts';
import { MemoryArchive } from '#test/fakes/memory/memory-archive.ts';

const VALUES = [{ a: 1 }, 'two', null, { text: 'a\nb 日本 \u2028' }, [], ''];

describe('line files', () => {
  it('are read as they were written', async () => {
    const archive = new MemoryArchive();

    const ref = await writeLines(archive, 'x', VALUES);

    expect(ref).toEqual({ object: 'x', count: 6 });
    expect(await readLines(archive, ref)).toEqual(VALUES);
  });

  it('do not exist without values', async () => {
    const archive = new MemoryArchive();

    expect(await writeLines(archive, 'x', [])).toBeNull();
    expect(archive.keys).toEqual([]);
    expect(await readLines(archive, null)).toEqual([]);
  });

  it('are streamed to their end, part by part, the memory of each released', async () => {
    const archive = new MemoryArchive();
    const values = Array.from({ length: 30_000 }, (_, n) => `${n}`.padStart(100));
    await writeLines(archive, 'x', values);
    const read: string[] = [];

    for await (const lines of streamLines(archive, 'x')) read.push(...lines);

    expect(read.map((line) => JSON.parse(line))).toEqual(values); // 3 MB
  });

  it('are made in parts of about 128 KB', () => {
    const parts = linesOf(Array.from({ length: 3_000 }, () => 'x'.repeat(1_000)));

    expect(parts).toHaveLength(23);
    expect(parts.every(({ length }) => length < 130 * 1024)).toBe(true);
    expect(parseLines(Buffer.concat(parts))).toHaveLength(3_000);
  });

  it.each([1, 2, 3, 7, 1_000])(
    'are streamed in parts of %i bytes without a line or a letter cut',
    async (partBytes) => {
      const archive = new CountingArchive();
      const lines = ['', 'a', '日本語 🕷', 'é'.repeat(9), '', 'last'];
      await archive.put('x', [Buffer.from(lines.map((line) => `${line}\n`).join(''))]);
      const streamed: string[] = [];

      for await (const batch of streamLines(archive, 'x', partBytes)) streamed.push(...batch);

      expect(streamed).toEqual(lines);
      expect(archive.reads.every(({ bytes }) => bytes <= partBytes)).toBe(true);
    },
  );

  it('have no line behind the last LF', () => {
    expect([...rawLines(Buffer.from('a\n\nb'))]).toEqual(['a', '']);
    expect([...rawLines(new Uint8Array(0))]).toEqual([]);
  });

  it('are left out that begin with the bytes that the caller does not read', () => {
    const lines = Buffer.from('skip 1\nb\nskip\nski\n');
    expect([...rawLines(lines, Buffer.from('skip'))]).toEqual(['b', 'ski']);
  });
});
