import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { COMMANDS } from '#cli/command-table.ts';
import { readRecords } from '#core/archive/warc-reader.ts';
import type { Counts } from '#core/execution/execution.ts';
import type { TaskView } from '#engine/list-tasks.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/embedded-crawl.ts';
import { type ProcessEnd, SurfProcess, surf } from '#test/e2e/surf-process.ts';
import type { Exchange } from '#test/site/exchange.ts';
import { type Site, startSite } from '#test/site/site.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Pages 0 to 60, each linking to three more; the title is hostile. */
const PAGES = 61;
const HTML = { 'content-type': 'text/html; charset=utf-8' };

async function answer(exchange: Exchange): Promise<void> {
  const { pathname } = exchange.url;
  const n = pathname === '/' ? 0 : Number(/^\/(\d+)$/.exec(pathname)?.[1] ?? Number.NaN);
  if (pathname === '/copy') return exchange.send(200, HTML, '<title>copy</title>page 60');
  if (pathname === '/moved') return exchange.send(301, { location: '/60' }, '');
  if (Number.isNaN(n) || n >= PAGES) return exchange.send(404, HTML, 'nothing here');
  const links = [1, 2, 3].map((i) => n * 3 + i).filter((m) => m < PAGES);
  const anchors = links.map((m) => `<a href="/${m}">to ${m}</a>`).join('');
  const others =
    n === 0 ? '<a href="/copy">c</a><a href="/moved">m</a><a href="/gone">g</a><a rel=nofollow href="/nf">n</a>' : '';
  const title = n === 1 ? '\u001b[31mred\u0007' : `page ${n}`;
  return exchange.send(
    200,
    HTML,
    n === 60 ? '<title>copy</title>page 60' : `<title>${title}</title>${anchors}${others}`,
  );
}

let site: Site;
let data = '';
beforeAll(async () => {
  site = await startSite({ handler: answer, robots: (exchange) => exchange.send(404, {}, '') });
});
afterAll(() => site.close());
beforeEach(() => {
  data = join(temporaryFolder(), 'data');
});
afterEach(() => removeFolder(join(data, '..')));

const QUICK = ['--delay', '0', '--attempts', '1', '--allow-private-network'];
const run = (...args: string[]): Promise<ProcessEnd> => surf([...args, '--data', data]);
const crawl = (...args: string[]): Promise<ProcessEnd> =>
  run('crawl', `${site.origin(0)}/`, ...QUICK, '--json', ...args);

interface Result {
  readonly execution: string;
  readonly status: string;
  readonly reason: string | null;
  readonly counts: Counts;
  readonly levels: readonly { level: number; planned: number; stored: number }[];
  readonly data: string;
}

const resultOf = ({ stdout }: ProcessEnd): Result => JSON.parse(stdout) as Result;
const linesOf = <T>({ stdout }: ProcessEnd): T[] =>
  stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);
const errorOf = ({ stderr }: ProcessEnd): { code: string; message: string; remedy: string } =>
  (JSON.parse(stderr) as { error: { code: string; message: string; remedy: string } }).error;
const tasks = async (...filter: string[]): Promise<TaskView[]> =>
  linesOf<TaskView>(await run('tasks', 'last', '--json', ...filter));

/** Requests for pages since the log had `from` entries, as path → how often. */
function requestsSince(from: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { path } of site.log.slice(from)) {
    if (path !== '/robots.txt') counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  return counts;
}

describe('surf crawl', () => {
  it('prints one object whose ledger adds up, and exits with 0; everything that it counts can be looked at', async () => {
    const end = await crawl();
    const result = resultOf(end);
    const listed = await tasks();

    expect(end).toMatchObject({ code: 0, stderr: '' });
    expect(Object.keys(result)).toEqual([
      'execution',
      'status',
      'reason',
      'counts',
      'levels',
      'bytes',
      'seconds',
      'pagesPerSecond',
      'costUsd',
      'data',
    ]);
    expect(result).toMatchObject({ status: 'succeeded', reason: null, data });
    expect(result.counts).toEqual({
      discovered: 65,
      stored: 61,
      notModified: 0,
      duplicate: 1,
      redirected: 1,
      skipped: { nofollow: 1 },
      failed: { 'http-4xx': 1 },
      pending: 0,
    });
    expect(result.levels.map(({ level, stored }) => [level, stored])).toEqual([
      [0, 1],
      [1, 4],
      [2, 9],
      [3, 27],
      [4, 20],
    ]);
    expect(listed).toHaveLength(65);
    expect(new Set(listed.map(({ url }) => url)).size).toBe(65);
    expect(listed.find(({ url }) => url.endsWith('/gone'))).toEqual({
      url: `${site.origin(0)}/gone`,
      state: 'failed',
      outcome: 'failed',
      reason: 'http-4xx',
      status: 404,
      level: 1,
      contentType: HTML['content-type'],
      bytes: null,
      title: null,
      via: `${site.origin(0)}/`,
      attempts: 1,
      startedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      endedAt: expect.stringMatching(/Z$/),
      errors: [{ code: 'http-4xx', message: '404 Not Found', at: expect.stringMatching(/Z$/) }],
    });
    expect((await tasks('--state', 'skipped')).map(({ url, reason }) => [url, reason])).toEqual([
      [`${site.origin(0)}/nf`, 'nofollow'],
    ]);
    expect(JSON.parse((await run('verify', 'last', '--json')).stdout)).toMatchObject({ holds: true, differences: [] });
  });

  it('tells people what was found, how fast, where it lies and what it would cost', async () => {
    const end = await run('crawl', `${site.origin(0)}/`, ...QUICK);
    const status = await run('status', 'last');

    expect(end.code).toBe(0);
    expect(end.stdout).toMatch(/^x\w+: succeeded after /);
    expect(end.stdout).toContain('61 pages');
    expect(end.stdout).toContain(`${data}/objects/executions/x`);
    expect(end.stdout).toContain('estimate: on Lambda arm64 at list prices of ');
    expect(status.stdout).toContain('succeeded');
    expect((await run('tasks', 'last')).stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  });

  it('takes the host of the URL and another address with --connect-to', async () => {
    const from = site.log.length;
    const { port, hostname } = new URL(site.origin(0));

    const end = await run(
      'crawl',
      'http://shop.example/',
      ...QUICK,
      '--json',
      '--depth',
      '0',
      '--connect-to',
      `shop.example:80:${hostname}:${port}`,
    );
    const listed = await tasks('--level', '0');

    expect(resultOf(end)).toMatchObject({ status: 'limited', reason: 'depth', counts: { stored: 1 } });
    expect(listed.map(({ url }) => url)).toEqual(['http://shop.example/']);
    expect(site.log.slice(from).map(({ host }) => host)).toEqual(['shop.example', 'shop.example']);
  });

  it('asks no private address without the right to', async () => {
    const end = await run('crawl', `${site.origin(0)}/`, '--json');

    expect(resultOf(end).counts).toMatchObject({ stored: 0, skipped: { 'blocked-address': 1 } });
  });
});

describe('surf run', () => {
  it('crawls what a YAML file says; flags win over it', async () => {
    await mkdir(data);
    const file = join(data, '..', 'crawl.yaml');
    await writeFile(
      file,
      `name: from a file\nseeds:\n  - ${site.origin(0)}/\nlimits:\n  pages: 50\npoliteness:\n  delaySeconds: 0\n`,
    );

    const end = await run('run', file, '--pages', '3', '--json', '--allow-private-network');

    expect(resultOf(end)).toMatchObject({ status: 'limited', reason: 'pages', counts: { stored: 3 } });
    expect(linesOf<{ name: string }>(await run('ls', '--json'))).toMatchObject([
      { name: 'from a file', status: 'limited' },
    ]);
    removeFolder(file);
  });

  it('names what is wrong, and starts nothing', async () => {
    const file = join(temporaryFolder(), 'bad.json');
    await writeFile(file, JSON.stringify({ seeds: ['http://example.org/'], limts: { pages: 3 } }));

    const unknown = await run('run', file, '--json');
    const missing = await run('run', `${file}.not`, '--json');
    const negative = await run('crawl', 'http://example.org/', '--depth', '-1', '--json');
    const seed = await run('crawl', 'example.org', '--json');

    expect([unknown.code, errorOf(unknown).code]).toEqual([2, 'FIELD_UNKNOWN']);
    expect(errorOf(unknown).message).toContain('limits');
    expect([missing.code, errorOf(missing).code]).toEqual([4, 'WORKFLOW_NOT_FOUND']);
    expect([negative.code, errorOf(negative).code]).toEqual([2, 'FIELD_INVALID']);
    expect([seed.code, errorOf(seed).code]).toEqual([2, 'SEED_INVALID']);
    expect(await readdir(join(data, '..'))).toEqual([]);
    removeFolder(join(file, '..'));
  });
});

describe('going on', () => {
  it('continue takes new totals, and nothing is asked twice', async () => {
    const from = site.log.length;
    const limited = resultOf(await crawl('--pages', '10'));
    const below = await run('continue', 'last', '--pages', '5', '--json');
    const resumed = await run('resume', limited.execution, '--json');
    const unknown = await run('continue', 'last', '--delay', '0', '--json');
    const end = await run('continue', 'last', '--pages', 'none', '--json');
    const again = await run('continue', 'last', '--json');

    expect(limited).toMatchObject({ status: 'limited', reason: 'pages', counts: { stored: 10 } });
    expect([below.code, errorOf(below).code]).toEqual([2, 'CONTINUE_BELOW_USED']);
    expect([resumed.code, errorOf(resumed).code]).toEqual([5, 'STATE_CONFLICT']);
    expect(errorOf(resumed).message).toContain('limited');
    expect([unknown.code, errorOf(unknown).code]).toEqual([2, 'COMMAND_USAGE']);
    expect(resultOf(end)).toMatchObject({
      execution: limited.execution,
      status: 'succeeded',
      counts: { stored: 61, pending: 0 },
    });
    expect([again.code, errorOf(again).code]).toEqual([5, 'STATE_CONFLICT']);
    expect([...requestsSince(from).values()].filter((times) => times > 1)).toEqual([]);
    expect((await run('verify', 'last')).code).toBe(0);
  });

  it('Ctrl-C stops cleanly, exits with 130 and says how to go on; continue does the rest', async () => {
    const from = site.log.length;
    const process = new SurfProcess(['crawl', `${site.origin(0)}/`, ...QUICK, '--delay', '0.1', '--data', data]);
    while (site.log.length < from + 5) await new Promise((resolve) => setTimeout(resolve, 20));
    process.signal('SIGINT');
    const end = await process.ended;
    const stopped = await tasks();
    const rest = await run('continue', 'last', '--json');

    expect(end.code).toBe(130);
    expect(end.stderr).toContain('stopping');
    expect(end.stdout).toMatch(/surf continue x\w+ goes on/);
    expect(stopped.length).toBeGreaterThan(3);
    expect(stopped.filter(({ state }) => state === 'scheduled' || state === 'active')).toEqual([]);
    expect(resultOf(rest)).toMatchObject({ status: 'succeeded', counts: { stored: 61 } });
    expect([...requestsSince(from).values()].filter((times) => times > 1)).toEqual([]);
  });

  it('a killed one is taken up by resume; stop and pause end one whose process is dead', async () => {
    for (const how of ['resume', 'stop', 'pause'] as const) {
      const from = site.log.length;
      const process = new SurfProcess(['crawl', `${site.origin(0)}/`, ...QUICK, '--delay', '0.1', '--data', data]);
      while (site.log.length < from + 4) await new Promise((resolve) => setTimeout(resolve, 20));
      await process.kill();
      const dead = await run('status', 'last');
      const end = await run(how, 'last', '--json');

      expect(dead.stdout).toContain('no process works on it: surf resume x');
      expect(end.code).toBe(0);
      expect(resultOf(end).status).toBe({ resume: 'succeeded', stop: 'stopped', pause: 'paused' }[how]);
      expect((await run('verify', 'last')).code).toBe(0);
    }
  });

  it('pause and stop reach the process that drives it; stopping what is stopped is no error', async () => {
    const from = site.log.length;
    const driver = new SurfProcess(['crawl', `${site.origin(0)}/`, ...QUICK, '--delay', '0.2', '--data', data]);
    while (site.log.length < from + 4) await new Promise((resolve) => setTimeout(resolve, 20));
    const paused = await run('pause', 'last', '--json');
    const requests = site.log.length;
    const end = await driver.ended;
    const waiting = await tasks();
    const stopped = await run('stop', 'last', '--json');
    const again = await run('stop', 'last', '--json');
    const resumed = await run('resume', 'last', '--json');

    expect([paused.code, resultOf(paused).status]).toEqual([0, 'paused']);
    expect([end.code, end.stdout]).toEqual([0, expect.stringMatching(/surf resume x\w+ goes on/)]);
    expect(site.log).toHaveLength(requests);
    expect(waiting.some(({ state }) => state === 'interrupted')).toBe(false);
    expect([stopped.code, resultOf(stopped).status]).toEqual([0, 'stopped']);
    expect([again.code, resultOf(again)]).toEqual([0, resultOf(stopped)]);
    expect([resumed.code, errorOf(resumed).code]).toEqual([5, 'STATE_CONFLICT']);
  });
});

describe('surf export', () => {
  it('writes WARC, pages and links, whole, and overwrites by force only', async () => {
    await crawl('--links', 'full', '--pages', '20');
    const out = join(data, '..', 'out');
    const exported = (format: string, path: string, ...more: string[]) =>
      run('export', 'last', '--format', format, '--out', path, '--json', ...more);

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
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ url: `${site.origin(0)}/`, status: 200, level: 0, via: null });
    expect(linesOf(links)).toContainEqual({
      from: `${site.origin(0)}/`,
      to: `${site.origin(0)}/2`,
      kind: 'a',
      text: 'to 2',
      reason: null,
    });
    expect(JSON.parse(links.stderr)).toMatchObject({ out: '-', items: linesOf(links).length });
    expect([refused.code, errorOf(refused).code]).toEqual([5, 'OUTPUT_EXISTS']);
    expect(forced.code).toBe(0);
    expect((await readdir(out)).sort()).toEqual(['all.warc.gz', 'pages.jsonl', 'parts']);
  });

  it('says so when links were not asked for', async () => {
    await crawl('--depth', '0');

    const end = await run('export', 'last', '--format', 'links', '--out', join(data, 'x'), '--json');

    expect([end.code, errorOf(end).code]).toEqual([2, 'OUTPUT_NOT_KEPT']);
    expect(errorOf(end).remedy).toContain('--links full');
    expect(await readdir(data)).not.toContain('x');
  });
});

describe('surf', () => {
  it('lists executions, newest first', async () => {
    const first = resultOf(await crawl('--depth', '0'));
    const second = resultOf(await crawl('--depth', '0'));

    const list = linesOf<Result>(await run('ls', '--json'));

    expect(list.map(({ execution }) => execution)).toEqual([second.execution, first.execution]);
    expect((await run('ls')).stdout.split('\n')[0]).toContain(second.execution);
    expect(JSON.parse((await run('status', first.execution, '--json')).stdout)).toMatchObject({
      execution: first.execution,
      limits: { depth: 0 },
      waiting: null,
      cost: { lines: expect.arrayContaining([expect.objectContaining({ item: 'lambda-duration' })]) },
    });
  });

  it('knows no execution that is not there, and makes no folder to look for it', async () => {
    const ends = [await run('status', 'x00000000000', '--json'), await run('tasks', 'last', '--json')];
    await crawl('--depth', '0');
    ends.push(await run('verify', 'x00000000000', '--json'), await run('stop', 'nonsense', '--json'));

    expect(ends.map((end) => [end.code, errorOf(end).code])).toEqual(ends.map(() => [4, 'EXECUTION_NOT_FOUND']));
    expect((await run('ls', '--data', `${data}-none`)).code).toBe(0);
    expect(await readdir(join(data, '..'))).toEqual(['data']);
  });

  it.each([
    [['crwal', 'http://a/'], 'surf crawl'],
    [['status', 'x', '--jsn'], '--json'],
    [['crawl', 'http://a/', '--page', '3'], '--pages'],
    [['status'], 'surf status ID'],
    [['ls', 'x'], 'surf ls'],
    [['tasks', 'x', '--state', 'suceeded'], 'succeeded'],
    [['export', 'x', '--format', 'wacr', '--out', 'y'], 'did you mean warc'],
    [['export', 'x', '--format', 'warc'], '--out'],
  ])('says what was meant: %j', async (args, remedy) => {
    const end = await run(...args);

    expect([end.code, end.stdout]).toEqual([2, '']);
    expect(end.stderr).toContain(remedy);
  });

  it('has help for every command, and a version', async () => {
    const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string };

    expect((await surf(['--version'])).stdout).toBe(`surf ${version}\n`);
    expect((await surf([])).code).toBe(2);
    const general = (await surf(['--help'])).stdout;
    for (const { name } of COMMANDS) expect(general).toContain(`  ${name} `);
    for (const { name } of COMMANDS) {
      expect((await surf([name, '--help'])).stdout).toMatch(new RegExp(`^Usage: surf ${name}`));
    }
    expect((await surf(['crawl', '--help'])).stdout).toContain('--pages-per-host N');
  });

  it('is a bin that runs where npm puts it, and ends quietly when its reader has enough', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(ROOT, 'cli/surf.mjs'), '--version']);
    await crawl();
    const shell = `"${process.execPath}" cli/main.ts tasks last --json --data "${data}" | head -n 1`;
    const piped = await promisify(execFile)('sh', ['-c', shell], { cwd: ROOT });

    expect(stdout).toMatch(/^surf \d/);
    expect(linesOf(piped as never)).toHaveLength(1);
    expect(piped.stderr).toBe('');
  });
});
