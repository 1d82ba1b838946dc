import { posix } from 'node:path';
import type { SourceFile } from '#test/architecture/source-files.ts';

/** Source files in a folder, without its tests and subfolders. */
export const MAX_FILES = 15;

/**
 * Folders above the limit, each with the size that it must not exceed. The list and its numbers
 * only shrink.
 */
export const LARGE_FOLDERS: Readonly<Record<string, number>> = {
  'adapters/aws': 32,
  'adapters/embedded': 19,
  'adapters/http': 19,
  bench: 20,
  'cli/commands': 19, // one file per command
  'core/archive': 22,
  'core/extraction': 21,
  'core/frontier': 20,
  'core/scope': 16,
  'core/selection': 21,
  engine: 25,
  'engine/advance': 16,
  'engine/crawl-unit': 37,
  'engine/verify': 36,
  'infra/constructs': 19,
  lambdas: 23,
  'test/attack': 27,
  'test/attack/scenes': 35, // one file per scene
  'test/contract': 22,
  'test/e2e': 22,
  'test/fakes': 16,
  'test/site/handlers': 40, // one file per fault of the web
};

/** A sentence for every folder that holds more source files than it may. */
export function folderSizeProblems(files: readonly SourceFile[]): string[] {
  const sizes = new Map<string, number>();
  for (const { path } of files) {
    if (/\.test\.tsx?$/.test(path)) continue;
    const folder = posix.dirname(path);
    sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
  }
  return [...sizes]
    .map(([folder, size]) => ({ folder, size, max: LARGE_FOLDERS[folder] ?? MAX_FILES }))
    .filter(({ size, max }) => size > max)
    .map(({ folder, size, max }) => `${folder} has ${size} source files, ${max} are allowed: split it`);
}
