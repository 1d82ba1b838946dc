import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ExportJob, type ExportTally, withScratch } from '#cli/export/export-job.ts';
import { writeFolderWhole } from '#cli/export/export-target.ts';
import { MirrorPathAllocator } from '#cli/export/mirror-path-allocator.ts';
import { printableJson } from '#cli/terminal/printable.ts';
import type { TaskRow } from '#core/execution/task-index.ts';
import { INDEX_FILE } from '#core/export/file-path.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { answerIn, decodedBody } from '#engine/export/chunk-responses.ts';
import type { BodyPorts } from '#engine/export/export-ports.ts';
import { exportedPages } from '#engine/export/exported-pages.ts';
import { withWarc } from '#engine/export/kept-warc.ts';

/** What is kept of a page until its file is written. */
interface Mirrored {
  readonly contentType: string | null;
  readonly archived: NonNullable<TaskRow['archived']>;
}

/**
 * A folder that mirrors the pages of an execution, exact copies included: `<host>/<path>` with the decoded body (T5, I4; core/export/file-path.ts), and `index.jsonl`, which
 * says for each address its file, in the order of the files. The folder appears when it is whole; in one with other files these stay.
 *
 * @throws SurfError EXECUTION_NOT_FOUND, OUTPUT_NOT_KEPT, OBJECT_CORRUPT, STORE_UNAVAILABLE
 */
export async function mirrorExport(ports: BodyPorts, id: ExecutionId, folder: string): Promise<ExportTally> {
  const tally: ExportTally = { files: 0, items: 0, bytes: 0 };
  await withScratch(folder, async (scratch) => {
    await writeFolderWhole(
      folder,
      (unfinished) => mirrorInto({ source: ports, id, tally, scratch }, unfinished),
      INDEX_FILE,
    );
  });
  return tally;
}

/** The same into a folder that is there. */
export async function mirrorInto(
  job: Pick<ExportJob, 'id' | 'tally' | 'scratch'> & { readonly source: BodyPorts },
  folder: string,
): Promise<void> {
  const { source, id, tally, scratch } = job;
  await withWarc(source, id);
  const files = new MirrorPathAllocator<Mirrored>(scratch);
  for await (const { row } of exportedPages(source, id, { copies: 'include' })) {
    const { url, contentType, archived } = row;
    if (archived !== null) await files.add(url, { contentType, archived });
  }
  await pipeline(
    Readable.from(writtenFiles(source, { files, folder, tally })),
    createWriteStream(join(folder, INDEX_FILE), { flush: true }),
  );
  tally.files += 1;
}

/** Writes the files. @returns lines of the index */
async function* writtenFiles(
  { archive, decodeBody }: BodyPorts,
  to: { readonly files: MirrorPathAllocator<Mirrored>; readonly folder: string; readonly tally: ExportTally },
): AsyncGenerator<string> {
  const { files, folder, tally } = to;
  let made = '';
  for await (const { url, path, value } of files.paths()) {
    const { object, offset, length } = value.archived;
    const body = decodedBody(answerIn(await archive.range(object, offset, length), value.archived), decodeBody);
    const file = join(folder, path);
    if (made !== dirname(file)) await mkdir(dirname(file), { recursive: true });
    made = dirname(file);
    await writeFile(file, body, { flag: 'wx' });
    tally.files += 1;
    tally.items += 1;
    tally.bytes += body.length;
    yield `${printableJson({ url, path, contentType: value.contentType, bytes: body.length })}\n`;
  }
}
