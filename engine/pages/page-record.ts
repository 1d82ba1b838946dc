import type { Archive } from '#core/archive/archive.ts';
import { CHUNK_SUFFIX } from '#core/archive/object-keys.ts';
import { linesOf } from '#core/bytes/json-lines.ts';
import { nullOn } from '#core/error.ts';
import type { TaskRow } from '#core/execution/task-index.ts';
import { MAX_RECORD_LINE_BYTES, type RecordLine } from '#core/selection/records/record-lines.ts';

/** The values that a crawl extracted from a page; null: it has no record. */
export async function pageRecord(
  archive: Pick<Archive, 'get'>,
  { key, chunk, archived }: Pick<TaskRow, 'key' | 'chunk' | 'archived'>,
): Promise<RecordLine['record'] | null> {
  const base = chunk ?? archived?.object.slice(0, -CHUNK_SUFFIX.warc.length);
  if (base === undefined) return null;
  const bytes = await nullOn('OBJECT_NOT_FOUND', archive.get(`${base}${CHUNK_SUFFIX.records}`));
  if (bytes === null) return null; // the crawl extracted nothing
  for (const line of linesOf(bytes, { maxLineBytes: MAX_RECORD_LINE_BYTES })) {
    if (!line.includes(key)) continue;
    const found = JSON.parse(line) as RecordLine;
    if (found.key === key) return found.record; // a page can name the key of another
  }
  return null;
}
