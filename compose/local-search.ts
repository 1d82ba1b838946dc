import { join } from 'node:path';
import { FtsIndex } from '#adapters/search/fts-index.ts';
import { LocalSegments } from '#adapters/search/local-segments.ts';
import type { Embedded } from '#compose/compose-local.ts';

/**
 * Indexes in the archive of a data folder.
 * @param scratch folder for an index that is being built.
 * @default the temporary files of the system
 */
export const localSearch = ({ archive, data }: Pick<Embedded, 'archive' | 'data'>, scratch: string | null = null) =>
  new FtsIndex({ archive, files: new LocalSegments({ pathOf: (object) => join(data, 'objects', object), scratch }) });
