import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ROOT, repositoryFiles, type SourceFile } from '#test/architecture/source-files.ts';

/** `design.md §4` and `design §7`, in code marks or not. Group 1: the section. */
const DESIGN = /\bdesign(?:\.md)?`? ?§ ?(\d+)/gi;
/** `semantics.md, "Title"`, in straight or typographic marks. Group 1: the title. */
const SEMANTICS = /\bsemantics(?:\.md)?`?, ["“]([^"”\n]+)["”]/gi;

const SELF = 'test/docs/binding-pages.test.ts';
const page = (name: string): string => readFileSync(`${ROOT}docs/${name}.md`, 'utf8');
const headings = (text: string): string[] => [...text.matchAll(/^## (.+)$/gm)].map(([, title = '']) => title);
const DESIGN_SECTIONS = new Set(headings(page('design')).map((title) => title.split('.')[0] ?? ''));
const SEMANTICS_SECTIONS = new Set(headings(page('semantics')));

/** References of a text that name no section, as `path: reference`. */
function dangling({ path, text }: SourceFile): string[] {
  const missing = (pattern: RegExp, known: ReadonlySet<string>): string[] =>
    [...text.matchAll(pattern)]
      .filter(([, name = '']) => !known.has(name))
      .map(([reference]) => `${path}: ${reference}`);
  return [...missing(DESIGN, DESIGN_SECTIONS), ...missing(SEMANTICS, SEMANTICS_SECTIONS)];
}

describe('docs/design.md and docs/semantics.md', () => {
  it('have every section that source and docs refer to', () => {
    const files = repositoryFiles().filter(({ path }) => path !== SELF);
    const references = files.flatMap(({ text }) => [...text.matchAll(DESIGN), ...text.matchAll(SEMANTICS)]);

    expect(references.length).toBeGreaterThan(40);
    expect(files.flatMap(dangling)).toEqual([]);
  });

  it.each(['design.md §98', 'design.md` §99', 'Design §0', 'semantics.md, "Nothing"', 'semantics.md, “Nothing”'])(
    'do not have %s',
    (text) => {
      expect(dangling({ path: 'a.ts', text })).toHaveLength(1);
    },
  );

  it.each(['docs/explanation/architecture.md', 'CONTRIBUTING.md', 'README.md'])('are linked by %s', (name) => {
    const text = readFileSync(`${ROOT}${name}`, 'utf8');

    expect(text).toMatch(/\]\((?:\.\.\/|docs\/)design\.md\)/);
    expect(text).toMatch(/\]\((?:\.\.\/|docs\/)semantics\.md\)/);
  });
});
