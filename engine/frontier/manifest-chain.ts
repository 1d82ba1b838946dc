import type { Archive } from '#core/archive/archive.ts';
import type { Manifest } from '#core/archive/manifest.ts';
import type { Execution } from '#core/execution/execution.ts';
import { readJson } from '#engine/frontier/crawl-state.ts';

/** The manifests of an execution, from the last back to the first, each with its key. */
export async function* manifestsOf(
  archive: Archive,
  row: Execution,
): AsyncGenerator<{ key: string; manifest: Manifest }> {
  for (let key = row.manifest; key !== null; ) {
    const manifest: Manifest = await readJson(archive, key, 'chunks');
    yield { key, manifest };
    key = manifest.previous;
  }
}
