import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SurfProcess } from '#test/e2e/process/surf-process.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { shopSite } from '#test/site/sites/shop-site.ts';
import { type Packed, packSome } from '../../../packaging/pack.ts';
import { RECIPES } from '../../../packaging/packages.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const MEBI = 1024 * 1024;
/** How TypeScript finds modules: for Node, and for bundlers. */
const RESOLUTIONS = [
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
] as const;
const run = promisify(execFile);

/** As a user has them: unpacked in an empty folder, outside of the repository. */
describe('the packages', () => {
  let folder: string;
  let site: Site;
  let installed: string;
  let packed: Packed[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'surf-packages-'));
    packed = await packSome(RECIPES, join(folder, 'packed'));
    await rm(join(folder, 'packed/surf-crawler'), { recursive: true });
    await mkdir(join(folder, 'node_modules/@surf-crawler'), { recursive: true });
    installed = join(folder, 'node_modules/surf-crawler');
    for (const [at, place] of [installed, join(folder, 'node_modules/@surf-crawler/client')].entries()) {
      await mkdir(place);
      await run('tar', ['-xzf', packed[at]?.tarball ?? '', '-C', place, '--strip-components=1']);
    }
    await symlink(join(ROOT, 'node_modules/zod'), join(folder, 'node_modules/zod')); // the only dependency, for types
    await writeFile(join(folder, 'package.json'), '{"type": "module"}');
    site = await startSite({ handler: shopSite });
  });
  afterAll(async () => {
    await site?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const command = async (main: string, args: readonly string[]): Promise<string> =>
    (await run(process.execPath, [main, ...args], { cwd: folder })).stdout;
  const surf = (...args: string[]): Promise<string> => command(join(installed, 'cli/surf.mjs'), args);
  const sources = (...args: string[]): Promise<string> => command(join(ROOT, 'cli/main.ts'), args);

  it('depend on nothing at run time, have types and source maps, and need 33.5 MB', async () => {
    const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as Manifest;
    const files = (await readdir(installed, { recursive: true })).map((path) => path.replaceAll('\\', '/'));
    const sizes = await Promise.all(files.map(async (path) => (await stat(join(installed, path))).size));

    expect([manifest.engines.node, Object.keys(manifest.dependencies)]).toEqual(['>=22.19', ['zod']]);
    expect(files.filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(['types/library/index.d.ts', 'cli/dist/library.mjs.map', 'LICENSE']));
    expect(files.filter((path) => /aws-sdk|aws-cdk|node_modules/.test(path))).toEqual([]);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(33.5 * MEBI);
  });

  it('have source maps that name no folder of the machine that made them', async () => {
    const folder = join(installed, 'cli/dist');
    const maps = (await readdir(folder)).filter((name) => name.endsWith('.map'));
    const texts = await Promise.all(maps.map(async (name) => await readFile(join(folder, name), 'utf8')));
    const sources = texts.flatMap((text) => (JSON.parse(text) as { sources: string[] }).sources);

    expect(sources).toEqual(expect.arrayContaining(['../main.ts', '../../core/sitemap/sitemap-key.ts']));
    expect(sources.filter((source) => !/^(?:(?:\.\.\/){1,2}\w|https:)/.test(source))).toEqual([]);
  });

  it('have the pages and examples that the messages of the command name', async () => {
    const folder = join(installed, 'cli/dist');
    const bundle = (await readdir(folder)).filter((name) => name.endsWith('.mjs'));
    const texts = await Promise.all(bundle.map(async (name) => await readFile(join(folder, name), 'utf8')));
    const named = new Set(
      texts.flatMap((text) => text.match(/\b(?:docs\/[A-Za-z/-]+\.md|examples\/\w+\.yaml)\b/g) ?? []),
    );

    expect([...named]).toEqual(expect.arrayContaining(['docs/reference/workflow.md', 'docs/README.md']));
    expect([...named].filter((path) => !existsSync(join(installed, path)))).toEqual([]);
  });

  it('tell which packages their bundles have, for the bill of materials', () => {
    const [command, client] = packed.map(({ bundled }) => [...bundled]);

    expect(command).toEqual(
      expect.arrayContaining(['node_modules/undici', 'node_modules/cheerio', 'node_modules/zod']),
    );
    expect(client).toContain('node_modules/openapi-fetch');
    expect([...(command ?? []), ...(client ?? [])].filter((path) => /aws|smithy|react/.test(path))).toEqual([]);
  });

  it('say which version they are, without the rest of the command', async () => {
    const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    const alone = ['package.json', 'cli/surf.mjs', 'cli/malloc.mjs'];
    await mkdir(join(folder, 'alone/cli'), { recursive: true });
    for (const path of alone) await copyFile(join(installed, path), join(folder, 'alone', path));

    expect(await surf('--version')).toBe(`surf ${version}\n`);
    expect(await command(join(folder, 'alone/cli/surf.mjs'), ['-V'])).toBe(`surf ${version}\n`);
  });

  it('crawl, extract and export as the sources do', async () => {
    const selection = { rules: [{ url: ['*/thing/*'], fields: { name: 'h1' } }] };
    const workflow = { name: 'shop', seeds: [`${site.origin(0)}/`], politeness: { delaySeconds: 0 }, selection };
    await writeFile(join(folder, 'shop.json'), JSON.stringify(workflow));
    const crawl = ['run', join(folder, 'shop.json'), '--allow-private-network', '--json'];
    await surf(...crawl, '--data', 'packed-data');
    await sources(...crawl, '--data', 'plain');
    const recordsOf = async (data: string): Promise<Row[]> =>
      rowsOf(await surf('records', 'last', '--data', data, '--json'));
    await surf('export', 'last', '--format', 'markdown', '--out', 'a.md', '--data', 'packed-data');
    await sources('export', 'last', '--format', 'markdown', '--out', 'b.md', '--data', 'packed-data');

    const records = await recordsOf('packed-data');

    expect(records.filter(([, , record]) => record?.name !== undefined).length).toBeGreaterThan(10);
    expect(records).toEqual(await recordsOf('plain'));
    expect(await readFile(join(folder, 'a.md'), 'utf8')).toBe(await readFile(join(folder, 'b.md'), 'utf8'));
  });

  it('serve the API and the console', async () => {
    const server = new SurfProcess(
      ['serve', '--port', '0', '--data', 'served'],
      {},
      {
        folder,
        surf: join(installed, 'cli/surf.mjs'),
      },
    );
    const address = /http:\S+/.exec(await server.prints())?.[0] ?? '';
    const [health, console_] = [await fetch(`${address}health`), await fetch(address)];
    const page = await console_.text();
    const script = /src="([^"]+\.js)"/.exec(page)?.[1] ?? '';
    const code = await fetch(new URL(script, address));
    server.signal('SIGTERM');
    await server.ended;

    expect([health.status, console_.status, code.status]).toEqual([200, 200, 200]);
    expect(page).toContain('<title>Surf');
  });

  it('are a library, with a client of the same shape', async () => {
    const program = `
      import { crawl } from 'surf-crawler';
      import { createClient } from '@surf-crawler/client';
      const run = await crawl('${site.origin(0)}/', { data: 'lib', allowPrivateNetwork: true, limits: { pages: 4 },
        politeness: { delaySeconds: 0 }, select: { heading: 'h1' } });
      let pages = 0;
      for await (const page of run.pages()) pages += (await page.markdown()).length > 0 && page.record ? 1 : 0;
      const { status, counts } = await run.finished();
      await run.close();
      console.log(JSON.stringify([pages, status, counts.stored, typeof createClient]));`;
    await writeFile(join(folder, 'program.js'), program);

    expect(JSON.parse(await command(join(folder, 'program.js'), []))).toEqual([4, 'limited', 4, 'function']);
  });

  it('say which Node they need, in one that cannot link the engine', async () => {
    const old = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })";
    await writeFile(join(folder, 'old.js'), "import 'surf-crawler';");
    const args = ['--import', `data:text/javascript,${encodeURIComponent(old)}`, join(folder, 'old.js')];
    const { stderr } = await run(process.execPath, args).catch((error: { stderr: string }) => error);

    expect(stderr).toContain('surf-crawler needs Node 22.19 or newer; this is 20.20.2');
    expect(stderr).toContain('install Node 24');
    const linked = await linkedWith(join(installed, 'cli/dist'), 'library.mjs');
    expect(linked.match(/from ?["']node:(?!module)\w+/g)).toBeNull();
  });

  it('have types that a strict project compiles against, and that know the fields of a record', async () => {
    const program = `
      import { crawl } from 'surf-crawler';
      import { createClient } from '@surf-crawler/client';
      const run = await crawl('http://a.test/', { scope: { mode: 'path' }, select: { price: '.price' } });
      for await (const page of run.pages()) {
        const text: string = page.url;
        void [text, page.record?.price];
        // @ts-expect-error no such field
        void page.record?.cost;
      }
      // @ts-expect-error a number is not a seed
      await crawl(5);
      await createClient({ address: 'https://a.test' }).crawl('http://a.test/', { limits: { pages: 5 } });`;
    await writeFile(join(folder, 'program.ts'), program);
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');

    for (const [module, moduleResolution] of RESOLUTIONS) {
      const strict = { noEmit: true, strict: true, skipLibCheck: false, target: 'es2024', types: [] };
      const settings = { compilerOptions: { ...strict, module, moduleResolution }, files: ['program.ts'] };
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings));
      const told = await run(process.execPath, [compiler, '-p', 'tsconfig.json'], { cwd: folder }).then(
        () => '',
        (error: { stdout: string }) => error.stdout,
      );
      expect([moduleResolution, told]).toEqual([moduleResolution, '']);
    }
  });

  it('have each thread in one file, which loads no other; that of the crawl is ASCII, which takes half the memory', async () => {
    const textOf = (thread: string): Promise<string> => readFile(join(installed, `cli/dist/${thread}.mjs`), 'utf8');
    for (const thread of ['worker-thread', 'text-thread', 'extraction-thread', 'plugin-thread', 'api-thread']) {
      expect([...(await textOf(thread)).matchAll(/\bfrom ?"\.[^"]+"/g)], thread).toEqual([]);
    }
    const crawl = await textOf('worker-thread');

    expect(Buffer.byteLength(crawl)).toBe(crawl.length);
  });

  it('parse pages in a thread without an HTTP client: the crawl has one', async () => {
    const text = await readFile(join(installed, 'cli/dist/extraction-thread.mjs'), 'utf8');

    expect(text.match(/undici|iconv/)?.[0]).toBeUndefined();
  });
});

/** The text of a module and of all that it imports when it is loaded. */
async function linkedWith(folder: string, name: string, known = new Set<string>()): Promise<string> {
  if (known.has(name)) return '';
  known.add(name);
  const text = await readFile(join(folder, name), 'utf8');
  const imported = [...text.matchAll(/(?:from|import) ?"\.\/([^"]+)"/g)].map(([, each = '']) => each);
  const others = await Promise.all(imported.map((each) => linkedWith(folder, each, known)));
  return text + others.join('');
}

interface Manifest {
  readonly engines: { readonly node: string };
  readonly dependencies: Readonly<Record<string, string>>;
}

type Row = readonly [url: string, digest: string, record: { name?: string } | null];

/** Without the times, which are another matter in another crawl. */
const rowsOf = (lines: string): Row[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { url: string; digest: string; record: Row[2] })
    .map(({ url, digest, record }) => [url, digest, record]);

it('the command runs the sources of a checkout, and the bundle of a package', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'surf-start-'));
  await mkdir(join(folder, 'cli/dist'), { recursive: true });
  for (const file of ['surf.mjs', 'malloc.mjs']) await copyFile(join(ROOT, 'cli', file), join(folder, 'cli', file));
  await writeFile(join(folder, 'cli/dist/main.mjs'), "console.log('the bundle')");
  const whatRuns = async (): Promise<string> =>
    (await run(process.execPath, [join(folder, 'cli/surf.mjs')])).stdout.trim();

  const packaged = await whatRuns();
  await writeFile(join(folder, 'cli/main.ts'), "console.log('the sources' as string)");
  const checkout = await whatRuns();
  await rm(folder, { recursive: true });

  expect([packaged, checkout]).toEqual(['the bundle', 'the sources']);
});
