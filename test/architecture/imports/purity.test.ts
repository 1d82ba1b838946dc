import { describe, expect, it } from 'vitest';
import { impurities } from '#test/architecture/imports/purity.ts';
import { typeScriptFiles } from '#test/architecture/source-files.ts';

describe('core and engine', () => {
  it('read no clock, chance, environment, network or console; only cli and lambdas read the environment', () => {
    expect(impurities(typeScriptFiles())).toEqual([]);
  });

  it('are caught at it', () => {
    const planted = [
      { path: 'core/a.ts', text: 'export const now = () => Date.now();\n' },
      { path: 'core/b.ts', text: 'export const id = () => crypto.randomUUID();\nexport const r = Math.random();\n' },
      { path: 'engine/c.ts', text: 'setTimeout(() => {}, 5);\nconst home = process.env.HOME;\n' },
      { path: 'engine/d.ts', text: 'await fetch(url);\nconsole.log(1);\nconst t = new Date();\n' },
      { path: 'adapters/http/e.ts', text: 'const proxy = process.env.HTTP_PROXY;\n' },
      { path: 'cli/main.ts', text: 'const home = process.env.HOME;\n' },
      {
        path: 'core/fine.ts',
        text: "// Date.now()\nconst a = 'Math.random()';\nnew Date(at).toISOString();\nports.fetch(url);\n",
      },
    ];

    expect(impurities(planted)).toEqual([
      'core/a.ts reads the clock',
      'core/b.ts reads chance',
      'engine/c.ts reads a timer',
      'engine/c.ts reads the environment',
      'engine/d.ts reads the clock',
      'engine/d.ts reads the network',
      'engine/d.ts reads the console',
      'adapters/http/e.ts reads the environment',
    ]);
  });
});
