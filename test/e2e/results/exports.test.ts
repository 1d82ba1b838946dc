import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CrawlTableRow } from '#core/export/tables/crawl-table-row.ts';
import type { PageLine } from '#core/export/tables/page-line.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { errorOf, linesOf, QUICK } from '#test/e2e/process/cli-bench.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import { type ProcessEnd, SurfProcess } from '#test/e2e/process/surf-process.ts';
import {
  HOSTILE_MIRRORED,
  HOSTILE_PAGES,
  HOSTILE_SITE,
  HOSTILE_STORED,
  serveHostile,
} from '#test/export/hostile-site.ts';
import { zipEntries } from '#test/export/zip-entries.ts';
import { type Site, startSite } from '#test/site/site.ts';

/**
 * `surf export` over a crawl of a site whose names, titles and texts are hostile, against what the
 * site is.
 */
describe('exports of a real crawl', () => {
  const folder = temporaryFolder();
  const out = (name: string): string => join(folder, 'out', name);
  let site: Site;
  const run = (...args: string[]): Promise<ProcessEnd> => surfHere([...args, '--data', join(folder, 'data')]);
  const exported = async (format: string, name: string, ...more: string[]): Promise<Record<string, unknown>> => {
    const end = await run('export', 'last', '--format', format, '--out', out(name), '--json', ...more);
    expect(end).toMatchObject({ code: 0, stderr: '' });
    return JSON.parse(end.stdout) as Record<string, unknown>;
  };
  const text = (name: string): Promise<string> => readFile(out(name), 'utf8');
  const url = (path: string): string => `${site.origin(0)}${path}`;
  const bodyOf = (path: string): Buffer => Buffer.from(HOSTILE_SITE[path]?.body ?? '');

  beforeAll(async () => {
    site = await startSite({ handler: serveHostile, robots: (exchange) => exchange.send(404, {}, '') });
    const crawled = await run('crawl', url('/'), ...QUICK, '--json');
    expect(JSON.parse(crawled.stdout)).toMatchObject({
      status: 'succeeded',
      counts: { stored: HOSTILE_STORED.length, duplicate: 1, redirected: 1 },
    });
  });
  afterAll(async () => {
    await site.close();
    removeFolder(folder);
  });

  it('csv: a row per page, RFC 4180, nothing that a spreadsheet would run', async () => {
    const report = await exported('csv', 'pages.csv');
    const rows = parseCsv(await text('pages.csv'));

    expect(report).toMatchObject({ format: 'csv', files: 1, items: HOSTILE_STORED.length });
    const [header = [], ...pages] = rows;
    expect(header.slice(0, 5)).toEqual(['url', 'status', 'title', 'contentType', 'bytes']);
    expect(pages.map(([page]) => page).sort()).toEqual(HOSTILE_STORED.map(url).sort());
    expect(new Set(pages.map((cells) => cells.length))).toEqual(new Set([header.length]));
    const titles = new Map(pages.map(([page = '', , title]) => [page, title]));
    expect(titles.get(url('/a/b'))).toBe("'@SUM(A1)");
    expect(titles.get(url('/A'))).toBe("'+cmd|calc");
    expect(titles.get(url('/nul.txt'))).toBe("'-2+3");
    expect(titles.get(url('/con/'))).toBe('two "quotes", and a comma');
    expect(titles.get(url('/q?x=1'))).toBe('日本 «é» 😀');
    expect(pages.flat().filter((cell) => /^[=+@\t\r]|^-\D/.test(cell))).toEqual([]);
  });

  it('jsonl and parquet have the same pages', async () => {
    const lines = await exported('jsonl', 'pages.jsonl');
    const parquet = await exported('parquet', 'pages.parquet');

    const pages = linesOf<PageLine>({ stdout: await text('pages.jsonl') });
    expect(pages.map((page) => page.url).sort()).toEqual(HOSTILE_STORED.map(url).sort());
    expect(pages.find((page) => page.url === url('/plain.htm'))).toMatchObject({ movedFrom: null });
    expect('record' in (pages[0] ?? {})).toBe(false);
    expect([lines.items, parquet.items]).toEqual([pages.length, pages.length]);
    const file = await readFile(out('pages.parquet'));
    expect([file.toString('latin1', 0, 4), file.toString('latin1', file.length - 4)]).toEqual(['PAR1', 'PAR1']);
  });

  it('mirror: every body, that of an exact copy too, under its host and path, no two in one place, nothing outside (T5, I4)', async () => {
    const report = await exported('mirror', 'mirror');
    const index = linesOf<{ url: string; path: string; bytes: number }>({ stdout: await text('mirror/index.jsonl') });

    expect(report).toMatchObject({ items: HOSTILE_MIRRORED.length, files: HOSTILE_MIRRORED.length + 1 });
    expect(index.map((line) => line.url).sort()).toEqual(HOSTILE_MIRRORED.map(url).sort());
    const host = new URL(site.origin(0)).host.replace(':', '_');
    for (const path of HOSTILE_MIRRORED) {
      const file = index.find((line) => line.url === url(path));
      expect(file?.path.startsWith(`${host}/`)).toBe(true);
      expect(await readFile(out(`mirror/${file?.path}`))).toEqual(bodyOf(path));
    }
    const paths = index.map((line) => line.path);
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
    expect(paths).toContain(`${host}/index.html`);
    expect(paths).toContain(`${host}/a/b`);
    expect(paths.filter((path) => /(^|\/)(nul|con|aux)(\.|\/|$)|[.\s](\/|$)|[?:*"<>|\\]|\.\.\//i.test(path))).toEqual(
      [],
    );
    const there = await readdir(out('mirror'), { recursive: true, withFileTypes: true });
    expect(there.filter((entry) => entry.isFile())).toHaveLength(HOSTILE_MIRRORED.length + 1);
    expect((await readdir(folder)).sort()).toEqual(['data', 'out']);
  });

  it('markdown: a file per page with its head, no markup of the page', async () => {
    const report = await exported('markdown', 'md/');
    const one = await exported('markdown', 'all.md');

    expect(report).toMatchObject({ items: HOSTILE_STORED.length, files: HOSTILE_STORED.length });
    expect(one).toMatchObject({ items: HOSTILE_STORED.length, files: 1 });
    const heads = [...(await text('all.md')).matchAll(/^---\nurl: "(.*)"\ntitle: "(.*)"\nfetchedAt: "(.*)"\n/gm)];
    expect(heads.map(([, page]) => page).sort()).toEqual(HOSTILE_STORED.map(url).sort());
    const host = new URL(site.origin(0)).host.replace(':', '_');
    const hostile = await text(`md/${host}/..%2f..%2fescape.md`);
    expect(hostile).toContain('alert(2)');
    expect(hostile.replaceAll('\\<', '')).not.toMatch(/<(script|img)/);
    expect(await text(`md/${host}/latin.md`)).toMatch(/title: "café"[\s\S]*naïve/);
    expect(await text(`md/${host}/data.json.md`)).toMatch(/```json\n\{"a": \[1, 2\]\}\n```\n$/);
  });

  it('links: read again from the archive where none were kept; by target with all texts (H10)', async () => {
    const requests = site.log.length;
    await exported('links', 'links.jsonl');
    await exported('links', 'targets.jsonl', '--by', 'target');

    const links = linesOf<{ from: string; to: string; text: string; reason: string | null }>({
      stdout: await text('links.jsonl'),
    });
    const targets = linesOf<{ from: string; to: string; text: string }>({ stdout: await text('targets.jsonl') });
    expect(site.log).toHaveLength(requests);
    expect(links).toHaveLength(Object.keys(HOSTILE_SITE).length + 2);
    expect(links).toContainEqual(expect.objectContaining({ to: 'http://elsewhere.test/', reason: 'outside-scope' }));
    expect(links).toContainEqual(expect.objectContaining({ to: url('/nf'), reason: 'nofollow', rel: 'nofollow' }));
    expect(targets.filter(({ to }) => to === url('/a'))).toEqual([
      { to: url('/a'), from: url('/'), text: 'link 0 again' },
    ]);
    expect(targets.map(({ to }) => to)).toEqual(targets.map(({ to }) => to).toSorted());
    expect(targets).toHaveLength(links.length - 1);
  });

  it('crawl-table: every URL that was asked, with the very bytes and the texts of links to it (H7, H8, H10)', async () => {
    await exported('crawl-table', 'crawl.jsonl');
    await exported('crawl-table', 'ports.jsonl', '--explicit-ports');

    const rows = linesOf<CrawlTableRow>({ stdout: await text('crawl.jsonl') });
    expect(rows.map((row) => row.url).sort()).toEqual(Object.keys(HOSTILE_SITE).map(url).sort());
    for (const row of rows) expect(row.key).toBe(createHash('sha1').update(row.url).digest('hex'));
    const byPath = new Map(rows.map((row) => [row.url.slice(site.origin(0).length), row]));
    for (const path of HOSTILE_STORED) {
      expect(byPath.get(path)).toMatchObject({ responseCode: 200, length: bodyOf(path).length, canonicalURL: null });
      expect(Buffer.from(byPath.get(path)?.page ?? '', 'base64')).toEqual(bodyOf(path));
    }
    const nothing = { contentType: null, length: null, page: null };
    expect(byPath.get('/moved')).toMatchObject({ responseCode: 301, ...nothing });
    expect(byPath.get('/gone')).toMatchObject({ responseCode: 404, ...nothing });
    expect(byPath.get('/picture')).toMatchObject({
      responseCode: 200,
      contentType: 'image/png',
      length: 3,
      page: null,
    });
    expect([byPath.get('/copy')?.canonicalURL, byPath.get('/copy')?.page]).toEqual([url('/a'), null]);

    const anchorsOf = (row: object | undefined): Record<string, unknown> =>
      Object.fromEntries(Object.entries(row ?? {}).filter(([name]) => name.startsWith('anchors:')));
    expect(anchorsOf(byPath.get('/a'))).toEqual({ [`anchors:${url('/')}`]: 'link 0 again' });
    expect(anchorsOf(byPath.get('/gone'))).toEqual({ [`anchors:${url('/')}`]: expect.stringMatching(/^link \d+$/) });
    expect(anchorsOf(byPath.get('/'))).toEqual({});
    expect(rows.filter((row) => Object.keys(anchorsOf(row)).length > 0)).toHaveLength(rows.length - 1);
    expect(linesOf({ stdout: await text('ports.jsonl') })).toEqual(rows); // this site has its port anyway
  });

  it('index: a line per page and exact copy, first the MD5 of its URL, then its accepted links (T6)', async () => {
    const report = await exported('index', 'index.txt');
    const lines = (await text('index.txt')).split('\n').filter(Boolean);

    const pages = lines.filter((line) => !line.startsWith('\t'));
    expect([report.items, pages.length]).toEqual([HOSTILE_MIRRORED.length, HOSTILE_MIRRORED.length]);
    const iso = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z`;
    const shape = new RegExp(`^[0-9a-f]{32} \\S+ \\S+ "(?:[^"\\\\]|\\\\.)*" \\S+ (?:html|json) (?:-|${iso}) ${iso}$`);
    expect(pages.filter((line) => !shape.test(line))).toEqual([]);
    const md5 = createHash('md5').update(url('/latin')).digest('hex');
    expect(pages).toContainEqual(
      expect.stringContaining(
        `${md5} ${url('/latin')} ${url('/latin')} "café" windows-1252 html 2026-01-02T03:04:05.000Z 20`,
      ),
    );
    expect(pages.find((line) => line.includes('/plain.htm '))).toContain('"htm" utf-8 html - ');
    expect(pages.find((line) => line.includes('/copy '))).toContain('"=1+1" utf-8 html - ');
    const at = lines.findIndex((line) => line.includes(` ${url('/')} ${url('/')} `));
    expect(lines[at + 1]).toBe(`\t@${url('/a')} "link 0"`);
    expect(lines.filter((line) => line.startsWith('\t'))).toHaveLength(Object.keys(HOSTILE_SITE).length);
    expect(lines.join('\n')).not.toMatch(/elsewhere|\/nf/);
  });

  it('warc and wacz hold every response', async () => {
    const warc = await exported('warc', 'all.warc.gz');
    const wacz = await exported('wacz', 'all.wacz');

    expect(wacz.items).toBe(warc.items);
    expect(Number(wacz.items)).toBeGreaterThanOrEqual(Object.keys(HOSTILE_SITE).length - 1);
    const bytes = await readFile(out('all.wacz'));
    for (const name of ['datapackage.json', 'datapackage-digest.json', 'indexes/index.idx', 'pages/pages.jsonl']) {
      expect(bytes.includes(name)).toBe(true);
    }
    expect(bytes.includes('"wacz_version": "1.1.1"')).toBe(true);
  });

  it('go to stdout, refuse what is there, and replace it by force', async () => {
    const piped = await run('export', 'last', '--format', 'csv', '--out', '-', '--json');
    const there = await run('export', 'last', '--format', 'mirror', '--out', out('mirror'), '--json');
    const forced = await run('export', 'last', '--format', 'mirror', '--out', out('mirror'), '--force', '--json');
    const stdout = await run('export', 'last', '--format', 'mirror', '--out', '-', '--json');
    const onto = await run('export', 'last', '--format', 'mirror', '--out', out('pages.csv'), '--force', '--json');
    const into = await run('export', 'last', '--format', 'wacz', '--out', `${out('x')}/`, '--json');

    expect(piped.stdout).toBe(await text('pages.csv'));
    expect(JSON.parse(piped.stderr)).toMatchObject({ out: '-', items: HOSTILE_STORED.length });
    expect([there.code, errorOf(there).code]).toEqual([5, 'OUTPUT_EXISTS']);
    expect(forced.code).toBe(0);
    expect(linesOf({ stdout: await text('mirror/index.jsonl') })).toHaveLength(HOSTILE_MIRRORED.length);
    for (const end of [stdout, onto, into]) expect([end.code, errorOf(end).code]).toEqual([2, 'COMMAND_USAGE']);
    expect((await readdir(out('.'))).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it.each([
    [['--format', 'parket', '--out', 'x'], 'did you mean parquet'],
    [['--format', 'csv', '--out', 'x', '--by', 'target'], '--format links'],
    [['--format', 'links', '--out', 'x', '--by', 'host'], '--by target'],
    [['--format', 'jsonl', '--out', 'x', '--explicit-ports'], '--format crawl-table'],
    [['--format', 'mirror'], '--out FOLDER'],
  ])('say what was meant: %j', async (args, remedy) => {
    const end = await run('export', 'last', ...args, '--json');

    expect(end.code).toBe(2);
    expect(errorOf(end).remedy).toContain(remedy);
  });

  it('appear whole or not at all, whenever they are killed, and start again', async () => {
    const target = out('killed.wacz');
    const entriesOf = async (path: string): Promise<readonly (readonly [string, number])[]> =>
      [...zipEntries(await readFile(path))].map(([name, bytes]) => [name, bytes.length] as const);
    const whole = await entriesOf(out('all.wacz'));
    for (const waitMs of [120, 250, 400]) {
      const process = new SurfProcess([
        ...['export', 'last', '--format', 'wacz', '--out', target],
        ...['--data', join(folder, 'data')],
      ]);
      await process.lives(waitMs);
      await process.kill();
      const there = await stat(target).catch(() => null);
      if (there !== null) expect(await entriesOf(target)).toEqual(whole); // it was in time
      removeFolder(target);
    }

    expect(await exported('wacz', 'killed.wacz')).toMatchObject({ files: 1 });
    expect(await entriesOf(target)).toEqual(whole);
  });

  it('of an execution that runs are what is committed, whole', async () => {
    const data = join(folder, 'running');
    const process = new SurfProcess(['crawl', url('/'), ...QUICK, '--delay', '0.4', '--data', data]);
    const from = site.log.length;
    while (site.log.length < from + 3) await new Promise((resolve) => setTimeout(resolve, 20));
    const more = ['--data', data, '--json'];
    const ends: ProcessEnd[] = [];
    for (const [format, name] of [
      ['csv', 'r.csv'],
      ['wacz', 'r.wacz'],
      ['mirror', 'r'],
    ] as const) {
      ends.push(await surfHere(['export', 'last', '--format', format, '--out', out(name), ...more]));
    }
    await process.kill();

    for (const end of ends) expect([end.code, end.stderr]).toEqual([0, '']);
    const rows = parseCsv(await text('r.csv'));
    expect(rows.length).toBeGreaterThanOrEqual(1);
    expect(rows.length).toBeLessThan(HOSTILE_STORED.length);
  });

  it('has a page for every answer that is one', () => {
    expect(Object.keys(HOSTILE_PAGES)).toHaveLength(HOSTILE_STORED.length - 1);
  });
});

/** RFC 4180, for texts that fit into memory. */
function parseCsv(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = '', end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end !== '\r\n') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
