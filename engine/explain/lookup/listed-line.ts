import type { Archive } from '#core/archive/archive.ts';
import { findLine } from '#engine/explain/lookup/sorted-lines.ts';

/**
 * The line of a key in an object of sorted lines of which the size is not known: one list request
 * more.
 */
export async function listedLine<T>(archive: Archive, object: string, key: string): Promise<T | null> {
  const bytes = await sizeOf(archive, object);
  return bytes === null ? null : await findLine<T>(archive, { object, bytes }, key);
}

/** Folders of waves and levels have a few dozen objects at most. */
async function sizeOf(archive: Archive, object: string): Promise<number | null> {
  for await (const { key, bytes } of archive.list(object.slice(0, object.lastIndexOf('/') + 1))) {
    if (key === object) return bytes;
  }
  return null;
}
