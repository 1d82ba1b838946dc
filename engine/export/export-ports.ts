import type { Archive } from '#core/archive/archive.ts';
import type { Catalog } from '#core/execution/catalog.ts';

/** What every export reads; none writes anything. */
export interface ExportPorts {
  readonly catalog: Catalog;
  readonly archive: Archive;
}
