import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiArchive } from '#adapters/api/api-archive.ts';
import { ApiServer } from '#adapters/api/api-server.ts';
import { CachedArchive } from '#adapters/api/cached-archive.ts';
import { FileArchive } from '#adapters/embedded/files/file-archive.ts';
import { systemRandomId } from '#adapters/embedded/system-clock.ts';
import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import { createApp } from '#api/app.ts';
import { checkOrigin } from '#api/middleware/origin-check.ts';
import { ApiExports } from '#cli/backend/api-exports.ts';
import { type LocalServer, serveLocally } from '#cli/serve/local-server.ts';
import type { Archive } from '#core/archive/archive.ts';
import type { TaskRow } from '#core/execution/task-index.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { archiveSupply } from '#engine/export/supply/archive-supply.ts';
import { exportCrawlTable } from '#engine/export/supply/crawl-table-rows.ts';
import type { ExportSupply } from '#engine/export/supply/export-supply.ts';
import { type ApiBench, openApiBench } from '#test/api/api-bench.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import type { Exchange } from '#test/site/exchange.ts';
import { type Site, startSite } from '#test/site/site.ts';

const PAGES = 30;
/** A deployment answers 4 MB at most. */
const MOST_ANSWER_BYTES = 6_000;
const LONG = 'x'.repeat(2 * MOST_ANSWER_BYTES);

/** `/` links to all others, one of which has a long heading. */
function answer(exchange: Exchange): void {
  const n = Number(exchange.url.pathname.slice(1));
  const links = Array.from({ length: n === 0 ? PAGES : 1 }, (_, i) => `<a href="/${n + i + 1}">to</a>`);
  if (!(n < PAGES)) exchange.send(404, {}, '');
  else exchange.html(`<title>page ${n}</title><h1>${n === 7 ? LONG : n}</h1>${links.join('')}`);
}

/** As S3 gives objects to who has their address. */
async function objectOf(archive: Archive, request: Request): Promise<Response> {
  const key = new URL(request.url).pathname.slice(1);
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.get('range') ?? '')?.map(Number) ?? [];
  if (from === undefined || to === undefined) return new Response(new Uint8Array(await archive.get(key)));
  const bytes = await archive.range(key, from, to - from + 1);
  return bytes.length === 0 ? new Response('', { status: 416 }) : new Response(new Uint8Array(bytes), { status: 206 });
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** Keys of the WARC files that tasks point to, sorted. */
const objectsOf = (tasks: readonly TaskRow[]): string[] =>
  [...new Set(tasks.flatMap(({ archived }) => archived?.object ?? []))].sort();

async function recordsOf(archive: Archive, tasks: readonly TaskRow[]): Promise<Buffer[]> {
  const records: Buffer[] = [];
  for (const { archived } of tasks) {
    if (archived !== null)
      records.push(Buffer.from(await archive.range(archived.object, archived.offset, archived.length)));
  }
  return records;
}

/** The app with what a deployment has: small answers, and objects that lie elsewhere. */
describe('exports of a server that answers little at once', () => {
  const scratch = temporaryFolder();
  let [site, api, files, app]: [Site?, ApiBench?, LocalServer?, LocalServer?] = [];
  /** Requests to the API, and to where the objects lie. */
  const asked: string[] = [];
  const fetched: { path: string; key: string | null }[] = [];
  let server: ApiServer;
  let here: ExportSupply;

  beforeAll(async () => {
    site = await startSite({ handler: answer });
    const link = async (object: string) => ({ url: `${files?.address}${object}`, expiresAt: Date.now() + 60_000 });
    api = openApiBench({ downloads: { mostAnswerBytes: MOST_ANSWER_BYTES, link } });
    const { catalog, archive, tasks, clock } = api.ports;
    const { fetch } = createApp(api.ports, { identify: checkOrigin, version: 'test' });
    const on = { port: 0, address: '127.0.0.1' };
    files = await serveLocally((request) => {
      fetched.push({ path: new URL(request.url).pathname, key: request.headers.get('x-api-key') });
      return objectOf(archive, request);
    }, on);
    app = await serveLocally((request) => {
      asked.push(new URL(request.url).pathname);
      return fetch(request);
    }, on);
    server = new ApiServer({ address: app.address.replace(/\/$/, ''), key: 'surf_k' });
    here = archiveSupply({ catalog, archive, tasks, clock, decodeBody });
  });
  afterAll(async () => {
    for (const opened of [app, files, api, site]) await opened?.close();
    removeFolder(scratch);
  });

  const folderOf = (): string => mkdtempSync(join(scratch, 'export-'));
  const crawl = async (selection: object | null): Promise<{ id: ExecutionId }> => {
    const workflow = { seeds: [`${site?.origin(0)}/`], output: { links: 'full' }, selection };
    const id = (await api?.crawl(workflow)) as ExecutionId;
    return { id };
  };

  it('ask for fewer items where so many are too large: none is left out', async () => {
    const of = await crawl(null);
    const there = new ApiExports(server, folderOf());
    const pages = await all(there.pages(of));

    expect(pages).toHaveLength(PAGES);
    expect(pages).toEqual(await all(here.pages(of)));
    expect(await all(there.linksWithText(of.id))).toEqual(
      (await all(here.linksWithText(of.id))).flat().map((link) => [link]),
    );
    expect(asked.some((path) => path.endsWith('/archive'))).toBe(false);
  });

  it('read the archive itself where one record is too large', async () => {
    const of = await crawl({ fields: { heading: 'h1' } });
    const there = new ApiExports(server, folderOf());
    const pages = await all(there.pages(of));
    await there.close();

    expect(pages.filter(({ record }) => (record as { heading: string }).heading === LONG)).toHaveLength(1);
    expect(pages).toEqual(await all(here.pages(of)));
  });

  it('read rows and bodies as the data folder has them, each WARC file once', async () => {
    const of = await crawl(null);
    const there = new ApiExports(server, folderOf());
    const source = await there.kept(of.id);
    const rows = await all(exportCrawlTable(source, of.id));
    const tasks = (await source.tasks.list(of.id, 100)).rows;
    fetched.length = 0;
    const records = await recordsOf(source.archive, tasks);
    await there.close();

    expect(rows).toEqual(await all(exportCrawlTable(await here.kept(of.id), of.id)));
    expect(tasks).toEqual((await api?.ports.tasks.list(of.id, 100))?.rows);
    expect(records.length).toBeGreaterThan(PAGES);
    expect(records).toEqual(await recordsOf((await here.kept(of.id)).archive, tasks));
    expect(fetched.map(({ path }) => path.slice(1)).sort()).toEqual(objectsOf(tasks));
  });

  it('read the rest of a large archive record by record, and ask once where an object is', async () => {
    const { id } = await crawl(null);
    const folder = folderOf();
    const tasks = (await api?.ports.tasks.list(id, 100))?.rows ?? [];
    asked.length = 0;
    fetched.length = 0;
    const cache = new FileArchive(folder, systemRandomId);
    const cached = new CachedArchive({ remote: new ApiArchive(server), cache, maxBytes: 1 });
    const records = await recordsOf(cached, tasks);

    expect(records).toEqual(await recordsOf((await here.kept(id)).archive, tasks));
    expect(objectsOf(tasks).length).toBeGreaterThan(1);
    expect(asked).toHaveLength(objectsOf(tasks).length);
    const [first] = objectsOf(tasks.slice(0, 1));
    const others = tasks.filter(({ archived }) => archived !== null && archived.object !== first);
    expect(fetched).toHaveLength(1 + others.length);
    expect(fetched.filter(({ key }) => key !== null)).toEqual([]);
  });

  it('take what is behind the end of an object for nothing, and change none', async () => {
    const { id } = await crawl(null);
    const { manifest } = (await api?.ports.catalog.execution(id)) ?? {};
    const archive = new ApiArchive(server);
    const whole = await archive.get(String(manifest));

    expect(Buffer.from(whole)).toEqual(Buffer.from((await api?.ports.archive.get(String(manifest))) ?? ''));
    expect(await archive.range(String(manifest), whole.length, 10)).toHaveLength(0);
    expect(await archive.range(String(manifest), whole.length - 2, 10)).toHaveLength(2);
    expect(await archive.range(String(manifest), 3, 0)).toHaveLength(0);
    await expect(archive.get(`executions/${id}/waves/none`)).rejects.toMatchObject({ code: 'OBJECT_NOT_FOUND' });
    for (const refused of [() => archive.put(), () => archive.delete(), () => all(archive.list())]) {
      await expect(refused()).rejects.toMatchObject({ code: 'COMMAND_USAGE' });
    }
  });
});
