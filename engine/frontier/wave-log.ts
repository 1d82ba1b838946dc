import type { Archive } from '#core/archive/archive.ts';
import type { Manifest } from '#core/archive/manifest.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { Frontier } from '#core/frontier/frontier.ts';
import { markTowards } from '#core/frontier/segments/manifest-skip-list.ts';
import { readJson } from '#engine/frontier/crawl-state.ts';
import { manifestsOf } from '#engine/frontier/manifest-chain.ts';

/** Notes of one merge on a level. */
export type MergedLists = Manifest['levels'][number];

/** The frontier of a commit is beside its manifest. */
const besideManifest = (manifest: string): string => manifest.replace(/manifest\.json$/, 'frontier.json');

/**
 * The manifest that closed a wave, by the trails of the frontiers: at most twice as many reads as
 * the number of waves has binary digits.
 * @returns null when the execution has not come so far
 */
export async function manifestOfWave(archive: Archive, row: Execution, wave: number): Promise<Manifest | null> {
  let at = row.wave - 1;
  for (let key = row.manifest; key !== null && at >= wave; ) {
    if (at === wave) return await readJson<Manifest>(archive, key, 'chunks');
    const { trail = [] } = await readJson<Partial<Frontier>>(archive, besideManifest(key), 'lists');
    const mark = markTowards(trail, wave);
    if (mark !== undefined && mark.wave < at) {
      key = mark.manifest;
      at = mark.wave;
    } else {
      key = (await readJson<Manifest>(archive, key, 'chunks')).previous; // begun by a version that left no trail
      at -= 1;
    }
  }
  return null;
}

/**
 * The lists of a level in which a URL must be that was decided there.
 * @param wave the wave whose end decided it; null: not known, so all manifests are looked at
 */
export async function listsOf(
  archive: Archive,
  row: Execution,
  { level, wave }: { readonly level: number; readonly wave: number | null },
): Promise<MergedLists[]> {
  const ofLevel = ({ levels }: Manifest): MergedLists[] => levels.filter((merged) => merged.level === level);
  if (wave !== null) {
    const manifest = await manifestOfWave(archive, row, wave);
    return manifest === null ? [] : ofLevel(manifest);
  }
  const found: MergedLists[] = [];
  for await (const { manifest } of manifestsOf(archive, row)) found.push(...ofLevel(manifest));
  return found;
}
