import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ALONE, EVERY_TEST, SLOW, SUITES } from '#test/tiers.ts';

const cwd = fileURLToPath(new URL('../../', import.meta.url));
const filesOf = (pattern: string): string[] => globSync(pattern, { cwd, exclude: ['**/node_modules/**'] }).sort();
const written = filesOf('**/*.test.ts');

describe('the tiers', () => {
  it('leave no test file out', () => {
    const known = new Set(filesOf(EVERY_TEST));

    expect(written.length).toBeGreaterThan(300);
    expect(written.filter((path) => !known.has(path))).toEqual([]);
  });

  it('name no file that is gone, and none twice', () => {
    const slow = SLOW.flatMap(filesOf);
    const alone = ALONE.flatMap(filesOf);
    const suites = new Set(Object.values(SUITES).flatMap(filesOf));

    expect(SLOW.filter((pattern) => filesOf(pattern).length === 0)).toEqual([]);
    expect(slow.filter((path, at) => slow.indexOf(path) !== at)).toEqual([]);
    expect(ALONE.filter((pattern) => filesOf(pattern).length === 0)).toEqual([]);
    expect(alone.filter((path) => !slow.includes(path))).toEqual([]);
    expect(suites.size).toBeGreaterThan(20);
  });
});

/**
 * A loaded machine breaks what asserts on time: tests find hangs by test/hang.ts, and waits by
 * a clock that the test sets.
 */
const MEASURES =
  /performance\.now\(|\.toBeLessThan(?:OrEqual)?\(\s*\d[\d_]*\s*\).*\bm?s\b|Date\.now\(\) - \w+\)\.toBeLess/;

describe('a test', () => {
  it('asserts nothing on the time that passed', () => {
    const timed = written.flatMap((path) =>
      readFileSync(cwd + path, 'utf8')
        .split('\n')
        .map((line, at) => ({ at: `${path}:${at + 1}`, line }))
        .filter(({ line }) => MEASURES.test(line)),
    );

    expect(timed).toEqual([]);
  });
});
