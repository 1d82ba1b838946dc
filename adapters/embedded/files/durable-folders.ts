import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Forgetting a folder costs a few needless syncs, no more. */
const MAX_REMEMBERED = 10_000;

/** Makes folders whose names survive a power cut, asking the disk once a folder. */
export class DurableFolders {
  readonly #known = new Set<string>();

  /**
   * Makes `folder` and its missing ancestors. All of their names are on the disk when it returns,
   * even names that another process made: a rival may not have synced them yet.
   */
  async make(folder: string): Promise<void> {
    const made = await mkdir(folder, { recursive: true });
    // Something known may have been deleted by hand: what was made again is known no more.
    if (made !== undefined) for (const name of this.#known) if (name.startsWith(made)) this.#known.delete(name);
    if (this.#known.size > MAX_REMEMBERED) this.#known.clear();
    for (let name = folder; !this.#known.has(name) && dirname(name) !== name; name = dirname(name)) {
      await syncFolder(dirname(name));
    }
    for (let name = folder; !this.#known.has(name); name = dirname(name)) this.#known.add(name);
  }
}

/** Makes sure that the names in `folder` are on the disk when it returns. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
