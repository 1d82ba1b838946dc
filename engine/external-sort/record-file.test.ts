import { describe, expect, it } from 'vitest';
import { BLOCK_BYTES, blocksIn } from '#core/archive/warc/record-blocks.ts';
import { RecordFile, readRecords, textOf, textRecord } from '#engine/external-sort/record-file.ts';
import { CountingArchive } from '#test/fakes/memory/counting-archive.ts';
import { MemoryArchive } from '#test/fakes/memory/memory-archive.ts';
import { Dice } from '#test/model/model-web.ts';

async function written(texts: readonly string[], archive = new MemoryArchive()): Promise<MemoryArchive> {
  const file = new RecordFile();
  for (const text of texts) file.add(textRecord(text));
  expect(await file.write(archive, 'file')).toEqual({ object: 'file', count: texts.length });
  return archive;
}

async function readBack(archive: MemoryArchive, partBytes?: number): Promise<string[]> {
  const texts: string[] = [];
  for await (const records of readRecords(archive, 'file', partBytes)) texts.push(...records.map(textOf));
  return texts;
}

describe('a record file', () => {
  it('returns what was written, for any read size: 50 files', async () => {
    for (let seed = 1; seed <= 50; seed++) {
      const dice = new Dice(seed);
      const lengths = [0, 1, 50, 3_000, 20_000, BLOCK_BYTES - 4];
      const texts = Array.from({ length: 1 + dice.int(80) }, (_, n) => `${n % 10}`.repeat(dice.pick(lengths)));
      const archive = await written(texts);

      expect(await readBack(archive, BLOCK_BYTES * (1 + dice.int(3))), `seed ${seed}`).toEqual(texts);
    }
  });

  it('begins each block with a record, so that a reader can begin at any block', async () => {
    const texts = Array.from({ length: 300 }, (_, n) => `${n}:`.padEnd(1_000, 'x'));
    const bytes = await (await written(texts)).get('file');

    const second = [...blocksIn(bytes.subarray(BLOCK_BYTES), 'file')].flat().map(textOf);

    expect(second).toEqual(texts.slice(texts.length - second.length));
    expect(second.length).toBeGreaterThan(200);
  });

  it('reads a file of 40 blocks in parts of sixteen', async () => {
    const archive = new CountingArchive();
    await written(
      Array.from({ length: 40 }, () => 'x'.repeat(BLOCK_BYTES - 4)),
      archive,
    );

    expect(await readBack(archive)).toHaveLength(40);
    expect(archive.reads).toHaveLength(3);
  });

  it('requests the next part while its reader has the records of one, and none behind the last', async () => {
    const archive = new CountingArchive();
    await written(
      Array.from({ length: 5 }, () => 'x'.repeat(BLOCK_BYTES - 4)),
      archive,
    );
    const requested: number[] = [];

    for await (const _ of readRecords(archive, 'file', 2 * BLOCK_BYTES)) requested.push(archive.reads.length);

    expect(requested).toEqual([2, 2, 3, 3, 3]);
  });

  it('lets a reader end before a part that cannot be read, and tells the one that reads on', async () => {
    const archive = await written(Array.from({ length: 5 }, () => 'x'.repeat(BLOCK_BYTES - 4)));
    const range = archive.range.bind(archive);
    archive.range = (key, offset, length) =>
      offset > 0 ? Promise.reject(new Error('gone')) : range(key, offset, length);

    for await (const _ of readRecords(archive, 'file', 2 * BLOCK_BYTES)) break;

    await expect(readBack(archive, 2 * BLOCK_BYTES)).rejects.toThrow('gone');
  });

  it('writes no object for no records', async () => {
    const archive = new MemoryArchive();

    expect(await new RecordFile().write(archive, 'file')).toBeNull();
    expect(archive.keys).toEqual([]);
  });

  it('takes no record that is longer than a block', () => {
    expect(() => new RecordFile().add(textRecord('x'.repeat(BLOCK_BYTES - 3)))).toThrow('longer than a block');
  });

  it.each([
    ['shorter than its own field', 3],
    ['longer than what is there', 1_000],
  ])('names the object of a record whose length is %s', (_, length) => {
    const bytes = Buffer.alloc(100);
    bytes.writeUInt32BE(length, 0);

    expect(() => [...blocksIn(bytes, 'waves/1/candidates-0.bin')]).toThrow(/candidates-0\.bin/);
  });
});
