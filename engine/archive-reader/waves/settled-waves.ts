import type { Archive } from '#core/archive/archive.ts';
import type { Manifest } from '#core/archive/manifest.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { Correction } from '#core/execution/task-index.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import { WaveRows } from '#engine/archive-reader/waves/wave-rows.ts';
import { readJson } from '#engine/frontier/crawl-state.ts';
import { parseLines } from '#engine/frontier/lines/line-files.ts';
import { manifestsOf } from '#engine/frontier/manifest-chain.ts';

/** A closed wave, and what the tasks that it settled have become since. */
export interface SettledWave {
  readonly manifest: Manifest;
  /** A task is settled by one wave, whose chunks have its outcome line. */
  readonly rows: WaveRows;
}

/**
 * The closed waves of an execution in their order, with their rows, as what is committed now says.
 * In memory are the rows of one wave, the manifests' names, and some 150 bytes for each page that a
 * later wave showed to be a copy.
 * @throws SurfError OBJECT_NOT_FOUND, OBJECT_CORRUPT
 */
export async function* settledWaves(archive: Archive, execution: Execution): AsyncGenerator<SettledWave> {
  const names: string[] = [];
  const corrections = new Map<UrlKey, UrlKey>();
  for await (const { key: name, manifest } of manifestsOf(archive, execution)) {
    names.push(name);
    // The newest manifest comes first, and what it says counts.
    for (const { key, of } of await correctionsOf(archive, manifest)) {
      if (!corrections.has(key as UrlKey)) corrections.set(key as UrlKey, of as UrlKey);
    }
  }
  for (const name of names.reverse()) {
    const manifest = await readJson<Manifest>(archive, name, 'chunks');
    const object = manifest.settled?.object;
    const bytes = object === undefined ? NOTHING : await archive.get(object);
    yield { manifest, rows: new WaveRows(object ?? name, bytes, corrections) };
  }
}

const NOTHING = new Uint8Array(0);

const correctionsOf = async (archive: Archive, { corrections }: Manifest): Promise<Correction[]> =>
  corrections === null ? [] : parseLines<Correction>(await archive.get(corrections.object), corrections.object);
