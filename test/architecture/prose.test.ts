import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  byFolder,
  COUNTS_FILE,
  committedCounts,
  grown,
  isLinted,
  phrasesIn,
  proseOf,
  wideLinesIn,
} from '#test/architecture/prose.ts';
import { repositoryFiles } from '#test/architecture/source-files.ts';

const files = repositoryFiles().filter(({ path }) => isLinted(path));
const phrases = files.flatMap(phrasesIn);
const wideLines = files.flatMap(wideLinesIn);

const countsOf = (findings: readonly string[]): Record<string, number> =>
  Object.fromEntries([...byFolder(findings)].map(([folder, found]) => [folder, found.length]));

if (process.env.UPDATE_PROSE) {
  const counts = { phrases: countsOf(phrases), wideLines: countsOf(wideLines) };
  writeFileSync(COUNTS_FILE, `${JSON.stringify(counts, null, 2)}\n`);
}

describe('the prose of the repository', () => {
  it('has in no folder more avoided phrases than the committed count', () => {
    expect(grown(phrases, committedCounts().phrases)).toEqual([]);
  });

  it('has in no folder more wide lines of Markdown than the committed count', () => {
    expect(grown(wideLines, committedCounts().wideLines)).toEqual([]);
  });
});

describe('the linter of prose', () => {
  it('finds a phrase in comments, strings and test names, also across two lines', () => {
    const text = "// not any\n// more\nit('stands in the way', () => { x = `an$<y}ew anew`; });".replace('$<', '${');

    const found = phrasesIn({ path: 'core/x.ts', text });

    expect(found.map((line) => line.split('“')[1]?.split('”')[0])).toEqual(['any more', 'stands in', 'anew']);
  });

  it('leaves code alone and never joins two strings', () => {
    expect(phrasesIn({ path: 'core/x.ts', text: 'const anew = whoever(anew);' })).toEqual([]);
    expect(phrasesIn({ path: 'core/x.ts', text: "f('any', 'more')" })).toEqual([]);
    expect(proseOf({ path: 'core/x.ts', text: 'const a = 1; // b' })).toContain('// b');
  });

  it('measures lines of text, not tables or code', () => {
    const long = 'a '.repeat(60);
    const text = [long, `| ${long} |`, '```', long, '```', `- ${long}`].join('\n');

    expect(wideLinesIn({ path: 'docs/x.md', text })).toEqual(['docs/x.md:1', 'docs/x.md:6']);
  });

  it('names a folder that grows, and one that has no row', () => {
    const findings = ['core/a.ts: x', 'core/b.ts: x', 'new/c.ts: x'];

    expect(grown(findings, { core: 2, new: 1 })).toEqual([]);
    expect(grown(findings, { core: 1, new: 1 })).toEqual([expect.stringContaining('core: 2, allowed 1')]);
    expect(grown(findings, { core: 2 })).toEqual([expect.stringContaining('new: 1, allowed 0')]);
  });
});
