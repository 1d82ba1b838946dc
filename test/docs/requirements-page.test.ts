import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ROOT, repositoryFiles } from '#test/architecture/source-files.ts';

const PAGE = `${ROOT}docs/requirements.md`;
const SELF = 'test/docs/requirements-page.test.ts';
/** A row: its id, its sentence, and the tests that name it. */
const ROW = /^\| ([A-Z]\d+) \| (.*) \| (.*)\|$/gm;
/** `(N9)`, `(H9, S16)` and `(N9, U6: …)`, as test names and pages refer to requirements. */
const REFERENCE = /\(((?:[UHTIGNS][1-9]\d?)(?:, [UHTIGNS][1-9]\d?)*)[):]/g;
/** Test files that are named in a row; the others are counted. */
const MOST_NAMED = 4;

const files = repositoryFiles().filter(({ path }) => path !== SELF && path !== 'docs/requirements.md');
const page = readFileSync(PAGE, 'utf8');
const known = new Set([...page.matchAll(ROW)].map(([, id = '']) => id));

const idsIn = (text: string): string[] => [...text.matchAll(REFERENCE)].flatMap(([, ids = '']) => ids.split(', '));

/** Test files by the ids that they name. */
function provedBy(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { path, text } of files.filter(({ path }) => /\.test\.tsx?$|^test\//.test(path)))
    for (const id of new Set(idsIn(text))) found.set(id, [...(found.get(id) ?? []), path]);
  return found;
}

function withTests(text: string): string {
  const proved = provedBy();
  return text.replace(ROW, (_, id: string, sentence: string) => {
    const paths = (proved.get(id) ?? []).sort();
    const links = paths.slice(0, MOST_NAMED).map((path) => `[${path.replace(/^.*\//, '')}](../${path})`);
    if (paths.length > MOST_NAMED) links.push(`and ${paths.length - MOST_NAMED} more`);
    return `| ${id} | ${sentence} | ${links.length === 0 ? '' : `${links.join(', ')} `}|`;
  });
}

describe('docs/requirements.md', () => {
  it('is all that a reader needs: nothing refers to papers or issues beside the repository', () => {
    const outside = /\b(?:crawl-decisions|aws-facts|anchors\.md|house\.md|aws-review)\b|\(issue \d+|\bof issue \d+/;

    expect(files.filter(({ text }) => outside.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it('has every requirement that source, tests and docs refer to', () => {
    const references = files.flatMap(({ path, text }) => idsIn(text).map((id) => ({ path, id })));

    expect(references.length).toBeGreaterThan(200);
    expect(references.filter(({ id }) => !known.has(id))).toEqual([]);
  });

  it('names the tests of each (UPDATE_DOCS=1 writes them again)', () => {
    const expected = withTests(page);
    if (process.env.UPDATE_DOCS === '1') writeFileSync(PAGE, expected);

    expect(known.size).toBeGreaterThan(80);
    expect(process.env.UPDATE_DOCS === '1' ? expected : page).toBe(expected);
  });
});
