import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageLine } from '#core/export/tables/page-line.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { errorOf, linesOf, QUICK, resultOf } from '#test/e2e/process/cli-bench.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import { type ProcessEnd, SurfProcess } from '#test/e2e/process/surf-process.ts';
import { type Site, startSite } from '#test/site/site.ts';

const LAMP = `<html lang="en-GB"><head><title>Lamp</title><meta name="description" content="A lamp  of oil">
  <link rel="canonical" href="/lamp"><meta property="article:published_time" content="2026-01-02"></head>
  <body><h1>The lamp</h1><time itemprop="dateModified" datetime="2026-02-03"></time></body></html>`;
const PAGES: Readonly<Record<string, readonly [type: string, body: string]>> = {
  '/': ['text/html', '<title>start</title><a href="/a">a</a><a href="/b">b</a><a href="/c.txt">c</a>'],
  '/a': ['text/html', LAMP],
  '/b': ['text/html; charset=windows-1252', '<meta name=description content="Gr\xfcn"><p>Words<h1></h1>'],
  '/c.txt': ['text/plain', '<h1>No page</h1>'],
};
const COLUMNS = 'url,description,language,canonical,published,modified,h1';
type Columns = Pick<PageLine, 'url'> & Record<string, unknown>;
const LAMP_FACTS = {
  description: 'A lamp of oil',
  language: 'en-GB',
  published: '2026-01-02',
  modified: '2026-02-03',
  h1: 'The lamp',
};

describe.each(['embedded', 'served'] as const)('what a page says of itself, %s', (mode) => {
  const folder = temporaryFolder();
  const data = join(folder, 'data');
  let site: Site;
  let server: SurfProcess | null = null;
  let place: readonly string[] = ['--data', data];
  const surf = (...args: string[]): Promise<ProcessEnd> => surfHere([...args, ...place], { XDG_CONFIG_HOME: folder });
  const crawled = async (...more: string[]): Promise<string> =>
    resultOf(await surf('crawl', `${site.origin(0)}/`, ...QUICK, ...more, '--json')).execution;
  const exported = async (id: string, format: string, ...more: string[]): Promise<string> => {
    const { stdout, stderr, code } = await surf('export', id, '--format', format, '-o', '-', ...more);
    expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
    return stdout;
  };
  const columnsOf = async (id: string): Promise<Columns[]> => {
    const lines = linesOf<Columns>({ stdout: await exported(id, 'jsonl', '--columns', COLUMNS) });
    return lines.map((line) => ({ ...line, url: new URL(line.url).pathname }));
  };
  beforeAll(async () => {
    site = await startSite({
      robots: (exchange) => exchange.send(404, {}, ''),
      handler: async (exchange) => {
        const [type, body] = PAGES[exchange.url.pathname] ?? ['', ''];
        return exchange.send(type === '' ? 404 : 200, { 'Content-Type': type }, Buffer.from(body, 'latin1'));
      },
    });
    if (mode === 'served') {
      server = new SurfProcess(['serve', '--port', '0', '--json', '--data', data]);
      place = ['--api', new URL((JSON.parse(await server.prints()) as { address: string }).address).origin];
    }
  });
  afterAll(async () => {
    server?.signal('SIGTERM');
    await server?.ended;
    await site.close();
    removeFolder(folder);
  });

  it('is kept with the page, so that columns and llms.txt need no body', async () => {
    const kept = await crawled('--warc', 'false');
    const archived = await crawled('--facts', 'false');

    const columns = await columnsOf(kept);
    expect(columns).toEqual(await columnsOf(archived));
    expect(columns.find(({ url }) => url === '/a')).toEqual({
      ...LAMP_FACTS,
      url: '/a',
      canonical: `${site.origin(0)}/lamp`,
    });
    expect(columns.find(({ url }) => url === '/b')).toMatchObject({ description: 'Grün', h1: null });
    const list = await exported(kept, 'llms');
    expect(list).toContain('A lamp of oil');
    expect(await exported(archived, 'llms')).toContain(list.trim().split('\n').at(-1));
  });

  it('is in the lines of pages, but not of those that are not HTML', async () => {
    const id = await crawled();

    const pages = linesOf<PageLine>({ stdout: await exported(id, 'jsonl') });
    const facts = new Map(pages.map((page) => [new URL(page.url).pathname, page.facts]));
    expect(facts.get('/a')).toEqual({ ...LAMP_FACTS, canonical: `${site.origin(0)}/lamp` });
    expect([facts.get('/'), facts.get('/b'), facts.get('/c.txt')]).toEqual([{}, { description: 'Grün' }, undefined]);
    expect(await exported(id, 'markdown')).not.toContain('h1:');
  });

  it('is in columns although the bodies are gone', async () => {
    const id = await crawled('--accept-types', 'text/html');
    const columns = await columnsOf(id);

    const chunks = join(data, 'objects', 'executions', id, 'chunks');
    const bodies = readdirSync(chunks, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.warc.gz'),
    );
    for (const name of bodies) rmSync(join(chunks, name));

    expect(bodies.length).toBeGreaterThan(0);
    expect(columns).toHaveLength(3);
    expect(await columnsOf(id)).toEqual(columns);
  });

  it('is nowhere if the workflow keeps neither facts nor bodies', async () => {
    const id = await crawled('--facts', 'false', '--warc', 'false');

    const refused = await surf('export', id, '--format', 'csv', '-o', '-', '--columns', 'url,h1', '--json');
    expect(errorOf(refused).code).toBe('OUTPUT_NOT_KEPT');
    expect(await exported(id, 'jsonl')).not.toContain('"facts"');
  });
});
