import { describe, expect, it } from 'vitest';
import { importGraph } from '#test/architecture/imports/import-cycles.ts';
import { typeScriptFiles } from '#test/architecture/source-files.ts';

const ENTRY = 'engine/advance/advance.ts';
const MOST_FILES = 18;

/** Imports of types send no reader to another file. */
const withoutTypes = (text: string): string => text.replace(/^import type [^;]+;$/gm, '');

describe('a walk through advance', () => {
  const files = importGraph(
    typeScriptFiles()
      .filter(({ path }) => path.startsWith('engine/advance/'))
      .map(({ path, text }) => ({ path, text: withoutTypes(text) })),
  );
  const walk: string[] = [];
  const enter = (path: string): void => {
    walk.push(path);
    for (const next of files.get(path) ?? []) enter(next);
  };
  enter(ENTRY);

  it('enters at most 18 files, and none of them twice', () => {
    expect(walk.length).toBeGreaterThan(10);
    expect(walk.length).toBeLessThanOrEqual(MOST_FILES);
    expect(walk).toEqual([...new Set(walk)]);
  });

  it('leaves out the ports alone, which are types', () => {
    expect([...files.keys()].filter((path) => !walk.includes(path))).toEqual(['engine/advance/ports.ts']);
  });
});
