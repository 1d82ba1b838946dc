import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { FetchedSegments } from '#adapters/search/fetched-segments.ts';
import { FtsIndex } from '#adapters/search/fts-index.ts';
import { PART_BYTES } from '#adapters/search/segment/segment-file.ts';
import { parseSearchQuery } from '#core/search/search-query.ts';
import { searchDocument } from '#test/contract/search/search-document.ts';
import { MemoryArchive } from '#test/fakes/memory/memory-archive.ts';

const root = mkdtempSync(join(tmpdir(), 'surf-fetched-'));
afterAll(() => rmSync(root, { recursive: true }));

async function* pages(count: number) {
  for (let i = 0; i < count; i++) yield searchDocument({ path: `/${i}`, body: `lamp ${i}` });
}

const nameOf = (execution: string): string => `executions/${execution}/search/000001.v3`;

function indexOver(archive: MemoryArchive, limits: { mostBytes?: number; roomBytes?: number } = {}) {
  const folder = mkdtempSync(join(root, 'sandbox-'));
  const files = new FetchedSegments({ archive, folder, mostBytes: 1e6, roomBytes: 1e6, ...limits });
  return { folder, index: new FtsIndex({ archive, files }) };
}

async function builtIn(archive: MemoryArchive, ...executions: readonly string[]): Promise<void> {
  const { index } = indexOver(archive);
  let count = 0;
  for (const execution of executions) {
    count += 1;
    (await index.build(nameOf(execution), pages(count))).close();
  }
}

async function lampsIn(index: FtsIndex, execution: string): Promise<number> {
  const segment = await index.open(nameOf(execution));
  const { total } = segment?.search({ query: parseSearchQuery('lamp'), limit: 1, offset: 0, now: 0 }) ?? { total: -1 };
  segment?.close();
  return total;
}

describe('an index that is fetched', () => {
  it('is whole though its parts come in another order, and three of them are requested at once', async () => {
    const bytes = Buffer.alloc(5 * PART_BYTES + 7);
    for (let n = 0; n < bytes.length; n += 1 << 16) bytes.fill(n >>> 16, n, Math.min(n + (1 << 16), bytes.length));
    const digest = createHash('sha256').update(bytes).digest('hex');
    const asked: number[] = [];
    const atOnce: number[] = [];
    let coming = 0;
    const archive = {
      range: async (_: string, offset: number, length: number) => {
        coming += 1;
        atOnce.push(coming);
        await setTimeout(asked.push(offset / PART_BYTES) % 2 === 1 ? 20 : 5);
        coming -= 1;
        return bytes.subarray(offset, offset + length);
      },
    };
    const folder = mkdtempSync(join(root, 'parts-'));
    const files = new FetchedSegments({ archive, folder, mostBytes: 1e8, roomBytes: 1e8 });

    const path = await files.fileOf({ key: `a.${digest}.sqlite`, bytes: bytes.length, digest });

    expect(readFileSync(path ?? '').equals(bytes)).toBe(true);
    expect([asked, Math.max(...atOnce)]).toEqual([[0, 1, 2, 3, 4, 5], 3]);
  });

  it('is fetched once, and again when its file is not whole', async () => {
    const archive = new MemoryArchive();
    await builtIn(archive, 'x1');
    const { folder, index } = indexOver(archive);
    let reads = 0;
    const range = archive.range.bind(archive);
    archive.range = (...asked) => {
      reads += 1;
      return range(...asked);
    };

    const found = [await lampsIn(index, 'x1'), await lampsIn(index, 'x1'), reads];
    truncateSync(join(folder, readdirSync(folder)[0] ?? ''), 100);

    expect(found).toEqual([1, 1, 1]);
    expect([await lampsIn(index, 'x1'), reads]).toEqual([1, 2]);
  });

  it('throws OBJECT_CORRUPT when the bytes differ from the digest in the key, and leaves no file', async () => {
    const archive = new MemoryArchive();
    await builtIn(archive, 'x1');
    const range = archive.range.bind(archive);
    archive.range = async (...asked) => {
      const bytes = await range(...asked);
      bytes[4_000] = (bytes[4_000] ?? 0) ^ 1;
      return bytes;
    };
    const { folder, index } = indexOver(archive);

    await expect(index.open(nameOf('x1'))).rejects.toMatchObject({ code: 'OBJECT_CORRUPT' });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('makes room: the file that was used longest ago goes', async () => {
    const archive = new MemoryArchive();
    await builtIn(archive, 'x1', 'x2', 'x3');
    const bytes = Math.max(...(await sizesIn(archive)));
    const { folder, index } = indexOver(archive, { roomBytes: bytes * 2.5 });

    await lampsIn(index, 'x1');
    const [first = ''] = readdirSync(folder);
    utimesSync(join(folder, first), 1, 1);
    await lampsIn(index, 'x2');
    await lampsIn(index, 'x3');

    expect([readdirSync(folder).length, readdirSync(folder).includes(first)]).toEqual([2, false]);
    expect(await lampsIn(index, 'x1')).toBe(1);
  });

  it('is neither built nor fetched above the limit, and the error names the limit', async () => {
    const archive = new MemoryArchive();
    const { index, folder } = indexOver(archive, { mostBytes: 8_192 });
    const tooLarge = { code: 'ANSWER_TOO_LARGE', remedy: expect.stringContaining('surf search ID WORDS --api URL') };

    await expect(index.build(nameOf('x1'), pages(1))).rejects.toMatchObject(tooLarge);
    const left = [archive.keys, readdirSync(folder)];
    await builtIn(archive, 'x1');

    await expect(index.open(nameOf('x1'))).rejects.toMatchObject(tooLarge);
    expect(left).toEqual([[], []]);
  });
});

async function sizesIn(archive: MemoryArchive): Promise<number[]> {
  const sizes: number[] = [];
  for await (const { bytes } of archive.list('executions/')) sizes.push(bytes);
  return sizes;
}
