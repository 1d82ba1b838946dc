import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleCommand, type SourceStamp } from '#cli/bundle/bundle.ts';
import { shopSite } from '#test/site/shop-site.ts';
import { type Site, startSite } from '#test/site/site.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

describe('the bundled command', () => {
  let folder: string;
  let site: Site;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'surf-bundle-'));
    await bundleCommand({ root: ROOT, out: join(folder, 'dist') });
    site = await startSite({ handler: shopSite });
  });
  afterAll(async () => {
    await site?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const command = async (main: string, args: readonly string[]): Promise<string> =>
    (await run(process.execPath, [main, ...args], { cwd: folder })).stdout;
  const surf = (...args: string[]): Promise<string> => command(join(folder, 'dist/main.mjs'), args);
  const sources = (...args: string[]): Promise<string> => command(join(ROOT, 'cli/main.ts'), args);

  it('finds the threads that crawl, extract and read text, as the sources do', async () => {
    const selection = { rules: [{ url: ['*/thing/*'], fields: { name: 'h1' } }] };
    const workflow = { name: 'shop', seeds: [`${site.origin(0)}/`], politeness: { delaySeconds: 0 }, selection };
    await writeFile(join(folder, 'shop.json'), JSON.stringify(workflow));
    const crawl = ['run', join(folder, 'shop.json'), '--allow-private-network', '--json'];
    await surf(...crawl, '--data', 'bundled');
    await sources(...crawl, '--data', 'plain');
    const recordsOf = async (data: string): Promise<Row[]> =>
      rowsOf(await surf('records', 'last', '--data', data, '--json'));
    await surf('export', 'last', '--format', 'markdown', '--out', 'bundled.md', '--data', 'bundled');
    await sources('export', 'last', '--format', 'markdown', '--out', 'plain.md', '--data', 'bundled');

    const records = await recordsOf('bundled');

    expect(records.filter(([, , record]) => record?.name !== undefined).length).toBeGreaterThan(10);
    expect(records).toEqual(await recordsOf('plain'));
    expect(await readFile(join(folder, 'bundled.md'), 'utf8')).toBe(await readFile(join(folder, 'plain.md'), 'utf8'));
  });

  it('has each thread in one file, which loads no other; that of the crawl is ASCII, which takes half the memory', async () => {
    const textOf = (thread: string): Promise<string> => readFile(join(folder, `dist/${thread}.mjs`), 'utf8');
    for (const thread of ['worker-thread', 'text-thread', 'extraction-thread']) {
      expect([...(await textOf(thread)).matchAll(/\bfrom ?"\.[^"]+"/g)], thread).toEqual([]);
    }
    const crawl = await textOf('worker-thread');

    expect(Buffer.byteLength(crawl)).toBe(crawl.length);
  });

  it('finds the files beside its sources', async () => {
    const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string };

    expect(await surf('--version')).toBe(`surf ${version}\n`);
  });

  it('tells what it is made of: every source that it loads, every package, and what is installed', async () => {
    const stamps = JSON.parse(await readFile(join(folder, 'dist/made-of.json'), 'utf8')) as SourceStamp[];
    const paths = stamps.map(([path]) => path);

    expect(paths).toEqual(expect.arrayContaining(['cli/main.ts', 'engine/crawl-unit.ts', 'core/cost/prices.json']));
    expect(paths).toEqual(expect.arrayContaining(['package.json', 'node_modules/.package-lock.json']));
    expect(paths).toEqual(expect.arrayContaining(['cheerio', '@hono/zod-openapi'].map(packageFile)));
    expect(paths.filter((path) => /node_modules\/.*(?<!\/package)\.(?:js|mjs|cjs|json)$/.test(path))).toEqual([
      'node_modules/.package-lock.json',
    ]);
  });
});

const packageFile = (name: string): string => `node_modules/${name}/package.json`;

type Row = readonly [url: string, digest: string, record: { name?: string } | null];

/** Without the times, which are another matter in another crawl. */
const rowsOf = (lines: string): Row[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { url: string; digest: string; record: Row[2] })
    .map(({ url, digest, record }) => [url, digest, record]);

describe('the command that npm installs', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'surf-start-'));
    await mkdir(join(folder, 'cli/dist'), { recursive: true });
    for (const file of ['surf.mjs', 'malloc.mjs']) await copyFile(join(ROOT, 'cli', file), join(folder, 'cli', file));
    await writeFile(join(folder, 'cli/main.ts'), "console.log('the sources' as string)");
    await writeFile(join(folder, 'cli/dist/main.mjs'), "console.log('the bundle')");
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const whatRuns = async (madeOf: string): Promise<string> => {
    await writeFile(join(folder, 'cli/dist/made-of.json'), madeOf);
    return (await run(process.execPath, [join(folder, 'cli/surf.mjs')])).stdout.trim();
  };

  it('runs the bundle while every source is as it was when it was made, and the sources otherwise', async () => {
    const { mtimeMs, size } = await stat(join(folder, 'cli/main.ts'));
    const source: SourceStamp = ['cli/main.ts', mtimeMs, size];
    const cases: [madeOf: unknown, runs: string][] = [
      [[source], 'the bundle'],
      [[source, ['cli/main.ts', mtimeMs, size + 1]], 'the sources'],
      [[source, ['cli/main.ts', mtimeMs + 1, size]], 'the sources'],
      [[source, ['cli/gone.ts', mtimeMs, size]], 'the sources'],
      [{}, 'the sources'],
    ];

    for (const [madeOf, runs] of cases)
      expect([madeOf, await whatRuns(JSON.stringify(madeOf))]).toEqual([madeOf, runs]);
    expect(await whatRuns('[["cli/main.ts"')).toBe('the sources');
    await rm(join(folder, 'cli/dist/made-of.json'));
    expect((await run(process.execPath, [join(folder, 'cli/surf.mjs')])).stdout.trim()).toBe('the sources');
  });
});
