import { describe, expect, it } from 'vitest';
import { CHUNK_SUFFIX } from '#core/archive/object-keys.ts';
import { readRecords, responseOf } from '#core/archive/warc/warc-reader.ts';
import { sha256Hex } from '#core/bytes/digest.ts';
import type { PageLine } from '#core/export/tables/page-line.ts';
import { exportLinks } from '#engine/export/supply/link-lines.ts';
import { exportPages } from '#engine/export/supply/page-lines.ts';
import { exportWarc, type WarcPart } from '#engine/export/supply/warc-parts.ts';
import { listTasks } from '#engine/list-tasks/list-tasks.ts';
import { History } from '#test/verify/history.ts';
import type { ScriptedPage } from '#test/verify/scripted-worker.ts';

const ORIGIN = 'https://site.example';

/** A chain of 30 pages that link to what comes next, with copies, redirects and failures. */
function page(url: string): ScriptedPage | undefined {
  const n = Number(/\/(\d+)$/.exec(url)?.[1] ?? Number.NaN);
  if (Number.isNaN(n) || n > 30) return undefined;
  if (n % 10 === 9) return { redirect: `${ORIGIN}/${n + 2}` };
  const body = n % 7 === 6 ? 'copied' : `page ${n}`;
  return { body, links: [`${ORIGIN}/${2 * n + 1}`, `${ORIGIN}/${2 * n + 2}`] };
}

async function crawled(workflow: Record<string, unknown> = {}): Promise<History> {
  const made = new History(page);
  await made.crawl({ seeds: [`${ORIGIN}/0`], ...workflow });
  return made;
}

const pagesOf = (crawl: History): Promise<PageLine[]> => all(exportPages(crawl, crawl.id));
const partsOf = (crawl: History): Promise<WarcPart[]> => all(exportWarc(crawl, crawl.id));

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

describe('exported pages', () => {
  it('are the stored tasks, each once, with digest, discoverer and place in the archive', async () => {
    const crawl = await crawled();
    const stored = (await all(listTasks(crawl, crawl.id))).filter(({ outcome }) => outcome === 'stored');

    const pages = await pagesOf(crawl);

    expect(pages).toHaveLength((await crawl.row()).counts.stored);
    expect(pages.map(({ url }) => url).sort()).toEqual(stored.map(({ url }) => url).sort());
    expect((await crawl.row()).counts.duplicate).toBeGreaterThan(1);
    const third = pages.find(({ url }) => url.endsWith('/3'));
    expect(third).toMatchObject({
      level: 2,
      via: `${ORIGIN}/1`,
      digest: sha256Hex('page 3'),
      status: 200,
      noindex: false,
    });
    const warc = (await partsOf(crawl)).find(({ name }) => name === third?.warc?.file);
    const { offset = 0, length = 0 } = third?.warc ?? {};
    const [record] = readRecords(warc?.bytes.subarray(offset, offset + length) ?? new Uint8Array());
    expect(record?.headers.get('warc-target-uri')).toBe(`${ORIGIN}/3`);
  });

  it('name the address that a page has moved from (I1)', async () => {
    const web: Record<string, ScriptedPage> = {
      [`${ORIGIN}/older`]: { redirect: `${ORIGIN}/old` },
      [`${ORIGIN}/old`]: { redirect: `${ORIGIN}/new` },
      [`${ORIGIN}/new`]: { body: 'new', links: [`${ORIGIN}/next`] },
      [`${ORIGIN}/next`]: { body: 'next' },
    };
    const crawl = new History((url) => web[url]);
    await crawl.crawl({ seeds: [`${ORIGIN}/older`] });

    const pages = await pagesOf(crawl);

    expect(pages.map(({ url, via, movedFrom }) => [url, via, movedFrom])).toEqual([
      [`${ORIGIN}/new`, `${ORIGIN}/old`, `${ORIGIN}/older`],
      [`${ORIGIN}/next`, `${ORIGIN}/new`, null],
    ]);
  });

  it('are complete for a limited execution', async () => {
    const crawl = await crawled({ limits: { pages: 7 } });

    const pages = await pagesOf(crawl);

    expect((await crawl.row()).status).toBe('limited');
    expect(pages).toHaveLength(7);
  });
});

describe('exported WARC files', () => {
  it('hold every response, in the order of the crawl, with their index lines', async () => {
    const crawl = await crawled();

    const parts = await partsOf(crawl);

    const records = parts.flatMap(({ bytes }) => [...readRecords(bytes)]);
    const responses = records.filter(({ headers }) => headers.get('warc-type') === 'response');
    const archived = (await all(listTasks(crawl, crawl.id))).filter(({ status }) => status !== null);
    expect(responses.map(({ headers }) => headers.get('warc-target-uri')).sort()).toEqual(
      archived.map(({ url }) => url).sort(),
    );
    expect(responses.map((record) => responseOf(record).status)).toContain(301);
    expect(parts.map(({ cdxj }) => cdxj.length).reduce((sum, n) => sum + n, 0)).toBe(responses.length);
    expect(parts.every(({ name, cdxj }) => cdxj.every((line) => line.includes(`"filename":"${name}"`)))).toBe(true);
    expect(parts.map(({ name }) => name)).toEqual(
      (await crawl.chunks()).map((base) => `${base.split('/').at(-1)}${CHUNK_SUFFIX.warc}`),
    );
  });

  it('are refused when one is not what was written, naming it', async () => {
    const crawl = await crawled();
    const [base] = await crawl.chunks();
    const key = `${base}${CHUNK_SUFFIX.warc}`;
    crawl.replace(key, (await crawl.archive.get(key)).with(20, 0));

    await expect(partsOf(crawl)).rejects.toMatchObject({
      code: 'OBJECT_CORRUPT',
      message: expect.stringContaining(key),
    });
  });
});

describe('what a workflow did not ask for', () => {
  it('is not an empty file but an error that says how to get it', async () => {
    const crawl = await crawled({ output: { warc: false } });

    await expect(partsOf(crawl)).rejects.toMatchObject({ code: 'OUTPUT_NOT_KEPT' });
    await expect(all(exportLinks(crawl, crawl.id))).rejects.toMatchObject({
      code: 'OUTPUT_NOT_KEPT',
      remedy: expect.stringContaining('--links full'),
    });
  });
});
