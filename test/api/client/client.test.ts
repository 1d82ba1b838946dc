import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#api/app.ts';
import { ApiProblem, answered, createClient, type SurfClient } from '#api/client/client.ts';
import { checkOrigin } from '#api/middleware/origin-check.ts';
import { type LocalServer, serveLocally } from '#cli/serve/local-server.ts';
import { type ApiBench, openApiBench } from '#test/api/api-bench.ts';
import { type Site, startSite } from '#test/site/site.ts';

let site: Site;
let api: ApiBench;
let server: LocalServer;
let client: SurfClient;
beforeAll(async () => {
  site = await startSite({
    handler: (exchange) => exchange.html('<title>One</title><h1>Name</h1><a href="/two">2</a>'),
  });
  api = openApiBench();
  server = await serveLocally(createApp(api.ports, { identify: checkOrigin, version: 'test' }).fetch, {
    port: 0,
    address: '127.0.0.1',
  });
  client = createClient({ address: server.address });
});
afterAll(async () => {
  await server.close();
  await api.close();
  await site.close();
});

/** Through a real server, by the client that is made from the description (S18). */
describe('the client, over HTTP', () => {
  it('saves, starts, watches and reads a crawl, page by page, and deletes it', async () => {
    const seed = `${site.origin(0)}/`;
    const body = { name: 'shop', seeds: [seed], politeness: { delaySeconds: 0 }, output: { links: 'full' as const } };
    const workflow = answered(await client.POST('/v1/workflows', { body }));
    const started = answered(
      await client.POST('/v1/workflows/{id}/executions', {
        params: { path: { id: workflow.id }, header: { 'idempotency-key': 'once' } },
        body: { settings: { allowPrivateNetwork: true, connectTo: [] } },
      }),
    );
    const path = { id: started.execution };
    await api.drive(started.execution);

    const execution = answered(await client.GET('/v1/executions/{id}', { params: { path } }));
    const records = answered(
      await client.GET('/v1/executions/{id}/records', { params: { path, query: { limit: 1 } } }),
    );
    const links = answered(await client.GET('/v1/executions/{id}/links', { params: { path } }));
    const files = answered(await client.GET('/v1/executions/{id}/downloads', { params: { path } }));
    const { verification } = answered(
      await client.POST('/v1/executions/{id}/actions', { params: { path }, body: { action: 'verify' } }),
    );
    if (typeof records === 'string') throw new Error('the call requested objects, not lines');
    const key = records.items[0]?.key ?? '';
    const page = answered(
      await client.GET('/v1/executions/{id}/pages/{key}', { params: { path: { ...path, key } }, parseAs: 'text' }),
    );

    expect([execution.status, execution.counts.stored]).toEqual(['succeeded', 1]);
    expect(records.items.map(({ url, title }) => [url, title])).toEqual([[seed, 'One']]);
    expect(links.items[0]).toMatchObject({ from: seed, to: `${site.origin(0)}/two`, text: '2' });
    expect(files.items.map(({ format }) => format)).toEqual(['warc', 'links', 'warc', 'links']); // two waves
    expect(verification?.holds).toBe(true);
    expect(page).toContain('<h1>Name</h1>');
    expect(answered(await client.DELETE('/v1/executions/{id}', { params: { path } })).status).toBe('deleting');
  });

  it('throws problems as what they are', async () => {
    const asked = client.GET('/v1/executions/{id}', { params: { path: { id: 'x00000000000000' } } });

    await expect(asked.then(answered)).rejects.toBeInstanceOf(ApiProblem);
    await expect(asked.then(answered)).rejects.toMatchObject({ problem: { code: 'EXECUTION_NOT_FOUND', status: 404 } });
  });

  it('streams what is long: a reader that leaves ends it', async () => {
    const seeds = [`${site.origin(0)}/`];
    const execution = await api.crawl({ seeds });
    const url = `${server.address}v1/executions/${execution}`;

    const answer = await fetch(`${url}/records`, { headers: { accept: 'application/jsonl' } });
    const half = await fetch(`${url}/downloads/all.warc.gz`);
    await half.body?.cancel();

    expect(answer.headers.get('transfer-encoding')).toBe('chunked');
    expect((await answer.text()).split('\n').filter(Boolean)).toHaveLength(1);
    expect((await fetch(url)).status).toBe(200);
  });
});
