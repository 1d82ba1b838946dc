import type { LinkLine } from '#core/archive/chunk/chunk-lines.ts';
import type { PageLine } from '#core/export/tables/page-line.ts';
import type { Clock } from '#core/model/clock.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import type { BodyPorts } from '#engine/archive-reader/export-ports.ts';
import type { WarcPart } from '#engine/export/supply/warc-parts.ts';
import type { CheckedLink } from '#engine/external/checked-links.ts';

/** Ports that exports of a data folder read. */
export interface ExportSource extends BodyPorts {
  readonly clock: Pick<Clock, 'now'>;
}

/** Pages of an execution. */
export interface ExportedExecution {
  readonly id: ExecutionId;
  /**
   * Also pages of the wave that runs, last and marked as provisional.
   * @default false: an export has what is settled
   */
  readonly running?: boolean;
  /**
   * False: nobody reads where pages were found. A data folder leaves `via` and `movedFrom` null
   * then.
   * @default true
   */
  readonly origins?: boolean;
}

/**
 * Source of exports, wherever the execution is. All methods throw OUTPUT_NOT_KEPT for what its
 * workflow switched off.
 */
export interface ExportSupply {
  /** Pages in the order of the crawl. */
  pages(of: ExportedExecution): AsyncIterable<PageLine>;
  /** The workflow that it was started with. */
  definition(id: ExecutionId): Promise<Workflow>;
  warc(id: ExecutionId): AsyncIterable<WarcPart>;
  /** JSON lines of LinkLine, many at a time. */
  links(id: ExecutionId): AsyncIterable<Uint8Array | string>;
  linksWithText(id: ExecutionId): AsyncIterable<readonly LinkLine[]>;
  /** External links that a check found alive or dead; none where the workflow keeps no register. */
  checkedLinks(id: ExecutionId): AsyncIterable<CheckedLink>;
  /** Everything that was kept, until `close`. */
  kept(id: ExecutionId): Promise<ExportSource>;
  /** Closes what was opened. To be called when the export has ended, however it ended. */
  close(): Promise<void>;
}
