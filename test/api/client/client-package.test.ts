import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '#test/architecture/source-files.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';

const run = promisify(execFile);
const TSC = join(ROOT, 'node_modules', '.bin', 'tsc');
const MINUTES = 60_000;

const USE = `
import { answered, createClient, type SurfClient } from 'surf-crawler-client';
import type { Execution } from 'surf-crawler-client/schema';

const surf: SurfClient = createClient({
  address: 'http://127.0.0.1:1',
  fetch: async ({ url }) => Response.json({ execution: 'x1', status: 'running', url }),
});
const found: Execution = answered(await surf.GET('/v1/executions/{id}', { params: { path: { id: 'x1' } } }));
console.log(found.status);
`;

describe('the client as a package (S18)', () => {
  /** As in the checkout, so that the settings of the compiler are found. */
  const folder = temporaryFolder();
  const client = join(folder, 'api', 'client');

  beforeAll(() => {
    mkdirSync(client, { recursive: true });
    for (const name of ['client.ts', 'schema.ts', 'package.json', 'tsconfig.json', 'README.md']) {
      cpSync(join(ROOT, 'api', 'client', name), join(client, name));
    }
    cpSync(join(ROOT, 'tsconfig.json'), join(folder, 'tsconfig.json'));
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  });
  afterAll(() => removeFolder(folder));

  it(
    'is what npm packs: plain JavaScript and types, of the version that the project has',
    async () => {
      const env = { ...process.env, PATH: `${join(ROOT, 'node_modules', '.bin')}:${process.env.PATH}` };
      const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: client, env });
      const [packed] = JSON.parse(stdout) as [{ files: { path: string }[]; filename: string; version: string }];
      const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
        version: string;
        dependencies: Record<string, string>;
      };
      const own = JSON.parse(readFileSync(join(client, 'package.json'), 'utf8')) as typeof manifest;

      expect(packed.files.map(({ path }) => path).sort()).toEqual([
        ...['README.md', 'dist/client.d.ts', 'dist/client.js', 'dist/schema.d.ts', 'dist/schema.js', 'package.json'],
      ]);
      expect(packed.version).toBe(manifest.version);
      expect(own.dependencies['openapi-fetch']).toBe(manifest.dependencies['openapi-fetch']);
    },
    MINUTES,
  );

  it(
    'compiles and runs where it is installed',
    async () => {
      const user = join(folder, 'user');
      const modules = join(user, 'node_modules');
      mkdirSync(modules, { recursive: true });
      symlinkSync(client, join(modules, 'surf-crawler-client'));
      symlinkSync(join(ROOT, 'node_modules', 'openapi-fetch'), join(modules, 'openapi-fetch'));
      writeFileSync(join(user, 'package.json'), '{"type": "module"}');
      writeFileSync(join(user, 'use.ts'), USE);
      const compilerOptions = { strict: true, module: 'nodenext', target: 'es2024', lib: ['es2024', 'dom'], types: [] };
      writeFileSync(join(user, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['use.ts'] }));

      const said = await run(TSC, ['-p', user], { cwd: user }).catch((error: { stdout: string }) => error);
      const { stdout } = await run(process.execPath, ['use.js'], { cwd: user });

      expect([said.stdout, stdout]).toEqual(['', 'running\n']);
    },
    MINUTES,
  );
});
