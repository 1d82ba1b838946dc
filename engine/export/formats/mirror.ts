import type { TaskRow } from '#core/execution/task-index.ts';
import { INDEX_FILE } from '#core/export/file-path.ts';
import { printableJson } from '#core/model/printable.ts';
import { answerIn, decodedBody } from '#engine/archive-reader/chunk-responses.ts';
import { exportedPages } from '#engine/archive-reader/exported-pages.ts';
import { withWarc } from '#engine/archive-reader/kept-warc.ts';
import type { ExportEntry, ExportJob } from '#engine/export/job/export-job.ts';
import { MirrorPathAllocator } from '#engine/export/job/mirror-path-allocator.ts';

/** The facts of a page that its file needs. */
interface Mirrored {
  readonly contentType: string | null;
  readonly archived: NonNullable<TaskRow['archived']>;
}

/**
 * The pages of an execution as files, exact copies included: `<host>/<path>` with the decoded body
 * (T5, I4; core/export/file-path.ts), then `index.jsonl`, which says for each address its file, in
 * the order of the files.
 *
 * @throws SurfError EXECUTION_NOT_FOUND, OUTPUT_NOT_KEPT, OBJECT_CORRUPT, STORE_UNAVAILABLE
 */
export async function* mirrorFiles(job: ExportJob): AsyncGenerator<ExportEntry> {
  const { supply, id, tally, scratch } = job;
  const source = await supply.kept(id);
  await withWarc(source, id);
  const files = new MirrorPathAllocator<Mirrored>(scratch);
  for await (const { row } of exportedPages(source, id, { copies: 'include' })) {
    const { url, contentType, archived } = row;
    if (archived !== null) await files.add(url, { contentType, archived });
  }
  const index = scratch.list();
  for await (const { url, path, value } of files.paths()) {
    const { object, offset, length } = value.archived;
    const bytes = await source.archive.range(object, offset, length);
    const body = decodedBody(answerIn(bytes, value.archived), source.decodeBody);
    tally.files += 1;
    tally.items += 1;
    tally.bytes += body.length;
    yield { path, content: body };
    await index.add([printableJson({ url, path, contentType: value.contentType, bytes: body.length })]);
  }
  tally.files += 1;
  yield { path: INDEX_FILE, content: withEnds(index.lines()) };
}

async function* withEnds(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}
