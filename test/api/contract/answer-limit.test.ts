import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiBench, openApiBench } from '#test/api/api-bench.ts';
import { type Site, startSite } from '#test/site/site.ts';

/** A saved workflow is smaller, a list of 40 pages is not. */
const MOST_BYTES = 4_000;

let site: Site;
let api: ApiBench;
let execution: string;
beforeAll(async () => {
  const links = Array.from({ length: 40 }, (_, i) => `<a href="/${i}">${i}</a>`).join('');
  site = await startSite({ handler: (exchange) => exchange.html(`<title>${exchange.url.pathname}</title>${links}`) });
  api = openApiBench({ downloads: { mostAnswerBytes: MOST_BYTES, link: async () => null } });
  execution = await api.crawl({ seeds: [`${site.origin(0)}/`] });
});
afterAll(async () => {
  await api.close();
  await site.close();
});

const get = (path: string, headers = {}) => api.send('GET', `/v1/executions/${execution}${path}`, { headers });

describe('where answers must be small', () => {
  it('a list that is larger says so, and how to get at it; in pages it comes', async () => {
    const all = await get('/tasks?limit=100');
    const first = await get('/tasks?limit=2');

    expect([all.status, all.body.code]).toEqual([422, 'ANSWER_TOO_LARGE']);
    expect(all.headers.get('content-type')).toBe('application/problem+json');
    expect(all.body.remedy).toContain('`limit`');
    expect([first.status, (first.body.items as unknown[]).length]).toEqual([200, 2]);
  });

  it('nothing is broken off: what is made while it is sent is whole, or a problem', async () => {
    const lines = await get('/records', { accept: 'application/jsonl' });
    const csv = await get('/records', { accept: 'text/csv' });

    expect([lines.status, lines.body.code]).toEqual([422, 'ANSWER_TOO_LARGE']);
    expect([csv.status, csv.body.code]).toEqual([422, 'ANSWER_TOO_LARGE']);
  });

  it('an answer without a body stays one', async () => {
    const made = await api.send('POST', '/v1/workflows', { body: { seeds: ['https://example.org/'] } });

    expect((await api.send('DELETE', `/v1/workflows/${made.body.id}`)).status).toBe(204);
  });
});
