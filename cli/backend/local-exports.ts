import type { ExportSource, ExportSupply } from '#cli/export/export-supply.ts';
import { exportPages } from '#engine/export-jsonl.ts';
import { exportLinks, linksWithText } from '#engine/export-links.ts';
import { exportWarc } from '#engine/export-warc.ts';

/** Reads exports from a data folder. */
export const localExports = (source: ExportSource): ExportSupply => ({
  pages: ({ id, running }) => exportPages(source, id, { running: running === true }),
  async definition(id) {
    const { workflowId, workflowVersion } = await source.catalog.execution(id);
    return (await source.catalog.workflow(workflowId, workflowVersion)).definition;
  },
  warc: (id) => exportWarc(source, id),
  links: (id) => exportLinks(source, id),
  linksWithText: ({ id }) => linksWithText(source, id),
  kept: async () => source,
  close: async () => undefined,
});
