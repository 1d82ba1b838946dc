import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import { type Embedded, openEmbedded } from '#compose/compose-local.ts';
import { readRecords } from '#core/archive/warc/warc-reader.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { BodyPorts } from '#engine/archive-reader/export-ports.ts';
import { exportCrawlTable } from '#engine/export/supply/crawl-table-rows.ts';
import { indexExport } from '#engine/export/supply/index-entries.ts';
import { exportLinks, linksWithText } from '#engine/export/supply/link-lines.ts';
import { exportPages } from '#engine/export/supply/page-lines.ts';
import { referredRecords } from '#engine/export/supply/referred-records.ts';
import { exportWarc } from '#engine/export/supply/warc-parts.ts';
import { startExecution } from '#engine/start/start-execution.ts';
import { quickWorkflow, removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import type { Exchange } from '#test/site/exchange.ts';
import { type Site, startSite } from '#test/site/site.ts';

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const PAGES = 12;

/**
 * Page n links to the next two; pages with an even number know their validators, page 3 is another
 * each time.
 */
function answer(visits: { count: number }): (exchange: Exchange) => void {
  return (exchange) => {
    const n = exchange.path === '/' ? 0 : Number(exchange.path.slice(1));
    if (!(n < PAGES)) return exchange.send(404, HTML, 'none');
    const etag = n % 2 === 0 ? { etag: `"v${n}"` } : undefined;
    if (etag !== undefined && exchange.headers['if-none-match'] === etag.etag) return exchange.send(304, etag);
    const links = [2 * n + 1, 2 * n + 2].map((m) => `<a href="/${m}">to <b>${m}</b></a>`).join('');
    const changing = n === 3 ? ` visit ${visits.count++}` : '';
    return exchange.send(200, { ...HTML, ...etag }, `<title>page ${n}</title><h1>h${n}${changing}</h1>${links}`);
  };
}

/** Address, time, type and digest of an index line. */
function keyOf(line: string): string {
  const { url, mime, status, digest } = JSON.parse(line.slice(line.indexOf('{'))) as Record<string, string>;
  return [line.split(' ', 2).join(' '), url, mime, status, digest].join(' ');
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

describe('exports of a crawl with a base', () => {
  const data = temporaryFolder();
  let site: Site;
  let surf: Embedded;
  let first: ExecutionId;
  let second: ExecutionId;
  let ports: BodyPorts;

  beforeAll(async () => {
    site = await startSite({ handler: answer({ count: 0 }), robots: (exchange) => exchange.send(404, {}, '') });
    surf = openEmbedded({ data });
    ports = { catalog: surf.catalog, archive: surf.archive, tasks: surf.tasks, decodeBody };
    const selection = { fields: { heading: 'h1', links: { selector: 'a', all: true } } };
    const workflow = quickWorkflow({ seeds: [`${site.origin(0)}/`], output: { links: 'full' }, selection });
    const settings = { allowPrivateNetwork: true, connectTo: [] };
    first = (await startExecution(surf, { workflow, settings })).id;
    await surf.drive(first);
    second = (await startExecution(surf, { workflow, settings, base: first })).id;
    await surf.drive(second);
  });
  afterAll(async () => {
    await surf.close();
    await site.close();
    removeFolder(data);
  });

  it('have the pages that have not changed, too, each with what the base archived of it', async () => {
    const { counts } = await surf.catalog.execution(second);
    const before = await all(exportPages(ports, first));
    const pages = await all(exportPages(ports, second));

    expect([counts.stored, counts.notModified]).toEqual([PAGES / 2, PAGES / 2]);
    expect(pages.map(({ url }) => url).sort()).toEqual(before.map(({ url }) => url).sort());
    for (const page of pages) {
      const then = before.find(({ url }) => url === page.url);
      const isNew = page.url.endsWith('/3');
      expect(page.digest === then?.digest).toBe(!isNew);
      expect([page.title, page.bytes, page.contentType]).toEqual([then?.title, then?.bytes, then?.contentType]);
    }
    const unchanged = pages.filter(({ status }) => status === 304);
    expect(unchanged).toHaveLength(PAGES / 2);
    expect(unchanged.map(({ warc }) => warc)).toEqual(
      unchanged.map(({ url }) => before.find((page) => page.url === url)?.warc),
    );
  });

  it('have the record of every page, in the order of the policy', async () => {
    for (const id of [first, second]) {
      const pages = await all(exportPages(ports, id));
      const headings = pages.map(({ url, record }) => [url.slice(site.origin(0).length + 1), record?.heading]);

      for (const [n, heading] of headings) expect(heading).toMatch(new RegExp(`^h${n === '' ? 0 : n}(?: visit \\d)?$`));
      expect(pages.map(({ record }) => Object.keys(record ?? {}))).toEqual(pages.map(() => ['heading', 'links']));
      expect(pages.map(({ recordErrors }) => recordErrors)).toEqual(pages.map(() => []));
    }
  });

  it('read the bodies of such pages where they lie', async () => {
    const rows = await all(exportCrawlTable(ports, second));
    const index = await all(indexExport(ports, second));

    const pages = rows.filter(({ page }) => page !== null);
    expect(pages).toHaveLength(PAGES);
    for (const { url, page, length } of pages) {
      const body = Buffer.from(page ?? '', 'base64');
      expect(body.toString()).toContain(`<title>page ${Number(url.slice(site.origin(0).length + 1))}<`);
      expect(length).toBe(body.length);
    }
    expect(index).toHaveLength(PAGES);
  });

  it('hold the revisit records in the WARC', async () => {
    const lines = (await all(exportWarc(ports, second))).flatMap(({ cdxj }) => cdxj);

    expect(lines.filter((line) => line.includes('"mime":"warc/revisit"'))).toHaveLength(PAGES / 2);
  });

  it('have in a package the responses that these refer to, as they were archived', async () => {
    const parts = await all(referredRecords(ports, second));

    expect(parts.map(({ name }) => name)).toEqual(['base-000000.warc.gz']);
    const [part] = parts;
    const records = [...readRecords(part?.bytes ?? new Uint8Array())];
    const places = (part?.cdxj ?? []).map(
      (line) => JSON.parse(line.slice(line.indexOf('{'))) as Record<string, string>,
    );
    expect(records.map(({ headers }) => headers.get('warc-type'))).toEqual(Array(PAGES / 2).fill('response'));
    expect(places.map(({ offset, length, url }) => [Number(offset), Number(length), url])).toEqual(
      records.map(({ offset, length, headers }) => [offset, length, headers.get('warc-target-uri')]),
    );
    const before = (await all(exportWarc(ports, first))).flatMap(({ cdxj }) => cdxj.map(keyOf));
    expect((part?.cdxj ?? []).map(keyOf).filter((key) => !before.includes(key))).toEqual([]);
    expect(await all(referredRecords(ports, first))).toEqual([]);
  });

  it('have the links that the crawl kept, and the same ones when they are read again', async () => {
    const catalog: BodyPorts['catalog'] = {
      execution: (id) => surf.catalog.execution(id),
      workflow: async (id, version) => {
        const row = await surf.catalog.workflow(id, version);
        return { ...row, definition: { ...row.definition, output: { ...row.definition.output, links: 'none' } } };
      },
    };
    for (const id of [first, second]) {
      const kept = (await all(linksWithText(ports, id))).flat().map((line) => JSON.stringify(line));
      const parts = await all(exportLinks({ ...ports, catalog }, id));
      const again = Buffer.concat(parts).toString().split('\n').filter(Boolean);

      expect(kept).toHaveLength(PAGES * 2);
      expect(again.sort()).toEqual(kept.sort());
    }
  });
});
