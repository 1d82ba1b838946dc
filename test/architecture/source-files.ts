import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A file of the repository; `path` is relative to its top, with slashes. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** What git ignores, and what no reader of the repository sees. */
const IGNORED =
  /^(?:node_modules|(?:web|cli)\/dist|\.git|\.surf|\.bench|\.screenshots|\.emul|\.generator|api\/client\/schema\.ts|cdk\.out|coverage|release|\.ci\/(?:venv|out)|pages\.md|docs\.md|shop\.csv)$|(?:^|\/)__pycache__$|\.log$|\.tsbuildinfo$/;
const BINARY = /\.(?:png|jpe?g|webp|gif|ico|woff2?|gz|warc|bin|pdf|zip|wacz)$/i;

/** Every text file of the repository on disk, committed or about to be. */
export function repositoryFiles(): SourceFile[] {
  return walk('')
    .filter((path) => !BINARY.test(path))
    .map(readSource);
}

/** The TypeScript of the layers that people write, tests included. */
export function typeScriptFiles(): SourceFile[] {
  return walk('')
    .filter((path) => /\.tsx?$/.test(path) && path.includes('/') && !path.endsWith('.d.ts'))
    .map(readSource);
}

/** Is it a test or made for tests only? */
export const isTest = (path: string): boolean => path.startsWith('test/') || path.endsWith('.test.ts');

const readSource = (path: string): SourceFile => ({ path, text: readFileSync(`${ROOT}${path}`, 'utf8') });

function walk(folder: string): string[] {
  return readdirSync(`${ROOT}${folder}`, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}${entry.name}`;
    if (IGNORED.test(path)) return [];
    if (entry.isDirectory()) return walk(`${path}/`);
    return entry.isFile() ? [path] : [];
  });
}
