import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { FtsSegment } from '#adapters/search/fts-segment.ts';
import { checkFullText, partsOf, withSegmentFile } from '#adapters/search/segment-file.ts';
import type { Archive } from '#core/archive/archive.ts';
import type { SearchDocument } from '#core/search/search-document.ts';
import type { SearchIndex, SearchSegment } from '#core/search/search-index.ts';

export interface FtsIndexOptions {
  readonly archive: Pick<Archive, 'put'>;
  /** Where an object of the archive lies as a file. */
  readonly pathOf: (object: string) => string;
  /** Folder for a file that is being written. @default the temporary files of the system */
  readonly scratch?: string | null;
}

/** Segments of SQLite's FTS5, as files of an archive on this machine: `<name>.sqlite`. */
export class FtsIndex implements SearchIndex {
  readonly #options: FtsIndexOptions;

  constructor(options: FtsIndexOptions) {
    this.#options = options;
  }

  async open(name: string): Promise<SearchSegment | null> {
    checkFullText();
    return existsSync(this.#options.pathOf(objectOf(name))) ? this.#segment(name) : null;
  }

  build(name: string, documents: AsyncIterable<SearchDocument>): Promise<SearchSegment> {
    const { archive, scratch = null } = this.#options;
    return withSegmentFile(documents, { scratch }, async (path) => {
      await archive.put(objectOf(name), await partsOf(path));
      return this.#segment(name);
    });
  }

  #segment(name: string): FtsSegment {
    const object = objectOf(name);
    return new FtsSegment(pathToFileURL(this.#options.pathOf(object)), object);
  }
}

const objectOf = (name: string): string => `${name}.sqlite`;
