import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { isTest, ROOT, typeScriptFiles } from '#test/architecture/source-files.ts';

const MOST_LINES = 400;
const MEDIAN_LINES = 80;
const MOST_FUNCTION_LINES = 60;
const FORBIDDEN_NAMES = /(?:^|\/)(?:utils?|helpers?|common|shared|misc|types|index)(?:\.ts|\/)/;

/** Entries of packages: what `import … from 'surf-crawler'` loads. */
const PACKAGE_ENTRIES = /^(?:library|client)\/index\.ts$/;

/** A describe is a chapter, not a function: suites may be as long as a file. */
const SUITES = /(?:\.test|-suite)\.ts$|^test\/(?:contract|conformance)\//;

interface Diagnostic {
  readonly location: { readonly path: string; readonly start: { line: number }; readonly end: { line: number } };
}

/**
 * Long functions by Biome's parser; its own count leaves out what is blank, so that lines are
 * counted here.
 */
function longFunctions(): string[] {
  const config = 'test/architecture/function-size.biome.json';
  const folders = [
    'core',
    'engine',
    'adapters',
    'api',
    'lambdas',
    'infra',
    'cli',
    'client',
    'compose',
    'library',
    'demo',
    'web',
    'test',
    'bench',
  ];
  const args = ['lint', `--config-path=${config}`, '--reporter=json', '--max-diagnostics=none', ...folders];
  const { stdout } = spawnSync('node_modules/.bin/biome', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const { diagnostics, summary } = JSON.parse(stdout) as { diagnostics: Diagnostic[]; summary: { unchanged: number } };
  if (summary.unchanged === 0) throw new Error('biome looked at no file');
  return diagnostics
    .map(({ location }) => ({ ...location, lines: location.end.line - location.start.line + 1 }))
    .filter(({ path, lines }) => lines > MOST_FUNCTION_LINES && !SUITES.test(path))
    .map(({ path, start, lines }) => `${path}:${start.line} has a function of ${lines} lines`);
}

const linesOf = (text: string): number => text.trimEnd().split('\n').length;

describe('size budgets', () => {
  const files = typeScriptFiles();

  it(`no file has more than ${MOST_LINES} lines`, () => {
    const long = files.filter(({ text }) => linesOf(text) > MOST_LINES);

    expect(long.map(({ path, text }) => `${path}: ${linesOf(text)}`)).toEqual([]);
  });

  it(`half of the source files have at most ${MEDIAN_LINES} lines`, () => {
    const sizes = files.filter(({ path }) => !isTest(path)).map(({ text }) => linesOf(text));
    sizes.sort((a, b) => a - b);

    expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThanOrEqual(MEDIAN_LINES);
  });

  it(`no function has more than ${MOST_FUNCTION_LINES} lines`, () => {
    expect(longFunctions()).toEqual([]);
  });
});

describe('names', () => {
  const files = typeScriptFiles();

  it('say what a file is about', () => {
    expect(
      files.map(({ path }) => path).filter((path) => FORBIDDEN_NAMES.test(path) && !PACKAGE_ENTRIES.test(path)),
    ).toEqual([]);
    expect(files.map(({ path }) => path).filter((path) => /[A-Z_ ]/.test(path))).toEqual([]);
  });

  it('are exported, never default', () => {
    const defaults = files.filter(({ text }) => /^export default\b/m.test(text));

    expect(defaults.map(({ path }) => path)).toEqual([]);
  });
});
