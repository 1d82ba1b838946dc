import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FetchedSegments } from '#adapters/search/fetched-segments.ts';
import { FtsIndex } from '#adapters/search/fts-index.ts';
import type { Archive } from '#core/archive/archive.ts';

const MEBI = 1024 * 1024;
/** Largest index: API Gateway waits 29 s for the first search, which fetches it. */
const MOST_BYTES = 256 * MEBI;
/** Disk space: the API's function has the 512 MB that cost nothing. */
const ROOM_BYTES = 448 * MEBI;

/**
 * Indexes of the archive, cached on the function's disk.
 * @param verb of the function: emulators have one disk for all
 */
export const fetchedSearch = (archive: Archive, verb: 'api' | 'index'): FtsIndex =>
  new FtsIndex({
    archive,
    files: new FetchedSegments({
      archive,
      folder: join(tmpdir(), `surf-search-${verb}`),
      mostBytes: MOST_BYTES,
      roomBytes: ROOM_BYTES,
    }),
  });
