import { existsSync } from 'node:fs';
import type { SegmentFiles, SegmentObject } from '#adapters/search/segment-files.ts';

export interface LocalSegmentsOptions {
  /** Path of the file that holds an object of the archive. */
  readonly pathOf: (object: string) => string;
  /** Folder for a file that is being written. @default the temporary files of the system */
  readonly scratch?: string | null;
}

/** Segments of an archive on this machine: its objects are the files. */
export class LocalSegments implements SegmentFiles {
  readonly scratch: string | null;
  readonly mostBytes = Number.POSITIVE_INFINITY;
  readonly mostTogether = Number.POSITIVE_INFINITY;
  readonly #pathOf: (object: string) => string;

  constructor({ pathOf, scratch = null }: LocalSegmentsOptions) {
    this.#pathOf = pathOf;
    this.scratch = scratch;
  }

  async fileOf({ key }: SegmentObject): Promise<string | null> {
    const path = this.#pathOf(key);
    return existsSync(path) ? path : null;
  }

  async keep(): Promise<void> {}
}
