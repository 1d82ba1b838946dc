import { describe, expect, it } from 'vitest';
import { EXEMPT_FOLDERS, folderSizeProblems, folderSizes, MAX_FILES } from '#test/architecture/folder-size.ts';
import { repositoryFiles } from '#test/architecture/source-files.ts';

const filesIn = (folder: string, size: number) =>
  Array.from({ length: size }, (_, i) => ({ path: `${folder}/x${i}.ts` }));

describe('a folder', () => {
  it(`has at most ${MAX_FILES} files, tests included`, () => {
    expect(folderSizeProblems(repositoryFiles())).toEqual([]);
  });

  it('is named with its size when it has too many; subfolders count by themselves', () => {
    const planted = [
      ...filesIn('core/robots', 15),
      { path: 'core/robots/x.test.ts' },
      ...filesIn('core/url', 15),
      { path: 'core/url/deep/x.ts' },
      ...filesIn('docs/adr', 40),
    ];

    expect(folderSizeProblems(planted)).toEqual(['core/robots has 16 files, 15 are allowed: split it into rooms']);
  });

  it('is exempt only while it has more', () => {
    const sizes = folderSizes(repositoryFiles());

    expect(Object.keys(EXEMPT_FOLDERS).filter((folder) => (sizes.get(folder) ?? 0) <= MAX_FILES)).toEqual([]);
  });
});
