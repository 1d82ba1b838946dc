import type { PageVisit } from '#core/collection/page-visit.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { Scratch } from '#core/export/scratch.ts';
import { knownPages } from '#engine/collection/known-pages.ts';
import { sortedLines } from '#engine/export/job/sorted-lines.ts';
import type { ExportSource } from '#engine/export/supply/export-supply.ts';
import { streamLines } from '#engine/frontier/lines/line-files.ts';
import { manifestsOf } from '#engine/frontier/manifest-chain.ts';

/**
 * Keys of the pages of a collection that a tick leaves as they were, in order: the tick did not
 * request the page, or the request failed and told it nothing. A page that moved, that robots.txt
 * now disallows, or that is no longer found is not among them.
 */
export async function* keptKeys(
  { archive }: Pick<ExportSource, 'archive'>,
  row: Execution,
  scratch: Scratch,
): AsyncGenerator<string> {
  const visited = await visitedKeys({ archive }, row, scratch);
  let next = await visited.next();
  for await (const { key } of knownPages(archive, row)) {
    while (next.done !== true && next.value < key) next = await visited.next();
    if (next.done === true || next.value !== key) yield key;
  }
}

/** Keys of the pages about which the tick learned something, in order. */
async function visitedKeys(
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
