import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { INDEX_NAME } from '#cli/crawl/run-crawler-conf.ts';
import type { Explanation } from '#core/execution/explanation.ts';
import { CliBench, errorOf, HTML, linesOf, QUICK, type Result, resultOf } from '#test/e2e/process/cli-bench.ts';
import { SurfProcess } from '#test/e2e/process/surf-process.ts';
import { startSite } from '#test/site/site.ts';

interface Ls {
  readonly execution: string;
  readonly status: string;
  readonly base: string | null;
  readonly counts: Result['counts'];
}

describe('surf run crawler.conf', () => {
  const bench = new CliBench();
  const conf = (text: string): string => {
    const file = join(bench.folder, 'crawler.conf');
    writeFileSync(file, `Starting-points = { "${bench.seed}" }\nrepository = "${join(bench.folder, 'repo')}"\n${text}`);
    return file;
  };
  const hostFolder = (): string => join(bench.folder, 'repo', new URL(bench.seed).host.replace(':', '_'));
  const index = (): string[] =>
    readFileSync(join(bench.folder, 'repo', INDEX_NAME), 'utf8')
      .trimEnd()
      .split('\n');
  const log = (): string => readFileSync(join(bench.folder, 'crawl.log'), 'utf8');

  it('crawls, mirrors each page at <repository>/<host>/<path>, and writes the index (T1, T5, T6)', async () => {
    const file = conf(
      `Reject-list = { "*/2", "*/copy" }\nscope = host-scope\nlog-file = "${join(bench.folder, 'crawl.log')}"\nlog-level = 2\n`,
    );

    const end = await bench.run('run', file, ...QUICK, '--json');

    expect(end.stderr).toBe('');
    const { status, counts } = resultOf(end);
    expect(status).toBe('succeeded');
    const files = readdirSync(hostFolder());
    expect(files).toHaveLength(counts.stored);
    expect(files).toContain('index.html');
    expect(files).not.toContain('2');
    const pages = index().filter((line) => !line.startsWith('\t'));
    expect(pages).toHaveLength(counts.stored);
    for (const line of pages) {
      const [md5, normalized = '', original] = line.split(' ');
      const path = new URL(original ?? '').pathname;
      const body = readFileSync(join(hostFolder(), path === '/' ? 'index.html' : path));
      expect([md5, normalized]).toEqual([createHash('md5').update(normalized).digest('hex'), original]);
      expect(body.equals(Buffer.from(await (await fetch(original ?? '')).arrayBuffer()))).toBe(true);
    }
    const first = index().slice(0, 4);
    expect(first[0]).toContain(`"page 0" utf-8 html - `);
    expect(first.slice(1, 3)).toEqual([`\t@${bench.seed}1 "to 1"`, `\t@${bench.seed}3 "to 3"`]);
    expect(log()).toMatch(/ url {3}succeeded stored 200 http:\S+\/1\n/);
    expect(log()).toMatch(/ error failed failed http-4xx 404 http:\S+\/gone: 404/);
    expect(log()).toMatch(/ wave {2}wave 1: 1 settled/);
  });

  it('logs errors only with log-level 0, and to the screen by default (T1)', async () => {
    const quiet = await bench.run('run', conf('max-page-number = 20\nlog-level = 0\n'), ...QUICK, '--json');
    const waves = await bench.run('run', conf('max-page-number = 3\n'), ...QUICK, '--json');

    expect(resultOf(quiet).counts.stored).toBe(20);
    expect(
      quiet.stderr
        .trimEnd()
        .split('\n')
        .every((line) => / error /.test(line)),
    ).toBe(true);
    expect(waves.stderr).toMatch(/ wave {2}execution x\w+ of 1 starting points\n/);
    expect(waves.stderr).not.toMatch(/ url /);
  });

  it('keeps the page limit of the file exactly, 0 is none, and a flag wins over it (T4)', async () => {
    const limited = await bench.run('run', conf('max-page-number = 7\n'), ...QUICK, '--json');
    const flagged = await bench.run('run', conf('max-page-number = 7\n'), ...QUICK, '--json', '--pages', '2');
    const all = await bench.run('run', conf('max-page-number = 0\nlog-level = 0\n'), ...QUICK, '--json');

    expect([limited, flagged, all].map((end) => resultOf(end).counts.stored)).toEqual([7, 2, 61]);
    expect(resultOf(limited)).toMatchObject({ status: 'limited', reason: 'pages' });
  });

  it('crawls depth-first and breadth-first in their order (T3)', async () => {
    const from = bench.site.log.length;
    await bench.run('run', conf('traversal-algorithm = depth-first\nmax-page-number = 4\n'), ...QUICK, '--json');
    const deep = [...bench.requestsSince(from).keys()];
    const after = bench.site.log.length;
    await bench.run(
      'run',
      conf('traversal-algorithm = breadth-first\nmax-page-number = 4\nthreads = 1\n'),
      ...QUICK,
      '--json',
    );
    const broad = [...bench.requestsSince(after).keys()];

    expect(deep).toEqual(['/', '/1', '/4', '/13']);
    expect(broad).toEqual(['/', '/1', '/2', '/3']);
  });

  it('crawls again after its period, asking only for what has changed, until Ctrl-C (T7)', async () => {
    const file = conf(`max-page-number = 5\nperiod = 0.0002\nlog-file = "${join(bench.folder, 'crawl.log')}"\n`);
    const process = new SurfProcess(['run', file, ...QUICK, '--data', bench.data]);
    await process.lives(500);
    for (let tries = 0; tries < 200; tries++) {
      const done = existsSync(join(bench.folder, 'crawl.log')) ? log().split(' the next crawl starts ').length - 1 : 0;
      if (done >= 2 || !(await process.lives(100))) break;
    }
    process.signal('SIGINT');
    const end = await process.ended;

    expect([0, 130]).toContain(end.code);
    const executions = linesOf<Ls>(await bench.run('ls', '--json')).reverse();
    expect(executions.length).toBeGreaterThanOrEqual(2);
    expect(executions[0]).toMatchObject({ base: null, status: 'limited' });
    expect(executions[1]?.base).toBe(executions[0]?.execution);
    expect(log()).toContain(`, after ${executions[0]?.execution}`);
    // Ctrl-C may have cut a third one short, whose mirror takes the place of the second's.
    expect(log().split(' 5 pages in ').length - 1).toBeGreaterThanOrEqual(2);
  });

  it('ends at once when Ctrl-C comes between two crawls', async () => {
    const file = conf('max-page-number = 2\nperiod = 24\n');
    const process = new SurfProcess(['run', file, ...QUICK, '--data', bench.data]);

    expect(await process.says('the next crawl starts at ')).toBe(true);
    process.signal('SIGINT');
    expect((await process.ended).code).toBe(130);
    expect(linesOf<Ls>(await bench.run('ls', '--json')).map(({ status }) => status)).toEqual(['limited']);
  });

  it('asks with the ETag of the previous crawl, and mirrors what has not changed from its archive (T7)', async () => {
    let changed = false;
    const site = await startSite({
      handler: (exchange) => {
        const body = exchange.url.pathname === '/' ? '<a href="/x">x</a>' : changed ? 'new' : 'old';
        const etag = `"${body.length}-${body.slice(-3)}"`;
        if (exchange.request.headers['if-none-match'] === etag) return exchange.send(304, { etag }, '');
        return exchange.send(200, { ...HTML, etag }, body);
      },
      robots: (exchange) => exchange.send(404, {}, ''),
    });
    const { host } = new URL(site.origin(0));
    const read = (path: string): string =>
      readFileSync(join(bench.folder, 'repo', host.replace(':', '_'), path), 'utf8');
    try {
      const file = join(bench.folder, 'other.conf');
      const text = `Starting-points = { "${site.origin(0)}/" }\nrepository = "${join(bench.folder, 'repo')}"\n`;
      writeFileSync(file, `${text}log-level = 0\n`);
      await bench.run('run', file, ...QUICK, '--json');
      changed = true;
      const again = await bench.run('run', file, ...QUICK, '--json', '--base', 'last');

      expect(resultOf(again).counts).toMatchObject({ stored: 1, notModified: 1 });
      expect([read('index.html'), read('x')]).toEqual(['<a href="/x">x</a>', 'new']);
      expect(index().filter((line) => !line.startsWith('\t'))).toHaveLength(2);
      const { stdout } = await bench.run('explain', 'last', `${site.origin(0)}/`, '--json');
      const [before] = linesOf<Ls>(await bench.run('ls', '--json')).slice(-1);
      const said = JSON.parse(stdout) as Explanation;
      expect(said).toMatchObject({
        state: 'succeeded',
        outcome: { type: 'notModified', status: 304 },
        wave: 1,
        unit: 0,
      });
      expect(said.archived?.object).toContain(before?.execution); // its body is in the previous crawl
      expect((await bench.run('verify', 'last')).code).toBe(0);
    } finally {
      await site.close();
    }
  });

  it('--once ends after the first crawl; a workflow knows no --once', async () => {
    const end = await bench.run('run', conf('period = 24\nmax-page-number = 1\n'), ...QUICK, '--json', '--once');
    const workflow = join(bench.folder, 'w.json');
    writeFileSync(workflow, JSON.stringify({ seeds: [bench.seed] }));

    expect(end.code).toBe(0);
    expect(resultOf(end).counts.stored).toBe(1);
    expect(errorOf(await bench.run('run', workflow, '--once', '--json')).code).toBe('COMMAND_USAGE');
  });

  it('names line and remedy of a fault, and crawls nothing', async () => {
    const end = await bench.run('run', conf('scop = path-scope\n'), '--json');

    expect(end.code).toBe(2);
    expect(errorOf(end)).toMatchObject({ code: 'CRAWLER_CONF_UNKNOWN' });
    expect(errorOf(end).message).toContain('crawler.conf, line 3: there is no field "scop"; did you mean scope?');
    expect(existsSync(bench.data)).toBe(false);
  });
});
