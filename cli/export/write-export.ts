import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { FolderScratch, withScratchFolder } from '#adapters/scratch/folder-scratch.ts';
import { withLeftover } from '#adapters/scratch/leftovers.ts';
import { TextThreads } from '#adapters/threads/text-threads.ts';
import { TEXT_THREAD } from '#compose/thread-modules.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { type ExportEntry, type ExportJob, type ExportOptions, USUAL_OPTIONS } from '#engine/export/job/export-job.ts';
import type { ExportSupply } from '#engine/export/supply/export-supply.ts';

/** Source of an export, and the folder for data that does not fit into memory. */
export interface ExportPlace {
  /** Opens the source. @param scratch folder that exists until the supply is closed */
  readonly supply: (scratch: string) => Promise<ExportSupply>;
  /**
   * The scratch folder is created beside this path, where there is room for the export; null for
   * the system's temporary folder.
   */
  readonly beside: string | null;
}

/** Runs one export, and then removes its temporary data. */
export async function withExport<T>(
  { supply, beside }: ExportPlace,
  { id, options = USUAL_OPTIONS }: { readonly id: ExecutionId; readonly options?: ExportOptions },
  work: (job: ExportJob) => Promise<T>,
): Promise<T> {
  const within = async (folder: string): Promise<T> => {
    const opened = await supply(folder);
    try {
      const tally = { files: 0, items: 0, bytes: 0 };
      const texts = () => new TextThreads({ entry: TEXT_THREAD });
      return await work({ supply: opened, id, tally, scratch: new FolderScratch(folder), texts, options });
    } finally {
      await opened.close();
    }
  };
  return await withScratchFolder(beside === null ? null : dirname(beside), (folder) =>
    withLeftover(folder, () => within(folder)),
  );
}

/** Writes the files of an export into an existing folder. */
export async function writeEntries(folder: string, entries: AsyncIterable<ExportEntry>): Promise<void> {
  let made = '';
  for await (const { path, content } of entries) {
    const file = join(folder, path);
    if (made !== dirname(file)) await mkdir(dirname(file), { recursive: true });
    made = dirname(file);
    const data = content instanceof Uint8Array ? content : Readable.from(content);
    await writeFile(file, data, { flag: 'wx', flush: true });
  }
}
