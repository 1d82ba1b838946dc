import type { Archive, ArchiveObject } from '#core/archive/archive.ts';
import type { Meter } from '#core/cost/meter.ts';

/** Keys that one LIST request answers with. */
const LIST_PAGE_KEYS = 1_000;

/**
 * Counts what each call costs on S3: PUT (refused ones too), GET (also of a missing object), LIST
 * per started 1,000 keys; deleting is free.
 */
export function meteredArchive(archive: Archive, meter: Meter): Archive {
  return {
    put(key, parts) {
      meter.add({ puts: 1 });
      return archive.put(key, parts);
    },
    get(key) {
      meter.add({ gets: 1 });
      return archive.get(key);
    },
    range(key, offset, length) {
      meter.add({ gets: 1 });
      return archive.range(key, offset, length);
    },
    list: (prefix) => meteredList(archive.list(prefix), meter),
    delete: (keys) => archive.delete(keys),
  };
}

/** A caller that stops early pays for the pages that it began. */
async function* meteredList(objects: AsyncIterable<ArchiveObject>, meter: Meter): AsyncIterable<ArchiveObject> {
  meter.add({ puts: 1 });
  let keys = 0;
  for await (const object of objects) {
    keys += 1;
    if (keys > LIST_PAGE_KEYS && keys % LIST_PAGE_KEYS === 1) meter.add({ puts: 1 });
    yield object;
  }
}
