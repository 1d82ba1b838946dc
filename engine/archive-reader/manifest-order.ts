import type { Archive } from '#core/archive/archive.ts';
import type { Manifest, ManifestChunk } from '#core/archive/manifest.ts';
import type { Execution } from '#core/execution/execution.ts';
import { readJson } from '#engine/frontier/crawl-state.ts';

/** All chunks of an execution in the order of its waves, so of the crawl. Only the manifests' names are kept in memory. */
export async function* chunksInOrder(archive: Archive, row: Execution): AsyncGenerator<ManifestChunk> {
  const keys: string[] = [];
  for (let next = row.manifest; next !== null; ) {
    keys.push(next);
    ({ previous: next } = await readJson<Manifest>(archive, next, 'chunks'));
  }
  for (const key of keys.reverse()) yield* (await readJson<Manifest>(archive, key, 'chunks')).chunks;
}
