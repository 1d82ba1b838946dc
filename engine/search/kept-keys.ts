import type { PageVisit } from '#core/collection/page-visit.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { Scratch } from '#core/export/scratch.ts';
import { knownPages } from '#engine/collection/known-pages.ts';
import { sortedLines } from '#engine/export/job/sorted-lines.ts';
import type { ExportSource } from '#engine/export/supply/export-supply.ts';
import { streamLines } from '#engine/frontier/lines/line-files.ts';
import { manifestsOf } from '#engine/frontier/manifest-chain.ts';

/**
 * Keys of the pages of a collection that a tick leaves as they were, in order: it did not ask for
 * them, or it was told nothing. A page that has moved, is refused, or is no longer found is none
 * of them.
 */
export async function* keptKeys(
  { archive }: Pick<ExportSource, 'archive'>,
  row: Execution,
  scratch: Scratch,
): AsyncGenerator<string> {
  const asked = await askedKeys({ archive }, row, scratch);
  let next = await asked.next();
  for await (const { key } of knownPages(archive, row)) {
    while (next.done !== true && next.value < key) next = await asked.next();
    if (next.done === true || next.value !== key) yield key;
  }
}

/** Keys of the addresses about which the tick was told something, in order. */
async function askedKeys(
  { archive }: Pick<ExportSource, 'archive'>,
  row: Execution,
  scratch: Scratch,
): Promise<AsyncGenerator<string>> {
  const sorter = scratch.sorter();
  for await (const { manifest } of manifestsOf(archive, row)) {
    if (!manifest.visits) continue;
    for await (const lines of streamLines(archive, manifest.visits.object)) {
      const visits = lines.map((line) => JSON.parse(line) as PageVisit);
      await sorter.add(visits.filter(({ found, gone }) => found !== undefined || gone === true).map(({ key }) => key));
    }
  }
  return sortedLines(sorter);
}
