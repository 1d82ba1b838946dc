import { readdirSync, readFileSync } from 'node:fs';

/**
 * All files below a folder, in memory, by their path there with `/` between. None where there is no
 * folder.
 */
export function filesIn(folder: string): ReadonlyMap<string, Uint8Array> {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return new Map(
      entries.map(({ parentPath, name }) => {
        const path = `${parentPath}/${name}`;
        return [path.slice(folder.length).replaceAll('\\', '/').replace(/^\/+/, ''), readFileSync(path)];
      }),
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw error;
  }
}
