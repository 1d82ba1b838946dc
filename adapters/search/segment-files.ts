import type { ArchiveObject } from '#core/archive/archive.ts';

/** A segment as an object of the archive: its key ends with the digest of its bytes. */
export interface SegmentObject extends ArchiveObject {
  /** SHA-256, hex. */
  readonly digest: string;
}

/** Segments of an archive as files, which SQLite reads. */
export interface SegmentFiles {
  /** Folder for a file that is being written; null: the temporary files of the system. */
  readonly scratch: string | null;
  /** Most bytes of one segment, and of all that are searched together. */
  readonly mostBytes: number;
  readonly mostTogether: number;
  /**
   * Its file.
   * @returns null when the object is gone
   * @throws SurfError OBJECT_CORRUPT, ANSWER_TOO_LARGE
   */
  fileOf(object: SegmentObject): Promise<string | null>;
  /** Takes over the file of an object that was just put. */
  keep(object: SegmentObject, written: string): Promise<void>;
}

const DIGEST = /\.([0-9a-f]{64})\.sqlite$/;

/** @returns null for a key that names no segment */
export function segmentObject({ key, bytes }: ArchiveObject): SegmentObject | null {
  const digest = DIGEST.exec(key)?.[1];
  return digest === undefined ? null : { key, bytes, digest };
}

/** The key of a segment. */
export const segmentKey = (name: string, digest: string): string => `${name}.${digest}.sqlite`;
