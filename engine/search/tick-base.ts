import type { Manifest } from '#core/archive/manifest.ts';
import { nullOn } from '#core/error.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { Frontier } from '#core/frontier/frontier.ts';
import type { ExportSource } from '#engine/export/supply/export-supply.ts';
import { readJson } from '#engine/frontier/crawl-state.ts';

/**
 * The execution that a tick took up its collection from, as it was then: what it did later does
 * not count.
 * @returns null where the execution is not a tick; `gone` where the one before is, or kept no page
 * @throws SurfError OBJECT_NOT_FOUND, OBJECT_CORRUPT
 */
export async function tickBase(
  { catalog, archive }: Pick<ExportSource, 'catalog' | 'archive'>,
  { frontier }: Execution,
): Promise<Execution | 'gone' | null> {
  if (frontier === null) return null;
  const { base, collection } = await readJson<Frontier>(archive, frontier, 'lists');
  if (base === undefined || collection === undefined) return null;
  const row = await nullOn('EXECUTION_NOT_FOUND', catalog.execution(base.execution));
  if (row === null || row.status === 'deleting') return 'gone';
  const { definition } = await catalog.workflow(row.workflowId, row.workflowVersion);
  if (!definition.output.warc || base.manifest === null) return 'gone';
  if (row.manifest === base.manifest) return row;
  const { wave } = await readJson<Manifest>(archive, base.manifest, 'chunks');
  return { ...row, manifest: base.manifest, wave: wave + 1 };
}

/** A source that has an execution as it was. */
export function sourceAsOf(source: ExportSource, row: Execution): ExportSource {
  const { catalog } = source;
  return {
    ...source,
    catalog: {
      execution: async (id) => (id === row.id ? row : await catalog.execution(id)),
      workflow: (id, version) => catalog.workflow(id, version),
    },
  };
}
