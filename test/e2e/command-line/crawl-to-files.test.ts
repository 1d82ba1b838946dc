import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openEmbedded } from '#compose/compose-local.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { CliBench, errorOf, linesOf, QUICK, type Result, resultOf } from '#test/e2e/process/cli-bench.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import { startRawServer } from '#test/http/raw-server.ts';

const bench = new CliBench();
/** Host and port of page 0, as people type it. */
const typed = (): string => bench.seed.replace('http://', '');

describe('surf URL', () => {
  it('crawls without a command and without a scheme, and says which scheme it took', async () => {
    const plain = await bench.run(typed(), ...QUICK, '--pages', '3');
    const behind = await bench.run('--pages', '2', typed(), ...QUICK, '--json');

    expect(plain.stderr).toContain(`crawling ${bench.seed} (no scheme was given: http)`);
    expect([plain.code, plain.stdout]).toEqual([0, expect.stringContaining('found     3 pages')]);
    expect(resultOf(behind).counts.stored).toBe(2);
  });

  it('says how to crawl by http where nothing answers by https, which it assumed', async () => {
    const address = new URL(bench.seed).host;
    const end = await bench.run('crawl', 'site.example', ...QUICK, '--connect-to', `::${address}`);

    expect(end.code).toBe(1);
    expect((await bench.run('ls')).stdout.split('\n', 1)[0]).toMatch(/ site\.example$/); // its name
    expect(end.stdout.split('\n', 1)[0]).toContain('no page was fetched: https://site.example/');
    expect(end.stderr).toContain('Surf assumed https; for http: surf crawl http://site.example');
  });

  it('refuses an address with a user name, which it would not send', async () => {
    const end = await bench.run('http://me:pw@site.example/', '--json');

    expect([end.code, errorOf(end).remedy]).toEqual([2, expect.stringContaining('--header')]);
    expect(end.stderr).not.toContain('pw@');
  });

  it('is not a command that is misspelled, and no file', async () => {
    const misspelled = await bench.run('crwal', bench.seed, '--json');
    const file = await bench.run('shop.yaml', '--json');
    const list = join(bench.folder, 'urls');
    await writeFile(list, bench.seed);
    const nameless = await bench.run(list, '--json');

    expect([misspelled.code, errorOf(misspelled).remedy]).toEqual([2, expect.stringContaining('surf crawl')]);
    expect([file.code, errorOf(file).remedy]).toEqual([2, 'surf run shop.yaml']);
    expect([nameless.code, errorOf(nameless).message]).toEqual([2, `${list} is a file, not a command`]);
  });
});

/** Are they executions of the saved workflow, so that the console shows them beside it? */
async function workflowsOf(...ids: readonly string[]): Promise<boolean[]> {
  const surf = openEmbedded({ data: bench.data });
  const heads = (await surf.workflows.list(null, 10)).rows.map(({ id }) => id);
  const rows = await Promise.all(ids.map((id) => surf.catalog.execution(id as ExecutionId)));
  await surf.close();
  return rows.map(({ workflowId }) => heads.includes(workflowId));
}

describe('surf run NAME', () => {
  it('crawls as the saved workflow says, even if a folder has its name, and names a command for an address', async () => {
    const file = join(bench.folder, 'lamps.yaml');
    await writeFile(file, `name: docs\nseeds: [${bench.seed}]\nlimits: {pages: 2}\npoliteness: {delaySeconds: 0}\n`);
    await bench.run('apply', file, '--yes');
    const saved = await bench.run('run', 'docs', '--allow-private-network', '--json');
    const unknown = await bench.run('run', 'lanterns', '--json');
    const folder = await bench.run('run', bench.folder, '--json');
    const address = await bench.run('run', bench.seed, '--json');

    const changed = await bench.run('run', 'docs', '--allow-private-network', '--json', '--pages', '1');
    const versions = await workflowsOf(resultOf(saved).execution, resultOf(changed).execution);

    expect([saved.code, resultOf(saved).counts.stored]).toEqual([0, 2]);
    expect(versions).toEqual([true, false]); // what a flag has changed is another workflow
    expect([unknown.code, errorOf(unknown).code]).toEqual([4, 'WORKFLOW_NOT_FOUND']);
    expect([folder.code, errorOf(folder).message]).toEqual([4, expect.stringContaining('is a folder')]);
    expect([address.code, errorOf(address).remedy]).toEqual([2, `surf crawl ${bench.seed}`]);
  });
});

describe('-o', () => {
  it('writes files in the format of their suffix when the crawl has ended', async () => {
    const [pages, table] = [join(bench.folder, 'pages.jsonl'), join(bench.folder, 'pages.csv')];
    const end = await bench.crawl('--pages', '5', '-o', pages, '-o', table);

    expect(end.code).toBe(0);
    const urls = linesOf<{ url: string }>({ stdout: await readFile(pages, 'utf8') }).map(({ url }) => url);
    expect([urls.length, urls[0]]).toEqual([5, bench.seed]);
    expect((await readFile(table, 'utf8')).trimEnd().split('\n')).toHaveLength(6);
    expect(
      end.stderr
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { items: number }).items),
    ).toEqual([5, 5]);
  });

  it('of surf resume also writes the pages that the execution already has', async () => {
    await bench.crawl('--pages', '3');
    const file = join(bench.folder, 'resumed.csv');
    const end = await bench.run('resume', 'last', '--pages', '5', '-o', file, '--columns', 'url', '--json');

    expect([end.code, resultOf(end).counts.stored]).toEqual([0, 5]);
    expect((await readFile(file, 'utf8')).trimEnd().split('\n')).toHaveLength(6);
  });

  it('- writes to stdout, and the report to stderr', async () => {
    const end = await bench.run('crawl', bench.seed, ...QUICK, '--pages', '4', '-o', '-', '--format', 'jsonl');

    expect(linesOf(end)).toHaveLength(4);
    expect(end.stderr).toContain('found     4 pages');
  });

  it('refuses before the crawl what it could not write after it', async () => {
    const taken = join(bench.folder, 'taken.csv');
    await bench.crawl('--pages', '1', '-o', taken);
    const from = bench.site.log.length;
    const again = await bench.crawl('-o', taken);
    const unknown = await bench.crawl('-o', join(bench.folder, 'pages.doc'));
    const needless = await bench.crawl('--force');
    const forced = await bench.crawl('--pages', '2', '-o', taken, '--force');

    expect([again.code, errorOf(again).code]).toEqual([5, 'OUTPUT_EXISTS']);
    expect([unknown.code, errorOf(unknown).remedy]).toEqual([2, expect.stringContaining('.parquet')]);
    expect([needless.code, errorOf(needless).remedy]).toEqual([2, 'add -o PATH, or leave it out']);
    expect(bench.site.log.slice(from).filter(({ path }) => path === '/')).toHaveLength(1);
    expect([forced.code, (await readFile(taken, 'utf8')).trimEnd().split('\n').length]).toEqual([0, 3]);
  });

  it('says how many pages of a Markdown file have no text, as those that a browser builds', async () => {
    const page = '<title>App</title><div id="app"></div><script src="app.js"></script>';
    const head = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${page.length}\r\nConnection: close`;
    const server = await startRawServer((socket) => void socket.end(`${head}\r\n\r\n${page}`));

    const end = await bench.run(`http://127.0.0.1:${server.port}/`, ...QUICK, '-o', join(bench.folder, 'app.md'));

    await server.close();
    expect([end.code, end.stdout]).toEqual([0, expect.stringContaining('1 page has no text: a browser may build it')]);
  });

  it('writes nothing when no page was fetched, and says so', async () => {
    const path = join(bench.folder, 'pages.jsonl');
    const end = await bench.run('crawl', `${bench.seed}gone`, ...QUICK, '-o', path);

    expect([end.code, end.stderr]).toEqual([1, expect.stringContaining(`no page was fetched: ${path} is not written`)]);
    await expect(readFile(path)).rejects.toThrow('ENOENT');
  });
});

describe('--select', () => {
  it('takes values out of pages, while crawling and out of the archive', async () => {
    const end = await bench.crawl('--pages', '3', '--select', 'title=title', '--select', 'links[]=a@href');
    const records = linesOf<{ record: unknown }>(await bench.run('records', 'last'));
    const again = linesOf<{ record: unknown }>(await bench.run('extract', 'last', '--select', 'first=a'));
    const wrong = await bench.crawl('--select', 'h1');

    expect(end.code).toBe(0);
    const links = ['/7', '/8', '/9'].map((path) => new URL(path, bench.seed).href);
    expect(records[2]?.record).toEqual({ title: 'page 2', links });
    expect(again.map(({ record }) => record)).toContainEqual({ first: 'to 7' });
    expect([wrong.code, errorOf(wrong).remedy]).toEqual([2, expect.stringContaining('--select title=h1')]);
  });

  it('with a selector that finds nothing anywhere is refused before a request, with what is wrong', async () => {
    const crawled = await bench.crawl('--select', 'price=..price');
    const extracted = await bench.run('extract', 'last', '--select', 'price=//span', '--json');

    expect([crawled.code, extracted.code]).toEqual([2, 2]);
    expect(crawled.stderr).toContain('selection.fields.price.selector is \\"..price\\": a name is missing after .');
    expect(errorOf(extracted).message).toContain('it is XPath, and Surf takes CSS selectors');
  });
});

describe('what a crawl writes', () => {
  it('has only the columns that --columns names, which are checked before the crawl', async () => {
    const table = join(bench.folder, 'chosen.csv');
    const select = ['--select', 'first=a', '--select', 'nothing=.no-such-class'];
    const end = await bench.run(
      'crawl',
      bench.seed,
      ...QUICK,
      '--pages',
      '3',
      ...select,
      '-o',
      table,
      '--columns',
      'url,first',
    );
    const from = bench.site.log.length;
    const unknown = await bench.crawl(...select, '-o', join(bench.folder, 'b.csv'), '--columns', 'url,frist');
    const archive = await bench.crawl('-o', join(bench.folder, 'b.warc.gz'), '--columns', 'url');
    const needless = await bench.crawl('--columns', 'url');

    expect(end.code).toBe(0);
    const [head, ...rows] = (await readFile(table, 'utf8')).trimEnd().split('\r\n');
    expect([head, rows.length]).toEqual(['url,first', 3]);
    expect([unknown.code, errorOf(unknown).code]).toEqual([2, 'COLUMN_UNKNOWN']);
    expect(errorOf(unknown).remedy).toContain('did you mean first?');
    expect([archive.code, errorOf(archive).remedy]).toEqual([2, 'leave it out, or add -o pages.csv']);
    expect([needless.code, errorOf(needless).remedy]).toEqual([2, 'add -o PATH, or leave it out']);
    expect(bench.site.log).toHaveLength(from);
  });

  it('shows first that a field was found on no page, and how to try another selector', async () => {
    const end = await bench.run(
      'crawl',
      bench.seed,
      ...QUICK,
      '--pages',
      '3',
      '--select',
      'first=a',
      '--select',
      'price=.prize',
    );

    expect(end.stderr).toMatch(
      /^no value was found for price in 3 records: surf extract x\w+ --select price=SELECTOR /m,
    );
    expect(end.stderr).not.toContain('first');
    expect(end.shown).toMatch(/no value was found .* limited \(pages\).* 3 pages/s);
  });
});

describe('--exit-code', () => {
  it('tells a crawl that got nothing, one at a limit and one at its budget from each other', async () => {
    const code = async (...args: string[]): Promise<number | null> =>
      (await bench.run('crawl', ...args, ...QUICK)).code;

    expect(await code(bench.seed, '--exit-code')).toBe(0);
    expect(await code(`${bench.seed}gone`, '--exit-code')).toBe(10);
    expect(await code(bench.seed, '--exit-code', '--pages', '2')).toBe(11);
    expect(await code(bench.seed, '--exit-code', '--budget-usd', '0')).toBe(12);
    expect(await code(bench.seed, '--pages', '2')).toBe(0);
  });
});

describe('--quiet', () => {
  it('says which URLs look like a trap', async () => {
    const { code, stdout, stderr } = await bench.run('crawl', bench.seed, ...QUICK, '-q', '--pages-per-pattern', '1');

    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toMatch(/^\d+ URLs? looks? like a crawler trap: surf tasks \S+ --reason trap/);
  });

  it('leaves the data and what went wrong', async () => {
    const pages = await bench.run('crawl', bench.seed, ...QUICK, '-q', '--pages', '2', '-o', '-', '--format', 'jsonl');
    const nothing = await bench.run('crawl', `${bench.seed}gone`, ...QUICK, '--quiet');
    const file = join(bench.folder, 'quiet.csv');
    const written = await bench.run('crawl', bench.seed, ...QUICK, '-q', '--pages', '2', '-o', file);

    expect([linesOf<Result>(pages).length, pages.stderr]).toEqual([2, '']);
    expect([written.stdout, written.stderr, (await readFile(file, 'utf8')).split('\n').length > 2]).toEqual([
      '',
      '',
      true,
    ]);
    expect([nothing.code, nothing.stdout]).toEqual([1, '']);
    expect(nothing.stderr.trimEnd().split('\n')).toEqual([
      expect.stringContaining('no page was fetched'),
      '  check the address in a browser',
    ]);
  });
});

describe('a flag of another crawler', () => {
  it.each([
    [['--limit', '5'], '--pages'],
    [['--max-depth', '2'], '--depth'],
    [['--output', 'x.csv'], '--out'],
    [['--ignore-robots'], '--robots ignore'],
    [['--include-subdomains'], '--scope domain'],
    [['--cookie', 'a=b'], "--header 'Cookie: {secretRef: NAME}'"],
    [['--rate', '3'], '--requests-per-minute'],
    [['--login', 'me:pw'], "--header 'Cookie: {secretRef: NAME}'"],
  ])('%j: names ours', async (words, flag) => {
    const end = await surfHere(['crawl', 'http://a.example/', ...words, '--json']);

    expect([end.code, errorOf(end).remedy]).toEqual([2, expect.stringContaining(`did you mean ${flag}?`)]);
  });

  it.each([
    ['--dry-run', 'surf estimate URL…'],
    ['--headless', 'no JavaScript'],
    ['-O', '-o FILE --force'],
    ['--method', 'GET and HEAD only'],
  ])('%s, of which Surf has none: says what takes its place', async (flag, instead) => {
    const end = await surfHere(['crawl', 'http://a.example/', flag, '--json']);

    expect([end.code, errorOf(end).remedy]).toEqual([2, expect.stringContaining(instead)]);
  });
});

describe('a command of another crawler', () => {
  it.each([
    ['map', 'surf URL -o urls.csv'],
    ['scrape', 'surf URL --pages 1'],
    ['runspider', 'coming-from-another-crawler.md'],
  ])('%s: names what does the same', async (command, instead) => {
    const end = await surfHere([command, 'http://a.example/', '--json']);

    expect([end.code, errorOf(end).remedy]).toEqual([2, expect.stringContaining(instead)]);
  });
});

describe.skipIf(!existsSync('/dev/full'))('a file that cannot be written when the crawl has ended', () => {
  it('is written by surf export, as the error says: surf resume would refuse it', async () => {
    const end = await bench.run('crawl', bench.seed, ...QUICK, '-o', '/dev/full', '--format', 'csv', '--json');
    const file = join(bench.folder, 'later.csv');
    const { execution } = resultOf(end);
    const later = await bench.run('export', execution, '-o', file);

    expect([end.code, errorOf(end).remedy]).toEqual([1, expect.stringContaining(`surf export ${execution} -o FILE`)]);
    expect(errorOf(end).remedy).not.toContain('resume');
    expect(later.code).toBe(0);
  });
});

describe('surf tasks --state failed', () => {
  it('says how many URLs took too long, which the report counts as failed and which have another state', async () => {
    const page = '<a href="/slow">slow</a><a href="/gone">gone</a>';
    const answer = (status: string, body: string): string =>
      `HTTP/1.1 ${status}\r\nContent-Type: text/html\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
    const server = await startRawServer((socket, request) => {
      const [, path = ''] = /^GET (\S+)/.exec(request) ?? [];
      if (path !== '/slow') socket.end(path === '/' ? answer('200 OK', page) : answer('404 Not Found', ''));
    });

    const end = await bench.run(`http://127.0.0.1:${server.port}/`, ...QUICK, '--timeout-seconds', '1', '--json');
    const failed = await bench.run('tasks', 'last', '--state', 'failed');
    const late = await bench.run('tasks', 'last', '--state', 'timedOut');

    await server.close();
    expect(resultOf(end).counts.failed).toEqual({ 'http-4xx': 1, timeout: 1 });
    expect([linesOf(failed).length, linesOf(late).length]).toEqual([1, 1]);
    expect(failed.stderr).toMatch(/^1 URL that took too long is not among these: surf tasks x\w+ --state timedOut/);
    expect(late.stderr).toBe('');
  });
});
