import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import { FolderScratch, openScratchFolder } from '#adapters/scratch/folder-scratch.ts';
import { TextThreads } from '#adapters/threads/text-threads.ts';
import { openEmbedded } from '#compose/compose-local.ts';
import { TEXT_THREAD } from '#compose/thread-modules.ts';
import { checkGroups, type GroupedAddress, type GroupOptions } from '#core/audit/grouped-address.ts';
import { SurfError } from '#core/error.ts';
import { duplicateLines } from '#engine/duplicate-list/duplicate-lines.ts';
import { namedExecution } from '#library/data-folder.ts';
import { type DataOptions, DEFAULT_DATA } from '#library/data-options.ts';

/** @throws SurfError EXECUTION_NOT_FOUND, OUTPUT_NOT_KEPT, FIELD_INVALID */
export async function* localGroups(
  execution: string,
  { data = DEFAULT_DATA, ...options }: GroupOptions & Pick<DataOptions, 'data'>,
): AsyncGenerator<GroupedAddress, void, undefined> {
  const { against, ...asked } = checkGroups(options);
  const surf = openEmbedded({ data });
  try {
    const { id } = await namedExecution(surf, execution);
    const earlier = against === undefined ? undefined : (await namedExecution(surf, against)).id;
    if (earlier === id) throw itself(id);
    const source = { ...surf, decodeBody };
    for await (const text of duplicateLines(source, TOOLS, { id, ...asked, against: earlier })) {
      const { type, ...line } = JSON.parse(text) as GroupedAddress & { readonly type: string };
      if (type === 'page') yield line;
    }
  } finally {
    await surf.close();
  }
}

const itself = (id: string): SurfError =>
  new SurfError('FIELD_INVALID', `against: ${id} is the execution itself`, { remedy: 'name an earlier one' });

const TOOLS = {
  async openScratch() {
    const { folder, close } = await openScratchFolder(null);
    return { scratch: new FolderScratch(folder), close };
  },
  texts: () => new TextThreads({ entry: TEXT_THREAD }),
};
