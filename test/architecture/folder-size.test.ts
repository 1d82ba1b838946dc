import { describe, expect, it } from 'vitest';
import { folderSizeProblems, LARGE_FOLDERS, MAX_FILES } from '#test/architecture/folder-size.ts';
import { typeScriptFiles } from '#test/architecture/source-files.ts';

const filesIn = (folder: string, size: number) =>
  Array.from({ length: size }, (_, i) => ({ path: `${folder}/x${i}.ts`, text: '' }));

describe('a folder', () => {
  it(`has at most ${MAX_FILES} source files, or the number that the list of large folders allows`, () => {
    expect(folderSizeProblems(typeScriptFiles())).toEqual([]);
  });

  it('is named with its size when it has too many; tests and subfolders do not count', () => {
    const planted = [
      ...filesIn('core/robots', 16),
      ...filesIn('core/url', 15),
      { path: 'core/url/x.test.ts', text: '' },
      { path: 'core/url/deep/x.ts', text: '' },
      ...filesIn('adapters/aws', (LARGE_FOLDERS['adapters/aws'] ?? 0) + 1),
    ];

    expect(folderSizeProblems(planted)).toEqual([
      'core/robots has 16 source files, 15 are allowed: split it',
      'adapters/aws has 33 source files, 32 are allowed: split it',
    ]);
  });

  it('is on the list of large folders only with more than the limit', () => {
    expect(Object.values(LARGE_FOLDERS).filter((size) => size <= MAX_FILES)).toEqual([]);
  });
});
