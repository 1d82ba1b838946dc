import type { Archive } from '#core/archive/archive.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { TaskIndex } from '#core/execution/task-index.ts';
import type { BodyDecoder } from '#engine/verify/audit/audit.ts';

/** Ports that every export reads; none writes anything. */
export interface ExportPorts {
  readonly catalog: Pick<Catalog, 'execution' | 'workflow'>;
  readonly archive: Archive;
}

/** Ports that exports of pages read. */
export interface PagePorts extends ExportPorts {
  readonly tasks: TaskIndex;
}

/** Ports of exports that read pages. */
export interface BodyPorts extends PagePorts {
  /** The fetcher's own: removes a Content-Encoding. */
  readonly decodeBody: BodyDecoder;
}
