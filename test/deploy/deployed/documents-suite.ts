import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { DeployedPlace } from '#test/deploy/deployed/deployed-sample.ts';
import { pdfDocument, pdfLine } from '#test/site/pdf-document.ts';
import { startSite } from '#test/site/site.ts';

/** For a machine that does much else. */
const PATIENCE_MS = 15 * 60_000;
/** What the bomb unpacks to: more than a function's thread may have. */
const UNPACKED = 500_000_000;
const LONG = Array.from({ length: 200 }, (_, n) => `cello${n % 2 === 0 ? '' : n}`).join(' ');

/** PDF documents: their text through the functions `api` and `index`. */
export function documentsSuite(deployment: () => DeployedPlace): void {
  it('reads PDFs for pages, differences, searches and histories, and outlives a hostile one', {
    timeout: PATIENCE_MS,
  }, async () => {
    const { callers } = deployment();
    const documents: Record<string, Buffer> = {
      '/manual.pdf': pdfDocument([pdfLine('A lamp of brass'), pdfLine('needs no *polish*')], 'The manual'),
      '/bomb.pdf': pdfDocument([Buffer.alloc(UNPACKED, ' ')]),
    };
    let words = 'Words';
    /** Near copies: of 200 words one differs. */
    const copies = ['oboe', 'viola'].map((last) => `<p>${LONG} ${last}`);
    const site = await startSite({
      handler: (exchange) => {
        const document = documents[exchange.path];
        if (document !== undefined) return exchange.send(200, { 'content-type': 'application/pdf' }, document);
        const copy = copies[Number(/^\/copy(\d)$/.exec(exchange.path)?.[1])];
        if (copy !== undefined) return exchange.html(copy);
        const links = ['manual.pdf', 'bomb.pdf', 'copy0', 'copy1'].map((to) => `<a href="/${to}">x</a>`);
        exchange.html(`<p>${words} ${links.join(' ')}`);
      },
    });
    const fetch = { acceptTypes: ['text/html', 'application/pdf'] };
    const crawl = () => callers.crawl({ name: 'papers', seeds: [`${site.origin(0)}/`], fetch });
    const id = await crawl();
    words = 'Other words';
    documents['/manual.pdf'] = pdfDocument([pdfLine('A lamp of steel')], 'The manual');
    const later = await crawl();
    await site.close();
    const historyOf = async (path: string): Promise<unknown> => {
      const { body } = await callers.send('GET', `/v1/executions/${later}/history?url=${site.origin(0)}${path}`);
      return (body.versions as Record<string, unknown>[]).map(({ changed, textUnknown }) => [changed, textUnknown]);
    };
    const get = (path: string) => callers.send('GET', `/v1/executions/${id}${path}`);
    const find = () => get('/search?q=brass+type%3Adocument');
    let found = await find();
    for (; found.body.code === 'INDEX_BUILDING'; found = await find()) await setTimeout(250);
    const { items } = (await get('/tasks')).body as { items: { key: string; url: string }[] };
    const pageOf = (path: string) => `/pages/${items.find(({ url }) => url.endsWith(path))?.key}`;

    const bomb = await get(`${pageOf('/bomb.pdf')}?part=text`);
    const text = await get(`${pageOf('/manual.pdf')}?part=text`);
    const markdown = await get(`${pageOf('/manual.pdf')}?as=markdown`);
    const difference = await get(`/difference?since=${id}&url=${site.origin(0)}/manual.pdf`);

    expect([bomb.status, bomb.text]).toEqual([422, expect.stringContaining('cannot be read: too-complex')]);
    expect(text.text).toBe('A lamp of brass\nneeds no *polish*');
    expect(markdown.text).toContain('title: "The manual"\npages: 2\n');
    expect(difference.body).toMatchObject({ before: { title: null }, after: { title: null } });
    const near = await Promise.all(['keep', 'skip'].map((what) => get(`/search?q=cello&nearDuplicates=${what}`)));
    const topics = await get('/topics?topics=2');

    expect(near.map(({ body }) => (body.results as unknown[]).length)).toEqual([2, 1]);
    expect([topics.status, topics.body.indexed]).toEqual([200, found.body.indexed]);
    const changed = [
      [['text', 'bytes'], false],
      [null, false],
    ];
    expect([await historyOf('/'), await historyOf('/manual.pdf')]).toEqual([changed, changed]);
    expect(await historyOf('/copy0')).toEqual([
      [[], false],
      [null, false],
    ]);
    expect(found.body).toMatchObject({
      total: 1,
      indexed: 5,
      results: [{ url: `${site.origin(0)}/manual.pdf`, title: 'The manual', kind: 'document' }],
    });
  });
}
