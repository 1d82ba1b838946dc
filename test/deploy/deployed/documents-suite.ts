import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { DeployedPlace } from '#test/deploy/deployed/deployed-sample.ts';
import { pdfDocument, pdfLine } from '#test/site/pdf-document.ts';
import { startSite } from '#test/site/site.ts';

/** For a machine that does much else. */
const PATIENCE_MS = 15 * 60_000;
/** What the bomb unpacks to: more than a function's thread may have. */
const UNPACKED = 500_000_000;

/** PDF documents: their text through the functions `api` and `index`. */
export function documentsSuite(deployment: () => DeployedPlace): void {
  it('reads PDFs for pages, differences and searches, and outlives a hostile one', {
    timeout: PATIENCE_MS,
  }, async () => {
    const { callers } = deployment();
    const documents: Readonly<Record<string, Buffer>> = {
      '/manual.pdf': pdfDocument([pdfLine('A lamp of brass'), pdfLine('needs no *polish*')], 'The manual'),
      '/bomb.pdf': pdfDocument([Buffer.alloc(UNPACKED, ' ')]),
    };
    const site = await startSite({
      handler: (exchange) => {
        const document = documents[exchange.path];
        if (document !== undefined) return exchange.send(200, { 'content-type': 'application/pdf' }, document);
        exchange.html('<p>Words <a href="/manual.pdf">1</a> <a href="/bomb.pdf">2</a>');
      },
    });
    const fetch = { acceptTypes: ['text/html', 'application/pdf'] };
    const id = await callers.crawl({ name: 'papers', seeds: [`${site.origin(0)}/`], fetch });
    await site.close();
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

    expect([bomb.status, bomb.text]).toEqual([422, expect.stringContaining('cannot be had: too-complex')]);
    expect(text.text).toBe('A lamp of brass\nneeds no *polish*');
    expect(markdown.text).toContain('title: "The manual"\npages: 2\n');
    expect(difference.body).toMatchObject({ before: { title: null }, after: { title: null } });
    expect(found.body).toMatchObject({
      total: 1,
      indexed: 3,
      results: [{ url: `${site.origin(0)}/manual.pdf`, title: 'The manual', kind: 'document' }],
    });
  });
}
