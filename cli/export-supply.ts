import type { ExportSource } from '#cli/export-job.ts';
import type { LinkLine } from '#core/archive/chunk-lines.ts';
import type { ExecutionId } from '#core/execution/ids.ts';
import type { PageLine } from '#core/export/page-line.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import type { WarcPart } from '#engine/export-warc.ts';

/** What exports are made from, wherever the execution is. All throw OUTPUT_NOT_KEPT for what its workflow switched off. */
export interface ExportSupply {
  /** In the order of the crawl. */
  pages(id: ExecutionId): AsyncIterable<PageLine>;
  /** The workflow that it was started with. */
  definition(id: ExecutionId): Promise<Workflow>;
  warc(id: ExecutionId): AsyncIterable<WarcPart>;
  /** JSON lines of LinkLine, many at a time. */
  links(id: ExecutionId): AsyncIterable<Uint8Array | string>;
  linksWithText(id: ExecutionId): AsyncIterable<readonly LinkLine[]>;
  /** Everything that was kept. @throws SurfError COMMAND_USAGE where it cannot be had @param format for the message */
  kept(format: string): ExportSource;
}
