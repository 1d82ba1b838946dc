import { describe, expect, it } from 'vitest';
import type { ManifestChunk } from '#core/archive/manifest.ts';
import { listedChunks } from '#engine/archive-reader/listed-chunks.ts';
import { chunksInOrder } from '#engine/archive-reader/manifest-order.ts';
import { makeSyntheticExecution } from '#test/export/synthetic-execution.ts';
import { CountingArchive } from '#test/fakes/memory/counting-archive.ts';
import { MemoryCatalog } from '#test/fakes/memory/memory-catalog.ts';
import { MemoryTaskIndex } from '#test/fakes/memory/memory-task-index.ts';

/** So many chunks of a hundred pages. */
async function chunksOf(count: number): Promise<{ archive: CountingArchive; chunks: ManifestChunk[] }> {
  const ports = { catalog: new MemoryCatalog(), archive: new CountingArchive(), tasks: new MemoryTaskIndex() };
  const { id } = await makeSyntheticExecution(ports, count * 100);
  const chunks: ManifestChunk[] = [];
  for await (const chunk of chunksInOrder(ports.archive, await ports.catalog.execution(id))) chunks.push(chunk);
  ports.archive.take();
  return { archive: ports.archive, chunks };
}

describe('chunks that a manifest lists', () => {
  it('come in its order, each once', async () => {
    const { archive, chunks } = await chunksOf(20);
    const bases: string[] = [];

    for await (const { base } of listedChunks(archive, chunks)) bases.push(base);

    expect(bases).toEqual(chunks.map(({ base }) => base));
  });

  it('are read eight ahead of the caller, and fewer where they are large', async () => {
    const { archive, chunks } = await chunksOf(20);
    const large = chunks.map((chunk) => ({ ...chunk, bytes: 5 * 1024 * 1024 }));

    await listedChunks(archive, chunks).next();
    const ofUsual = archive.take().requests;
    await listedChunks(archive, large).next();
    const ofLarge = archive.take().requests;

    expect([ofUsual, ofLarge]).toEqual([8, 1]);
  });

  it('give those before one that is damaged', async () => {
    const { archive, chunks } = await chunksOf(4);
    const damaged = chunks.map((chunk, i) => (i === 2 ? { ...chunk, sha256: '0'.repeat(64) } : chunk));
    const bases: string[] = [];

    const read = async (): Promise<void> => {
      for await (const { base } of listedChunks(archive, damaged)) bases.push(base);
    };

    await expect(read()).rejects.toMatchObject({ code: 'OBJECT_CORRUPT' });
    expect(bases).toHaveLength(2);
  });
});
