import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ConsoleFiles } from '#api/console.ts';

const BUILT = fileURLToPath(new URL('../web/dist/', import.meta.url));

/** The console as `npm run build:web` left it; null when it was not built: the API answers without it. */
export function consoleFiles(folder = BUILT): ConsoleFiles | null {
  try {
    const paths = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const read = paths.map(({ parentPath, name }): [string, Uint8Array] => {
      const path = `${parentPath}/${name}`;
      return [path.slice(folder.length).replaceAll('\\', '/').replace(/^\/+/, ''), readFileSync(path)];
    });
    const files = new Map(read);
    return files.has('index.html') ? files : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
