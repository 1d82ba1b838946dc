import type { Frontier } from '#core/frontier/frontier.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { urlKey } from '#core/url/canonical-url.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import type { ExportSource } from '#engine/export/supply/export-supply.ts';
import { readJson } from '#engine/frontier/crawl-state.ts';
import { readWalks } from '#engine/frontier/read-walks.ts';

/** Visits of a sample's walks to its pages. */
export interface SampleVisits {
  /** Null if there were none, or the execution is not a sample. */
  of(url: string): number | null;
}

/** @throws SurfError EXECUTION_NOT_FOUND, OBJECT_CORRUPT */
export async function sampleVisits(
  { catalog, archive }: Pick<ExportSource, 'catalog' | 'archive'>,
  id: ExecutionId,
): Promise<SampleVisits> {
  const row = await catalog.execution(id);
  const { definition } = await catalog.workflow(row.workflowId, row.workflowVersion);
  const head = row.frontier === null ? null : await readJson<Frontier>(archive, row.frontier, 'lists');
  const walks = head === null ? null : await readWalks(archive, head);
  const visits = new Map(walks?.visits);
  return { of: (url) => visits.get(urlKey(url as CrawlUrl, definition.key)) ?? null };
}
