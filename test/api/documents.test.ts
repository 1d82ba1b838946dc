import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchAnswer } from '#api/client/schema.ts';
import { type ApiBench, openApiBench } from '#test/api/api-bench.ts';
import { pdfDocument, pdfLine } from '#test/site/pdf-document.ts';
import { type Site, startSite } from '#test/site/site.ts';

const MANUAL = pdfDocument([pdfLine('A lamp of brass'), pdfLine('needs no *polish*')], 'The manual');

type TaskItem = { readonly key: string; readonly url: string };

describe('PDF documents, through the API', () => {
  let site: Site;
  let api: ApiBench;
  let id: string;
  beforeAll(async () => {
    site = await startSite({
      handler: async (exchange) => {
        if (exchange.path === '/robots.txt') return exchange.send(404, {});
        if (exchange.path === '/')
          return exchange.html('<p>Words <a href="/manual.pdf">1</a> <a href="/cut.pdf">2</a>');
        const body = exchange.path === '/cut.pdf' ? MANUAL.subarray(0, 60) : MANUAL;
        return exchange.send(200, { 'content-type': 'application/pdf' }, body);
      },
    });
    api = openApiBench();
    id = await api.crawl({ seeds: [`${site.origin(0)}/`], fetch: { acceptTypes: ['text/html', 'application/pdf'] } });
  });
  afterAll(async () => {
    await api.close();
    await site.close();
  });

  it('have text, title and number of pages in exports, and say why they have none', async () => {
    const lines = await api.send('GET', `/v1/executions/${id}/exports/jsonl?columns=url,title,text`);
    const markdown = await api.send('GET', `/v1/executions/${id}/exports/markdown?as=file`);

    const pages = lines.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, string>);
    expect(pages.find(({ url }) => url?.endsWith('/manual.pdf'))).toMatchObject({
      title: 'The manual',
      text: 'A lamp of brass\nneeds no *polish*',
    });
    expect(markdown.text).toContain('title: "The manual"\npages: 2\n');
    expect(markdown.text).toContain('reason: "damaged"\n');
  });

  it('are one page of the API as text and as Markdown, and found by a search', async () => {
    const { body } = await api.send(
      'GET',
      `/v1/executions/${id}/search?q=${encodeURIComponent('brass type:document')}`,
    );
    const [found] = (body as unknown as SearchAnswer).results;
    const page = `/v1/executions/${id}/pages/${found?.key}`;
    const [text, markdown] = [await api.send('GET', `${page}?part=text`), await api.send('GET', `${page}?as=markdown`)];

    expect(found).toMatchObject({ url: `${site.origin(0)}/manual.pdf`, title: 'The manual', kind: 'document' });
    expect(text.text).toBe('A lamp of brass\nneeds no *polish*');
    expect(markdown.text).toContain('\n\nneeds no \\*polish\\*\n');
    const facts = await api.send('GET', `${page}?part=facts`);
    expect([facts.status, facts.body.code]).toEqual([422, 'FIELD_INVALID']);
  });

  it('have text at a deployment where the document is larger than an answer may be', async () => {
    const downloads = { mostAnswerBytes: 500, link: async () => null };
    const bounded = openApiBench({ ...api.ports, exports: null, downloads });
    const { items } = (await api.send('GET', `/v1/executions/${id}/tasks`)).body as { items: TaskItem[] };
    const page = `/v1/executions/${id}/pages/${items.find(({ url }) => url.endsWith('/manual.pdf'))?.key}`;

    const [text, body] = [await bounded.send('GET', `${page}?part=text`), await bounded.send('GET', page)];

    expect([text.status, text.text]).toEqual([200, 'A lamp of brass\nneeds no *polish*']);
    expect([body.status, body.body.code]).toEqual([422, 'ANSWER_TOO_LARGE']);
  });
});
