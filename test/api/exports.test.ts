import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FolderScratch, openScratchFolder } from '#adapters/scratch/folder-scratch.ts';
import { withExport, writeEntries } from '#cli/export/write-export.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { EXPORT_FORMATS, type ExportFormat, FORMAT_NAMES, type FormatName } from '#engine/export/formats.ts';
import type { ExportJob } from '#engine/export/job/export-job.ts';
import { archiveSupply } from '#engine/export/supply/archive-supply.ts';
import { exportFile } from '#engine/export-file/export-file.ts';
import { type Answer, type ApiBench, openApiBench } from '#test/api/api-bench.ts';
import { zipEntries } from '#test/export/zip-entries.ts';
import type { Handler } from '#test/site/exchange.ts';
import { type Site, startSite } from '#test/site/site.ts';

const PAGES = 30;
/** WACZ and ZIP files have times in them. */
const DATED: ReadonlySet<string> = new Set(['wacz', 'mirror']);
const WITH_FOLDER = ['warc', 'markdown', 'mirror'] as const;

const blog: Handler = (exchange) => {
  const links = Array.from({ length: PAGES }, (_, n) => `<a href="/post/${n}">Post ${n}</a>`).join(' ');
  const words = 'Surf keeps what it fetched. '.repeat(30);
  exchange.html(`<title>${exchange.url.pathname}</title><main><h1>Blog</h1><p>${words}</p></main>${links}`);
};

let site: Site;
let api: ApiBench;
let id: ExecutionId;
const folder = mkdtempSync(join(tmpdir(), 'surf-exports-'));
beforeAll(async () => {
  site = await startSite({ handler: blog });
  api = openApiBench();
  id = (await api.crawl({ seeds: [`${site.origin(0)}/`], output: { links: 'full' } }, 'anna')) as ExecutionId;
});
afterAll(async () => {
  await api.close();
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Line {
  readonly tokens: number;
}

const chunksIn = (text: string): Line[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const get = (path: string, as: 'anna' | 'bert' = 'anna'): Promise<Answer> =>
  api.send('GET', `/v1/executions/${id}/exports${path}`, { as });

/** Runs an export as the command does. */
const locally = <T>(work: (job: ExportJob) => Promise<T>): Promise<T> =>
  withExport({ supply: async () => archiveSupply(api.ports), beside: null }, { id }, work);

describe('exports through the API', () => {
  it('are listed, all ten, each with a sentence and the place of its file', async () => {
    const { status, body } = await get('');

    expect(status).toBe(200);
    const items = body.items as { format: FormatName; about: string; url: string; zipUrl: string | null }[];
    expect(items.map(({ format }) => format)).toEqual(FORMAT_NAMES);
    expect(items.map(({ about }) => about)).toEqual(FORMAT_NAMES.map((name) => EXPORT_FORMATS[name].about));
    expect(items.filter(({ zipUrl }) => zipUrl !== null).map(({ format }) => format)).toEqual(['warc', 'markdown']);
  });

  it.each(FORMAT_NAMES.filter((name) => !DATED.has(name)))('%s is the file that the command makes', async (name) => {
    const { file }: ExportFormat = EXPORT_FORMATS[name];
    const parts = await locally(async (job) => {
      const made: Buffer[] = [];
      for await (const part of file?.(job) ?? []) made.push(Buffer.from(part));
      return made;
    });

    const { status, bytes, headers } = await get(`/${name}`);

    expect([status, bytes.length]).toEqual([200, Buffer.concat(parts).length]);
    expect(bytes.equals(Buffer.concat(parts))).toBe(true);
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="${id}-${name}${(EXPORT_FORMATS[name] as ExportFormat).suffix}"`,
    );
  });

  it.each(WITH_FOLDER)('%s as a ZIP has the files that the command writes', async (name) => {
    const into = mkdtempSync(join(folder, `${name}-`));
    await locally((job) => writeEntries(into, EXPORT_FORMATS[name].folder(job)));
    const written = (readdirSync(into, { recursive: true }) as string[]).filter((path) =>
      statSync(join(into, path)).isFile(),
    );

    const { status, bytes, headers } = await get(`/${name}?as=zip`);

    const entries = zipEntries(bytes);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect([...entries.keys()].sort()).toEqual(written.sort());
    for (const [path, content] of entries) expect(content.equals(readFileSync(join(into, path))), path).toBe(true);
  });

  it('wacz is a package with all responses', async () => {
    const { bytes } = await get('/wacz');

    const entries = zipEntries(bytes);
    expect([...entries.keys()].filter((path) => !path.startsWith('archive/'))).toEqual([
      'indexes/index.cdx.gz',
      'indexes/index.idx',
      'pages/pages.jsonl',
      'datapackage.json',
      'datapackage-digest.json',
    ]);
    expect(entries.get('pages/pages.jsonl')?.toString().trim().split('\n')).toHaveLength(1 + 1 + PAGES);
  });

  it('take the options of their format, and refuse those of another', async () => {
    const byTarget = await get('/links?by=target');
    const wrong = [await get('/csv?by=target'), await get('/links?explicitPorts=true'), await get('/csv?as=zip')];
    const fitted = (await get('/markdown?mode=fit&tokens=20')).text;
    const full = (await get('/markdown?mode=full')).text;
    const near = await get('/near-duplicates?threshold=0.7');
    const low = [
      await get('/near-duplicates?threshold=0.5'),
      await get('/csv?threshold=0.9'),
      await get('/csv?tokens=100'),
    ];

    expect(byTarget.text.split('\n')[0]).toMatch(/^\{"to":/);
    expect(wrong.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([400, 'REQUEST_INVALID']));
    expect(near.text.split('\n')[0]).toMatch(/^\{"group":1,"url":.*"of":null/);
    expect(low.map(({ status }) => status)).toEqual([400, 400, 400]);
    for (const text of fitted.split(/^---\n(?:[a-z][a-zA-Z]+: .*\n)+---$/m))
      expect(text.trim().length).toBeLessThanOrEqual(80);
    expect(fitted.match(/^url: /gm)).toHaveLength(1 + PAGES);
    expect(full.match(/^text: "full"$/gm)?.length).toBeGreaterThan(PAGES / 2);
    expect((await get('/docx')).status).toBe(400);
  });

  it('have chunks of as many tokens as one says', async () => {
    const usual = chunksIn((await get('/chunks')).text);
    const small = chunksIn((await get('/chunks?chunkTokens=20')).text);
    const wrong = [await get('/chunks?chunkTokens=19'), await get('/llms?chunkTokens=800')];

    expect(usual.some(({ tokens }) => tokens > 20)).toBe(true);
    expect(small.length).toBeGreaterThan(usual.length);
    expect(small.filter(({ tokens }) => tokens > 20)).toEqual([]);
    expect(wrong.map(({ status, body }) => [status, body.code])).toEqual(Array(2).fill([400, 'REQUEST_INVALID']));
  });

  it('have the chosen columns, with the text of the pages and what links say of them', async () => {
    const csv = await get('/csv?columns=url,wordCount,markdown');
    const lines = await get('/jsonl?columns=text,level,inLinks,depth,pageRank');
    const wrong = [await get('/csv?columns=url,markdwon'), await get('/warc?columns=url')];

    const [head, first = ''] = csv.text.split('\r\n');
    expect(head).toBe('url,wordCount,markdown');
    expect(first).toMatch(/^http:[^,]+,\d+,/);
    const objects = lines.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, number | string>);
    expect(objects).toHaveLength(1 + PAGES);
    expect(objects.every((line) => Object.keys(line).join() === 'text,level,inLinks,depth,pageRank' && line.text)).toBe(
      true,
    );
    expect(objects.filter(({ depth }) => depth === 0)).toHaveLength(1);
    expect(objects.reduce((sum, { pageRank }) => sum + Number(pageRank), 0)).toBeCloseTo(1, 4);
    expect(wrong.map(({ status, body }) => [status, body.code])).toEqual([
      [400, 'COLUMN_UNKNOWN'],
      [400, 'REQUEST_INVALID'],
    ]);
  });

  it('are not for another user', async () => {
    const answers = [await get('', 'bert'), await get('/csv', 'bert')];

    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(2).fill([404, 'EXECUTION_NOT_FOUND']));
  });

  it('end, and leave no temporary file, when their reader leaves', async () => {
    const own = mkdtempSync(join(folder, 'left-'));
    let opened = 0;
    const openScratch = async () => {
      const { folder: made, close } = await openScratchFolder(own);
      opened += 1;
      return { scratch: new FolderScratch(made), close };
    };
    const { exports } = api.ports;
    if (exports === null) throw new Error('no exports');
    const tools = { ...exports, openScratch };
    const other = openApiBench({ ...api.ports, file: async (of) => ({ parts: exportFile(api.ports, tools, of) }) });

    for (const path of ['mirror', 'warc?as=zip', 'wacz', 'links?by=target']) {
      const answer = await other.stream(`/v1/executions/${id}/exports/${path}`, 'anna');
      const reader = answer.body?.getReader();
      await reader?.read();
      await reader?.cancel();
    }
    await other.close();

    expect([opened, readdirSync(own)]).toEqual([4, []]);
  });
});
