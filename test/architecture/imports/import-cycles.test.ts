import { describe, expect, it } from 'vitest';
import { cyclesOf, importGraph, roomGraph } from '#test/architecture/imports/import-cycles.ts';
import { typeScriptFiles } from '#test/architecture/source-files.ts';

describe('import cycles', () => {
  const files = importGraph(typeScriptFiles());

  it('are not among files, types included', () => {
    expect(files.size).toBeGreaterThan(700);
    expect(cyclesOf(files)).toEqual([]);
  });

  it('are not among rooms', () => {
    expect(roomGraph(files).size).toBeGreaterThan(60);
    expect(cyclesOf(roomGraph(files))).toEqual([]);
  });

  it('would be named', () => {
    const planted = [
      { path: 'core/a/x.ts', text: "import type { Y } from '#core/b/y.ts';\n" },
      { path: 'core/b/y.ts', text: "import { z } from './z.ts';\n" },
      { path: 'core/b/z.ts', text: "import '#core/a/x.ts';\n" },
      { path: 'core/b/z.test.ts', text: "import '#core/c/w.ts';\n" },
      { path: 'core/c/w.ts', text: "import '#core/a/v.ts';\n" },
      { path: 'core/a/v.ts', text: '' },
    ];

    expect(cyclesOf(importGraph(planted))).toEqual([['core/a/x.ts', 'core/b/y.ts', 'core/b/z.ts']]);
    expect(cyclesOf(roomGraph(importGraph(planted)))).toEqual([['core/a', 'core/b']]);
  });
});
