import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiBench, openApiBench } from '#test/api/api-bench.ts';
import { type Site, startSite } from '#test/site/site.ts';

const PAGES = 6;

describe('resume', () => {
  let site: Site;
  let api: ApiBench;
  beforeAll(async () => {
    const links = Array.from({ length: PAGES }, (_, n) => `<a href="/${n}">${n}</a>`).join('');
    site = await startSite({
      handler: (exchange) => exchange.html(exchange.url.pathname === '/' ? links : exchange.url.pathname),
    });
    api = openApiBench();
  });
  afterAll(async () => {
    await api.close();
    await site.close();
  });
  const limited = () => api.crawl({ seeds: [`${site.origin(0)}/`], limits: { pages: 3, pagesPerHost: 3 } });
  const act = (id: string, body: object) => api.send('POST', `/v1/executions/${id}/actions`, { body });

  it.each(['resume', 'continue'])(
    'by the name %s answers with the state that it made, and continues',
    async (action) => {
      const id = await limited();
      const before = await api.send('GET', `/v1/executions/${id}`);

      const answer = await act(id, { action, limits: { pages: 5, pagesPerHost: null } });
      await api.drive(id);

      expect(before.body).toMatchObject({ status: 'limited', endedAt: expect.any(String) });
      expect(answer.body).toMatchObject({ status: 'running', reason: null, endedAt: null, limits: { pages: 5 } });
      const after = await api.send('GET', `/v1/executions/${id}`);
      expect(after.body).toMatchObject({ status: 'limited', reason: 'pages', counts: { stored: 5 } });
      expect((await act(id, { action: 'verify' })).body.verification).toMatchObject({ holds: true });
    },
  );

  it('continues an execution that a person stopped, without new limits', async () => {
    const id = await limited();
    await act(id, { action: 'resume', limits: { pages: null, pagesPerHost: null } });
    const stopped = await act(id, { action: 'stop' });
    await api.drive(id);

    const answer = await act(id, { action: 'resume' });
    await api.drive(id);

    expect(stopped.body).toMatchObject({ desired: 'stop' });
    expect(answer.body).toMatchObject({ status: 'running', desired: 'run', endedAt: null });
    expect((await api.send('GET', `/v1/executions/${id}`)).body).toMatchObject({ status: 'succeeded' });
  });

  it.each([
    ['pages', { pages: 2 }],
    ['pagesPerHost', { pagesPerHost: 2 }],
    ['pagesPerLevel', { pagesPerLevel: 1 }],
  ])('refuses %s below what is used, and leaves the execution as it is', async (name, limits) => {
    const id = await limited();

    const refused = await act(id, { action: 'resume', limits });

    expect([refused.status, refused.body.code]).toEqual([409, 'CONTINUE_BELOW_USED']);
    expect(String(refused.body.title)).toMatch(new RegExp(`^${name} `));
    expect((await api.send('GET', `/v1/executions/${id}`)).body).toMatchObject({ status: 'limited', reason: 'pages' });
  });
});
