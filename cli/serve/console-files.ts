import { fileURLToPath } from 'node:url';
import { filesIn } from '#adapters/embedded/files/folder-files.ts';
import type { ConsoleFiles } from '#api/console.ts';

const BUILT = fileURLToPath(new URL('../../web/dist/', import.meta.url));

/**
 * The console that `npm run build:web` has built; null if there is none: then only the API answers.
 */
export function consoleFiles(folder = BUILT): ConsoleFiles | null {
  const files = filesIn(folder);
  return files.has('index.html') ? files : null;
}

/** Note of `surf serve` without a console: in a clone, nobody has built it yet. */
export const missingConsole = (files: ConsoleFiles | null): string[] =>
  files === null ? ['without the console, which is not built here: npm start builds and serves it'] : [];
