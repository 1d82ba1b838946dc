import type { ExportSource, ExportSupply } from '#engine/export/supply/export-supply.ts';
import { exportLinks, linksWithText } from '#engine/export/supply/link-lines.ts';
import { exportPages } from '#engine/export/supply/page-lines.ts';
import { exportWarc } from '#engine/export/supply/warc-parts.ts';
import { checkedLinks } from '#engine/external/checked-links.ts';

/** Reads exports from catalog, task rows and archive. */
export const archiveSupply = (source: ExportSource): ExportSupply => ({
  pages: (of) => exportPages(source, of.id, of),
  async definition(id) {
    const { workflowId, workflowVersion } = await source.catalog.execution(id);
    return (await source.catalog.workflow(workflowId, workflowVersion)).definition;
  },
  warc: (id) => exportWarc(source, id),
  links: (id) => exportLinks(source, id),
  linksWithText: (id) => linksWithText(source, id),
  checkedLinks: (id) => checkedLinks(source, id),
  kept: async () => source,
  close: async () => undefined,
});
