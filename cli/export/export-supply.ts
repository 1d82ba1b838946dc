import type { LinkLine } from '#core/archive/chunk-lines.ts';
import type { PageLine } from '#core/export/page-line.ts';
import type { Clock } from '#core/model/clock.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import type { BodyPorts } from '#engine/export/export-ports.ts';
import type { WarcPart } from '#engine/export-warc.ts';

/** What exports of a data folder read. */
export interface ExportSource extends BodyPorts {
  readonly clock: Pick<Clock, 'now'>;
}

/** An execution, and a folder for what is made on the way. */
export interface ExportedExecution {
  readonly id: ExecutionId;
  /** Folder for what is sorted on the way. */
  readonly scratch: string;
  /** Also pages of the wave that runs, last and marked as provisional. @default false: an export has what is settled */
  readonly running?: boolean;
}

/** What exports are made from, wherever the execution is. All throw OUTPUT_NOT_KEPT for what its workflow switched off. */
export interface ExportSupply {
  /** In the order of the crawl. */
  pages(of: ExportedExecution): AsyncIterable<PageLine>;
  /** The workflow that it was started with. */
  definition(id: ExecutionId): Promise<Workflow>;
  warc(id: ExecutionId): AsyncIterable<WarcPart>;
  /** JSON lines of LinkLine, many at a time. */
  links(id: ExecutionId): AsyncIterable<Uint8Array | string>;
  linksWithText(of: ExportedExecution): AsyncIterable<readonly LinkLine[]>;
  /** Everything that was kept, until `close`. */
  kept(of: ExportedExecution): Promise<ExportSource>;
  /** Lets go of what was opened. To be called while the scratch folder is there. */
  close(): Promise<void>;
}
