import { makeZip } from 'client-zip';

/** A file of a ZIP. */
export interface ZipEntry {
  /** Segments with `/` between them. */
  readonly name: string;
  /** Read to its end before the next entry is requested. */
  readonly input: Uint8Array | AsyncIterable<Uint8Array>;
  readonly lastModified: Date;
}

/**
 * A ZIP file of any number of entries, one at a time in memory; they are stored, not compressed.
 * The bytes depend on the entries alone.
 */
export const zipOf = (entries: AsyncIterable<ZipEntry>): AsyncIterable<Uint8Array> => makeZip(dated(entries));

async function* dated(entries: AsyncIterable<ZipEntry>): AsyncGenerator<ZipEntry> {
  for await (const entry of entries) yield { ...entry, lastModified: asLocalTime(entry.lastModified) };
}

/**
 * A date whose local fields are the UTC fields of `at`. A ZIP has local times without a zone
 * (APPNOTE 4.4.6), and client-zip writes those of the machine: the same execution would give other
 * bytes on another machine.
 */
const asLocalTime = (at: Date): Date => {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  return new Date(year, month, day, at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds());
};
