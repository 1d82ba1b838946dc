import { describe, expect, it } from 'vitest';
import { absoluteSpecifier, importProblems, importsOf, reach } from '#test/architecture/imports/import-rules.ts';
import { typeScriptFiles } from '#test/architecture/source-files.ts';

describe('who may import whom (design.md §10)', () => {
  it('is kept by every file', () => {
    expect(importProblems(typeScriptFiles())).toEqual([]);
  });

  it('names file and target of a planted import', () => {
    const planted = [
      { path: 'core/url/x.ts', text: "import { readFileSync } from 'node:fs';\nimport * as z from 'undici';\n" },
      { path: 'core/bytes/x.ts', text: "import { hash } from 'node:crypto';\nimport { open } from 'node:fs';\n" },
      { path: 'engine/x.ts', text: "import type { A } from '#core/a.ts';\nexport { b } from '#adapters/http/b.ts';\n" },
      { path: 'engine/y.ts', text: "const a = await import('undici');\n" },
      { path: 'adapters/http/x.ts', text: "import {\n  a,\n  b,\n} from '../embedded/a.ts';\nimport 'undici';\n" },
      { path: 'adapters/embedded/store.ts', text: "import { advance } from '#engine/advance/advance.ts';\n" },
      { path: 'adapters/embedded/embedded-runner.ts', text: "import { a } from '#engine/a.ts';\nimport 'undici';\n" },
      { path: 'core/url/x.test.ts', text: "import { it } from 'vitest';\nimport { x } from '#engine/x.ts';\n" },
      { path: 'core/z.ts', text: 'export const load = (name: string) => import(name);\n' },
      { path: 'misc/x.ts', text: '' },
    ];

    expect(importProblems(planted)).toEqual([
      'core/url/x.ts imports node:fs',
      'core/url/x.ts imports undici',
      'core/bytes/x.ts imports node:fs',
      'engine/x.ts imports #adapters/http/b.ts',
      'engine/y.ts imports undici',
      'adapters/http/x.ts imports #adapters/embedded/a.ts',
      'adapters/embedded/store.ts imports #engine/advance/advance.ts',
      'adapters/embedded/embedded-runner.ts imports undici',
      'core/url/x.test.ts imports #engine/x.ts',
      'core/z.ts imports a computed path',
      'misc/x.ts is in a folder without import rule',
    ]);
  });

  it('reads imports and nothing that only looks like one', () => {
    const text = `// import a from 'in-a-comment';
/** import('in-a-doc') */
import type { X } from '#core/x.ts';
import { type Y, y } from "./y.ts";
export * as z from '../z.ts';
import '#core/side-effect.ts';
const text = "import b from 'in-a-string'";
const worker = new Worker(new URL('./worker.ts', import.meta.url));
type T = import('#core/t.ts').T;
`;

    expect(importsOf(text).sort()).toEqual(
      ['#core/x.ts', './y.ts', '../z.ts', '#core/side-effect.ts', './worker.ts', '#core/t.ts'].sort(),
    );
    expect(absoluteSpecifier('core/url/x.ts', '../error.ts')).toBe('#core/error.ts');
  });

  it('follows imports to files and packages', () => {
    const files = [
      { path: 'cli/main.ts', text: "import { a } from '#engine/a.ts';\nimport 'node:fs';\n" },
      { path: 'engine/a.ts', text: "import { b } from '#core/b.ts';\n" },
      { path: 'core/b.ts', text: "import * as z from 'zod';\nimport { load } from 'cheerio/slim';\n" },
      { path: 'core/alone.ts', text: "import '@scope/name/part';\n" },
    ];

    const { files: reached, packages } = reach(files, ['cli/main.ts']);

    expect([...reached].sort()).toEqual(['cli/main.ts', 'core/b.ts', 'engine/a.ts']);
    expect([...packages].sort()).toEqual(['cheerio', 'zod']);
    expect([...reach(files, ['core/alone.ts']).packages]).toEqual(['@scope/name']);
  });
});
