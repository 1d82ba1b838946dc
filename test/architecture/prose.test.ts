import { describe, expect, it } from 'vitest';
import { isLinted, phrasesIn, proseOf, wideLinesIn } from '#test/architecture/prose.ts';
import { repositoryFiles } from '#test/architecture/source-files.ts';

const files = repositoryFiles().filter(({ path }) => isLinted(path));

describe('the prose of the repository', () => {
  it('has no avoided phrase', () => {
    expect(files.flatMap(phrasesIn)).toEqual([]);
  });

  it('has no line of Markdown or comment wider than 100 columns', () => {
    expect(files.flatMap(wideLinesIn)).toEqual([]);
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
});
