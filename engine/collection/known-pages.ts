import type { Archive } from '#core/archive/archive.ts';
import type { PageState } from '#core/collection/page-state.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { Frontier } from '#core/frontier/frontier.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { readJson } from '#engine/frontier/crawl-state.ts';
import { streamLines } from '#engine/frontier/lines/line-files.ts';

/**
 * The pages of its collection that a tick knew when it began, in key order. None if the execution
 * is the first tick, or not a tick.
 * @throws SurfError OBJECT_NOT_FOUND, OBJECT_CORRUPT
 */
export async function* knownPages(
  archive: Archive,
  { frontier }: Pick<Execution, 'frontier'>,
): AsyncGenerator<PageState> {
  if (frontier === null) return;
  const { collection } = await readJson<Frontier>(archive, frontier, 'lists');
  for (const { object } of collection?.files ?? []) {
    for await (const lines of streamLines(archive, object)) {
      for (const line of lines) yield JSON.parse(line) as PageState;
    }
  }
}

/**
 * The pages that an execution knew, by its id.
 * @throws SurfError EXECUTION_NOT_FOUND, OBJECT_NOT_FOUND, OBJECT_CORRUPT
 */
export async function* knownPagesOf(
  { catalog, archive }: { readonly catalog: Pick<Catalog, 'execution'>; readonly archive: Archive },
  id: ExecutionId,
): AsyncGenerator<PageState> {
  yield* knownPages(archive, await catalog.execution(id));
}
