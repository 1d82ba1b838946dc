import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { JoinedSegments } from '#adapters/search/joined-segments.ts';

/** Opens files of segments as one index, all pages of it. */
export const openFiles = (...paths: readonly string[]): JoinedSegments =>
  new JoinedSegments(
    paths.map((path) => ({ path: pathToFileURL(path), object: 'an/object', bytes: statSync(path).size, shown: null })),
  );
