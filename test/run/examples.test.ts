import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_HOSTS, demoSite } from '#demo/demo-site.ts';
import { ROOT } from '#test/architecture/source-files.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import { SURF, SurfProcess } from '#test/e2e/process/surf-process.ts';
import { type Site, startSite } from '#test/site/site.ts';

const MOST_LINES = 40;

const examples = readdirSync(join(ROOT, 'examples'), { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.(?:ts|sh|crontab|yml)$/.test(path));

describe('the example programs', () => {
  let site: Site;
  let folder = '';
  const { pages, handler } = demoSite();
  const shop = [...(pages[0]?.values() ?? [])];

  beforeAll(async () => {
    site = await startSite({ hosts: DEMO_HOSTS, handler });
    folder = temporaryFolder();
    const library = join(folder, 'node_modules/surf-crawler');
    mkdirSync(library, { recursive: true });
    symlinkSync(join(dirname(SURF), 'dist'), join(library, 'dist'));
    writeFileSync(join(library, 'package.json'), '{"type": "module", "exports": "./dist/library.mjs"}');
  });
  afterAll(async () => {
    await site.close();
    removeFolder(folder);
  });

  /** Runs an example in an empty folder as `npm run example` does in a clone. */
  const runInClone = async (name: string, ...args: readonly string[]): Promise<string> =>
    await program(name, [join(ROOT, 'test/run/run-example.ts'), join(ROOT, 'examples', name), ...args]);

  /** Runs a copy of an example beside the package that it imports: half of the CPU. */
  async function run(name: string, ...args: readonly string[]): Promise<string> {
    copyFileSync(join(ROOT, 'examples', name), join(folder, name));
    return await program(name, [join(folder, name), ...args]);
  }

  async function program(name: string, command: readonly string[]): Promise<string> {
    const child = spawn(process.execPath, command, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    if (code !== 0) throw new Error(`${name} ended with ${code}: ${error}`);
    return out;
  }

  it(`are eleven subjects, listed in examples/README.md, of at most ${MOST_LINES} lines each`, () => {
    const long = examples.filter(
      (name) => readFileSync(join(ROOT, 'examples', name), 'utf8').split('\n').length > MOST_LINES,
    );

    const listed = readFileSync(join(ROOT, 'examples/README.md'), 'utf8');
    expect(examples.filter((name) => !listed.includes(`](${name})`))).toEqual([]);
    expect(listed.split('\n').filter((line) => /^\| [A-Z]/.test(line))).toHaveLength(11);
    expect(long).toEqual([]);
  });

  it('have no `using` declaration, which Node 22 cannot parse', () => {
    const programs = examples.filter((name) => name.endsWith('.ts'));

    expect(programs.length).toBeGreaterThan(5);
    expect(programs.filter((name) => /\busing \w+ =/.test(readFileSync(join(ROOT, 'examples', name), 'utf8')))).toEqual(
      [],
    );
  });

  it('markdown-of-a-site writes a file for each page', async () => {
    const out = await run('markdown-of-a-site.ts', `${site.origin(0)}/`, 'pages');

    const files = readdirSync(join(folder, 'pages')).map((name) => readFileSync(join(folder, 'pages', name), 'utf8'));
    expect(out).toBe(`succeeded: ${files.length} pages in pages\n`);
    expect(files.filter((file) => file.includes(`\n\n${site.origin(0)}/product/`)).length).toBe(16);
    expect(files.find((file) => file.startsWith('# About Harbour Lamps'))).toContain('[the papers](https://');
  });

  it('typed-records adds up the prices of all products', async () => {
    const out = await run('typed-records.ts', `${site.origin(0)}/`);

    const prices = shop
      .filter(({ path }) => path.startsWith('/product/'))
      .map(({ content }) => Number(/€ ([0-9.]+)/.exec(content)?.[1]));
    expect(out.trim().split('\n')).toHaveLength(17);
    expect(out).toContain(`sum ${prices.reduce((sum, price) => sum + price, 0).toFixed(2)}\n`);
  });

  it('hooks follows as many products as the program asks for', async () => {
    const out = await runInClone('hooks.ts', `${site.origin(0)}/`, '3');

    expect(out.trim().split('\n').at(-1)).toMatch(/^\d+ pages, 3 products, \d+ links refused$/);
    expect(site.log.filter(({ path }) => path === '/category/table').length).toBeLessThan(3); // the two examples before
  });

  it('reading-time counts the words of each page, as a plug-in', async () => {
    const module = join(ROOT, 'examples/plugins/reading-time.ts');
    const here = ['--data', join(folder, 'read')];
    const flags = ['--plugin', `reading-time=${module}`, '--delay', '0', '--pages', '5', '--allow-private-network'];
    await surfHere(['crawl', `${site.origin(0)}/`, ...flags, ...here]);
    const { stdout } = await surfHere(['records', 'last', ...here]);

    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { record: Record<string, number> });
    expect(lines).toHaveLength(5);
    expect(lines.every(({ record }) => (record['reading-time.words'] ?? 0) > 20)).toBe(true);
    expect(lines.map(({ record }) => record['reading-time.minutes'])).toEqual([1, 1, 1, 1, 1]);
  });

  it('watch-a-page tells the first sight of a page from no change', async () => {
    const out = await run('watch-a-page.ts', `${site.origin(0)}/`, '0', '2');

    expect(out).toBe('first seen: Harbour Lamps\nunchanged\n');
  });

  it('api-client starts a crawl at a server', async () => {
    const server = new SurfProcess(['serve', '--port', '0', '--json', '--data', join(folder, 'served')]);
    try {
      const { address } = JSON.parse(await server.prints()) as { address: string };

      const out = await runInClone('api-client.ts', address, `${site.origin(0)}/`);

      expect(out.trim().split('\n')).toHaveLength(11);
      expect(out).toContain('limited (pages): 10 pages, verified: true\n');
    } finally {
      server.signal('SIGTERM');
      await server.ended;
    }
  });
});
