import { describe, expect, it } from 'vitest';
import { sha256Prefix } from '#core/bytes/digest.ts';
import { encodeLines } from '#core/bytes/json-lines.ts';
import { findLine, type SortedLines } from '#engine/explain/lookup/sorted-lines.ts';
import { CountingArchive } from '#test/fakes/memory/counting-archive.ts';

interface Line {
  readonly key: string;
  readonly url: string;
}

const keyOf = (n: number): string => sha256Prefix(`http://a.example/${n}`);

async function fileOf(lines: readonly Line[]): Promise<{ archive: CountingArchive; file: SortedLines }> {
  const archive = new CountingArchive();
  const sorted = [...lines].sort((a, b) => (a.key < b.key ? -1 : 1));
  const bytes = encodeLines(sorted);
  await archive.put('lines', [bytes]);
  return { archive, file: { object: 'lines', bytes: bytes.length } };
}

const linesTo = (count: number): Line[] =>
  Array.from({ length: count }, (_, n) => ({
    key: keyOf(n),
    url: `http://a.example/${'x'.repeat((n * 37) % 300)}${n}`,
  }));

describe('findLine', () => {
  it.each([1, 10, 1_000, 20_000, 100_000])(
    'finds lines of %i in at most four reads of 64 KiB, and no other',
    async (count) => {
      const lines = linesTo(count);
      const { archive, file } = await fileOf(lines);
      const step = Math.max(1, Math.floor(count / 200));

      for (let n = 0; n < count; n += step) {
        archive.take();
        expect(await findLine<Line>(archive, file, keyOf(n))).toEqual(lines[n]);
        expect(archive.reads.length).toBeLessThanOrEqual(4);
        expect(archive.bytesRead).toBeLessThanOrEqual(4 * 64 * 1024);
      }
      for (let n = 0; n < 50; n++) expect(await findLine(archive, file, keyOf(count + n))).toBeNull();
      for (const key of ['0'.repeat(32), 'f'.repeat(32)]) expect(await findLine(archive, file, key)).toBeNull();
    },
  );

  it('finds lines longer than a read, and where keys are not spread at all, in as many reads as the size has digits', async () => {
    const lines = Array.from({ length: 5_000 }, (_, n) => {
      const key = `00000000${n.toString(16).padStart(24, '0')}`;
      return { key, url: 'x'.repeat(n % 1_000 === 17 ? 200_000 : 100) };
    });
    const { archive, file } = await fileOf(lines);

    for (const n of [0, 17, 18, 1_016, 1_017, 2_500, 4_999]) {
      archive.take();
      expect((await findLine<Line>(archive, file, lines[n]?.key ?? ''))?.url).toBe(lines[n]?.url);
      expect(archive.reads.length).toBeLessThanOrEqual(8 + Math.log2(file.bytes));
    }
    expect(await findLine(archive, file, `00000001${'0'.repeat(24)}`)).toBeNull();
  });

  it('finds nothing in an empty object', async () => {
    const { archive, file } = await fileOf([]);

    expect(await findLine(archive, file, keyOf(1))).toBeNull();
  });
});
