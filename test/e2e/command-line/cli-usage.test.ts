import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '#cli/command-table.ts';
import { readRecords } from '#core/archive/warc/warc-reader.ts';
import { CliBench, errorOf, linesOf, type Result, resultOf } from '#test/e2e/process/cli-bench.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const bench = new CliBench();

describe('surf export', () => {
  it('writes WARC, pages and links, whole, and overwrites by force only', async () => {
    await bench.crawl('--links', 'full', '--pages', '20');
    const out = join(bench.data, '..', 'out');
    const exported = (format: string, path: string, ...more: string[]) =>
      bench.run('export', 'last', '--format', format, '--out', path, '--json', ...more);

    const warc = await exported('warc', join(out, 'all.warc.gz'));
    const parts = await exported('warc', `${out}/parts/`);
    const pages = await exported('jsonl', join(out, 'pages.jsonl'));
    const links = await exported('links', '-');
    const refused = await exported('jsonl', join(out, 'pages.jsonl'));
    const forced = await exported('jsonl', join(out, 'pages.jsonl'), '--force');

    const records = [...readRecords(await readFile(join(out, 'all.warc.gz')))];
    const responses = records.filter(({ headers }) => headers.get('warc-type') === 'response');
    expect(JSON.parse(warc.stdout)).toMatchObject({ format: 'warc', files: 1, items: responses.length });
    const index = (await readFile(join(out, 'parts', 'index.cdxj'), 'latin1')).split('\n').filter(Boolean);
    expect(index).toEqual([...index].sort());
    expect(index).toHaveLength(responses.length);
    expect((await readdir(join(out, 'parts'))).length).toBe(JSON.parse(parts.stdout).files + 1);
    const [first] = index;
    const { filename, offset, length } = JSON.parse(first?.slice(first.indexOf('{')) ?? '{}') as Record<string, string>;
    const file = await readFile(join(out, 'parts', filename ?? ''));
    const member = file.subarray(Number(offset), Number(offset) + Number(length));
    expect(gunzipSync(member).toString('latin1')).toMatch(/^WARC\/1\.1\r\nWARC-Type: response/i);
    const lines = (await readFile(join(out, 'pages.jsonl'), 'utf8')).split('\n').filter(Boolean);
    expect([pages.code, lines.length]).toEqual([0, 20]);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      url: `${bench.site.origin(0)}/`,
      status: 200,
      level: 0,
      via: null,
    });
    expect(linesOf(links)).toContainEqual({
      from: `${bench.site.origin(0)}/`,
      to: `${bench.site.origin(0)}/2`,
      kind: 'a',
      text: 'to 2',
      reason: null,
    });
    expect(JSON.parse(links.stderr)).toMatchObject({ out: '-', items: linesOf(links).length });
    expect([refused.code, errorOf(refused).code]).toEqual([5, 'OUTPUT_EXISTS']);
    expect(forced.code).toBe(0);
    expect((await readdir(out)).sort()).toEqual(['all.warc.gz', 'pages.jsonl', 'parts']);
  });

  it('says so when neither links nor WARC were requested', async () => {
    await bench.crawl('--depth', '0', '--no-warc');

    const end = await bench.run('export', 'last', '--format', 'links', '--out', join(bench.data, 'x'), '--json');

    expect([end.code, errorOf(end).code]).toEqual([2, 'OUTPUT_NOT_KEPT']);
    expect(errorOf(end).remedy).toContain('--links full');
    expect(await readdir(bench.data)).not.toContain('x');
  });
});

describe('surf', () => {
  it('lists executions, newest first', async () => {
    const first = resultOf(await bench.crawl('--depth', '0'));
    const second = resultOf(await bench.crawl('--depth', '0'));

    const list = linesOf<Result>(await bench.run('ls', '--json'));

    expect(list.map(({ execution }) => execution)).toEqual([second.execution, first.execution]);
    expect((await bench.run('ls')).stdout.split('\n')[0]).toContain(second.execution);
    expect(JSON.parse((await bench.run('status', first.execution, '--json')).stdout)).toMatchObject({
      execution: first.execution,
      limits: { depth: 0 },
      waiting: null,
      cost: { lines: expect.arrayContaining([expect.objectContaining({ item: 'lambda-duration' })]) },
    });
  });

  it('shows a budget of less than a dollar as it is', async () => {
    await bench.crawl('--depth', '0', '--budget-usd', '0.25');

    const { stdout } = await bench.run('status', 'last');

    expect(stdout).toMatch(/^ {2}limits {4}depth 0, pages 10,000, .*budgetUsd 0\.25$/m);
  });

  it('says that a newer Surf wrote the workflow of a crawl, and that an upgrade reads it', async () => {
    await bench.crawl('--depth', '0');
    const database = new DatabaseSync(join(bench.data, 'surf.db'));
    database.exec(`UPDATE workflows SET json = json_set(json, '$.definition.fetch.ofTomorrow', 1)`);
    database.close();

    const commands = [['status'], ['resume', '--depth', '2'], ['verify'], ['explain', 'https://example.org/']];
    const ends = await Promise.all(commands.map(([name = '', ...more]) => bench.run(name, 'last', ...more)));

    for (const { code, stderr } of ends) {
      expect(code).toBe(1);
      expect(stderr).toMatch(
        /^error: this version of Surf cannot read a workflow version: .+ definition\.fetch\.ofTomorrow$/m,
      );
      expect(stderr).toMatch(/^ {2}upgrade Surf: a newer version wrote it/m);
      expect(stderr).not.toMatch(/bug in Surf|ZodError|^ {4}at /m);
    }
  });

  it('knows no execution that is not there, and makes no folder to look for it', async () => {
    const ends = [await bench.run('status', 'x00000000000', '--json'), await bench.run('tasks', 'last', '--json')];
    await bench.crawl('--depth', '0');
    ends.push(await bench.run('verify', 'x00000000000', '--json'), await bench.run('stop', 'nonsense', '--json'));

    expect(ends.map((end) => [end.code, errorOf(end).code])).toEqual(ends.map(() => [4, 'EXECUTION_NOT_FOUND']));
    expect(await readdir(join(bench.data, '..'))).toEqual(['data']);
  });

  it('says whether a data folder has no executions or is not there', async () => {
    const none = `${bench.data}-none`;
    const missing = await surfHere(['ls', '--data', none]);
    const asked = await surfHere(['status', 'last', '--data', none]);
    await mkdir(none);
    const empty = await surfHere(['ls', '--data', none]);
    await rm(none, { recursive: true });

    expect([missing.code, missing.stderr.trim()]).toEqual([
      0,
      `no executions: there is no folder ${none}; surf crawl URL makes it, --data names another one`,
    ]);
    expect(asked.stderr).toContain('there is no such folder');
    expect([empty.code, empty.stderr.trim()]).toEqual([0, `no executions in ${none} yet; surf crawl URL starts one`]);
  });

  it.each([
    [['crwal', 'http://a/'], 'surf crawl'],
    [['status', 'x', '--jsn'], '--json'],
    [['crawl', 'http://a/', '--page', '3'], '--pages'],
    [['status'], 'surf status ID'],
    [['ls', 'x'], 'surf ls'],
    [['tasks', 'x', '--state', 'suceeded'], 'succeeded'],
    [['export', 'x', '--format', 'warcs', '--out', 'y'], 'did you mean warc'],
    [['export', 'x', '--format', 'warc'], '--out'],
    [['export', 'x', '-o', 'pages.json'], '.jsonl has one page a line'],
    [['http://a/', '-o', 'pages.html'], '--format mirror'],
    [['http://a/', '-A', 'pdf'], '--include PATTERN'],
    [['http://a/', '--maxRequestsPerCrawl', '5'], 'did you mean --pages?'],
    [['http://a/', '-a', 'x=y'], 'surf crawl --help lists them'],
    [['http://a/', '-e', 'robots=off'], '--robots ignore'],
    [['--crawl', 'http://a/', '--headless'], 'surf URL crawls a site'],
    [['search', 'last', 'kettle', '-teapot'], 'surf search ID -- -teapot WORDS…'],
    [['diff'], 'last is the id of the newest execution'],
    [['cat', 'x'], 'surf export ID --format markdown -o -'],
  ])('says what was meant: %j', async (args, remedy) => {
    const end = await bench.run(...args);

    expect([end.code, end.stdout]).toEqual([2, '']);
    expect(end.stderr).toContain(remedy);
  });

  it('has help for every command, and a version', async () => {
    const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string };

    expect((await surfHere(['--version'])).stdout).toBe(`surf ${version}\n`);
    expect((await surfHere(['status'])).stderr).toContain('surf status ID [flags]; last is the id of the newest');
    expect((await surfHere(['version'])).stdout).toBe(`surf ${version}\n`);
    expect((await surfHere([])).code).toBe(2);
    const general = (await surfHere(['--help'])).stdout;
    for (const { name } of COMMANDS) expect(general).toContain(`  ${name} `);
    for (const { name } of COMMANDS) {
      expect((await surfHere([name, '--help'])).stdout).toMatch(new RegExp(`^Usage: surf ${name}`));
    }
    expect((await surfHere(['crawl', '--help'])).stdout).toContain('--pages-per-host N');
  });

  it('is a bin that runs where npm puts it, and ends quietly when its reader has enough', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(ROOT, 'cli/surf.mjs'), '--version']);
    await bench.crawl();
    const shell = `"${process.execPath}" cli/surf.mjs tasks last --json --data "${bench.data}" | head -n 1`;
    const piped = await promisify(execFile)('sh', ['-c', shell], { cwd: ROOT });

    expect(stdout).toMatch(/^surf \d/);
    expect(linesOf(piped as never)).toHaveLength(1);
    expect(piped.stderr).toBe('');
  });

  it('keeps the code of its threads under the same flags, those that Node’s own was compiled under', async () => {
    const cache = join(bench.folder, 'cache');

    await surfHere(['crawl', bench.seed, '--delay', '0', '--allow-private-network', '--data', bench.data], {
      NODE_COMPILE_CACHE: cache,
    });

    expect(await readdir(cache)).toHaveLength(1);
  });

  it.runIf(process.platform === 'linux')(
    'begins again with two arenas for malloc as the same process, unless the user has set them',
    async () => {
      const told =
        'data:text/javascript,console.error(process.pid, process.env.MALLOC_ARENA_MAX, String(process.execArgv.filter((word) => word.startsWith(`--`))))';
      const start = async (env: NodeJS.ProcessEnv): Promise<string[][]> => {
        const command = ['--import', told, join(ROOT, 'cli/surf.mjs'), '--help'];
        const { stdout, stderr } = await promisify(execFile)(process.execPath, command, { env });
        expect(stdout).toMatch(/^surf: /);
        return stderr
          .trimEnd()
          .split('\n')
          .map((line) => line.split(' '));
      };
      const { MALLOC_ARENA_MAX: _, ...env } = process.env;

      const [before, after, ...more] = await start(env);
      const own = await start({ ...env, MALLOC_ARENA_MAX: '7' });

      expect([before?.slice(1), after, more]).toEqual([['undefined', '--import'], [before?.[0], '2', '--import'], []]);
      expect(own.map(([, arenas]) => arenas)).toEqual(['7']);
    },
  );
});
