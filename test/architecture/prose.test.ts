import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { folderOf, isProse, proseProblems } from '#test/architecture/prose-rules.ts';
import { repositoryFiles } from '#test/architecture/source-files.ts';

/** Phrases that are left, by folder. The numbers only shrink: UPDATE_PROSE=1 writes them lower, never higher. */
const LEFT = new URL('prose-left.json', import.meta.url);

describe('prose', () => {
  const problems = Map.groupBy(repositoryFiles().filter(isProse).flatMap(proseProblems), folderOf);
  const left = JSON.parse(readFileSync(LEFT, 'utf8')) as Record<string, number>;

  const writeFewer = (): void => {
    const counts = [...problems].map(([folder, found]): [string, number] => [
      folder,
      Math.min(found.length, left[folder] ?? found.length),
    ]);
    writeFileSync(LEFT, `${JSON.stringify(Object.fromEntries(counts.sort()), null, 2)}\n`);
  };

  it('has no more worn phrases than are left, folder by folder (prose-rules.ts says what to write instead)', () => {
    if (process.env.UPDATE_PROSE === '1') writeFewer();
    const grown = [...problems].filter(([folder, found]) => found.length > (left[folder] ?? 0));

    expect(Object.fromEntries(grown)).toEqual({});
  });

  it('would be caught in Markdown and in sources, but not in code', () => {
    const text = 'It goes on.\n`goes on`\n```\ngoes on\n```\nWhoever wants';

    expect(proseProblems({ path: 'docs/x.md', text })).toEqual([
      'docs/x.md:1: “goes on”: write continue',
      'docs/x.md:6: “Whoever”: write name the actor',
      'docs/x.md:6: “wants”: write needs, or name the actor',
    ]);
    expect(proseProblems({ path: 'core/x.ts', text: '/** Made anew. */' })).toEqual([
      'core/x.ts:1: “anew”: write again',
    ]);
  });
});
