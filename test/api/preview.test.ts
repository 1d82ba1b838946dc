import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiBench, openApiBench } from '#test/api/api-bench.ts';
import { type Site, startSite } from '#test/site/site.ts';

let site: Site;
let api: ApiBench;
/** What a request had of two headers. */
const sent: [path: string, secret: unknown, plain: unknown][] = [];
beforeAll(async () => {
  site = await startSite({
    hosts: 2,
    handler: (exchange) => {
      const { pathname } = exchange.url;
      sent.push([pathname, exchange.headers['x-token'], exchange.headers['x-plain']]);
      if (pathname === '/robots.txt') {
        return exchange.send(200, { 'content-type': 'text/plain' }, 'User-agent: *\nDisallow: /private\n');
      }
      if (pathname === '/away') return exchange.send(302, { location: `${exchange.originAt(1)}/other` }, '');
      if (pathname === '/image') return exchange.send(200, { 'content-type': 'image/png' }, 'png');
      if (pathname === '/gone') return exchange.send(404, {}, 'gone');
      exchange.html(
        '<title>Thing</title><h1>Name</h1><a href="/two">two</a><a href="/no/3">three</a><a rel=nofollow href="/four">4</a><a href="http://elsewhere.example/">e</a>',
      );
    },
  });
  api = openApiBench();
});
afterAll(async () => {
  await api.close();
  await site.close();
});

const look = (path: string, workflow: object = {}, more: object = {}) =>
  api.send('POST', '/v1/preview', {
    body: { url: `${site.origin(0)}${path}`, workflow, settings: { allowPrivateNetwork: true }, ...more },
  });

describe('a preview of one URL (U4)', () => {
  it('shows the result of a crawl of the page, and follows or refuses each link with a reason', async () => {
    const selection = { rules: [{ fields: { name: 'h1', price: { selector: '.price', required: true } } }] };

    const { status, body } = await look('/one', { selection, scope: { exclude: ['*/no/*'] } });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      outcome: { type: 'page', reason: null },
      robots: { obeyed: true, allowed: true, status: 200 },
      answer: { status: 200, url: `${site.origin(0)}/one` },
      page: { title: 'Thing', charset: 'utf-8', noindex: false },
      record: { name: 'Name', price: null },
      recordErrors: [{ field: 'price', code: 'missing' }],
    });
    expect((body.links as { items: object[] }).items).toEqual([
      { to: `${site.origin(0)}/two`, kind: 'a', text: 'two', followed: true, reason: null, rule: null, score: null },
      expect.objectContaining({ reason: 'excluded', followed: false, rule: '*/no/*' }),
      expect.objectContaining({ reason: 'nofollow', followed: false, rule: null }),
      expect.objectContaining({ to: 'http://elsewhere.example/', reason: 'outside-scope', followed: false }),
    ]);
  });

  it('scores the links on a topic (G8)', async () => {
    const { body } = await look('/one', { focus: { words: ['two'] } });

    const { items } = body.links as { items: Record<string, unknown>[] };
    expect(items.map(({ reason, followed, score }) => [reason, followed, score])).toEqual([
      [null, true, 0.75],
      ['off-topic', false, 0],
      ['nofollow', false, null],
      ['outside-scope', false, 0],
    ]);
  });

  it('says of a host that cannot be reached how it fails', async () => {
    const gone = await startSite();
    await gone.close();

    const { body } = await look('', {}, { url: `${gone.origin(0)}/` });

    expect(body).toMatchObject({ outcome: { type: 'failed', reason: 'connect' }, robots: null, answer: null });
  });

  it('leaves no trace: no execution, no object', async () => {
    await look('/one');

    expect((await api.send('GET', '/v1/executions')).body.items).toEqual([]);
    const objects: string[] = [];
    for await (const { key } of api.ports.archive.list('robots/')) objects.push(key);
    expect(objects).toEqual([]);
  });

  it.each([
    ['/private/x', { type: 'skipped', reason: 'robots', message: '/private' }],
    ['/image', { type: 'skipped', reason: 'content-type', message: 'image/png' }],
    ['/gone', { type: 'failed', reason: 'http-4xx', message: '404 Not Found' }],
  ])('says of %s why it is not a page', async (path, outcome) => {
    expect((await look(path)).body).toMatchObject({ outcome, page: null, record: null, links: { total: 0 } });
  });

  it('never asks for what robots.txt forbids, nor for what a rule refuses', async () => {
    const before = site.log.length;

    await look('/private/y');
    const refused = await look('/one', { scope: { blacklist: ['*/one'] } });
    await api.send('POST', '/v1/blocklist', { body: { pattern: '*/two-blocked*' } });
    const blocked = await look('/two-blocked');

    const asked = site.log.slice(before).map(({ path }) => path);
    expect(asked).toEqual(['/robots.txt']);
    expect(blocked.body).toMatchObject({ outcome: { type: 'skipped', reason: 'blocklist' }, robots: null });
    expect(refused.body).toMatchObject({
      outcome: { type: 'skipped', reason: 'blacklist' },
      robots: null,
      answer: null,
    });
  });

  it('follows redirects, and sends no secret header, not even to the seed', async () => {
    const headers = { 'X-Token': { secretRef: 'TOKEN' }, 'X-Plain': 'plain' };

    const { body } = await look('/away', { fetch: { headers } });

    expect(body).toMatchObject({ redirects: [{ status: 302 }], answer: { url: `${site.origin(1)}/other` } });
    expect(body.secretsNotSent).toEqual(['X-Token']);
    expect(sent.filter(([path]) => path === '/away' || path === '/other')).toEqual([
      ['/away', undefined, 'plain'],
      ['/other', undefined, 'plain'],
    ]);
  });

  it('reaches no private address without the right to it, under any name', async () => {
    const before = site.log.length;
    const port = new URL(site.origin(0)).port;
    const ask = (url: string) => api.send('POST', '/v1/preview', { as: 'anna', body: { url } });

    const answers = [
      await ask(`${site.origin(0)}/one`),
      await ask(`http://localhost:${port}/`),
      await ask(`http://0x7f000002:${port}/`),
    ];
    const insisting = await api.send('POST', '/v1/preview', {
      as: 'anna',
      body: { url: `${site.origin(0)}/`, settings: { allowPrivateNetwork: true } },
    });

    expect(answers.map(({ body }) => (body.outcome as { reason: string }).reason)).toEqual(
      answers.map(() => 'blocked-address'),
    );
    expect([insisting.status, insisting.body.code]).toEqual([403, 'RIGHT_MISSING']);
    expect(site.log.length).toBe(before);
  });

  it('refuses what is not an address, and rules that are none', async () => {
    const ask = (body: object) => api.send('POST', '/v1/preview', { body });

    expect((await ask({ url: 'ftp://example.org/' })).body.code).toBe('FIELD_INVALID');
    expect((await ask({ url: 'http://a.example/', workflow: { limits: { depth: -1 } } })).body.code).toBe(
      'FIELD_INVALID',
    );
    expect((await ask({})).body.code).toBe('REQUEST_INVALID');
    expect(
      (
        await api.send('POST', '/v1/preview', {
          as: 'anna',
          body: { url: 'http://a.example/', workflow: { politeness: { robots: 'ignore' } } },
        })
      ).status,
    ).toBe(403);
  });
});

describe('what the service says of itself', () => {
  it('tells everyone where to sign in, and nobody anything else', async () => {
    const config = await api.send('GET', '/config.json', { as: 'nobody' });

    expect(config.body).toEqual({ issuer: null, clientId: null, stage: 'local', version: 'test', demo: null });
    for (const path of ['/docs', '/v1/me', '/openapi.json']) {
      expect((await api.send('GET', path, { as: 'nobody' })).status).toBe(401);
    }
  });

  it('tells callers who they are', async () => {
    expect((await api.send('GET', '/v1/me', { as: 'anna' })).body).toMatchObject({
      user: 'anna',
      role: 'standard',
      rights: { ignoreRobots: false, allowPrivateNetwork: false },
    });
  });

  it('tells callers which plug-ins the operator gave, in their order, and nothing of where they are (S21)', async () => {
    const terms = { storesData: true, timeoutMs: 2_500, memoryMb: 256, functionArn: 'arn:aws:lambda:x:1:function:y' };
    const plugged = openApiBench({ plugins: ['price', 'language'].map((name) => ({ ...terms, name })) });
    const plugins = async (bench: ApiBench) => (await bench.send('GET', '/v1/me', { as: 'anna' })).body.plugins;

    expect(await plugins(api)).toEqual([]);
    expect(await plugins(plugged)).toEqual([
      { name: 'price', storesData: true, timeoutSeconds: 2.5 },
      { name: 'language', storesData: true, timeoutSeconds: 2.5 },
    ]);
    await plugged.close();
  });

  it('shows its description on a page that loads and runs nothing', async () => {
    const { text, headers } = await api.send('GET', '/docs');

    expect(headers.get('content-type')).toMatch(/^text\/html/);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';/);
    expect(text).not.toMatch(/<script|<link|<img|src=|@import|url\(/i);
    expect(text).toContain('GET /v1/executions/{id}/records');
    expect(text.match(/<details>/g)?.length).toBeGreaterThan(20);
  });
});
