import { setTimeout } from 'node:timers/promises';
import { CreateSecretCommand } from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiServer } from '#adapters/api/api-server.ts';
import { secretId } from '#adapters/aws/environment/secret-id.env.ts';
import { answered, createClient } from '#api/client/client.ts';
import { searchServer } from '#cli/backend/searched-execution.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { askedOf, bodyOf, nameOf, OF_NOBODY, OPEN, OPERATIONS } from '#test/api/contract/every-operation.ts';
import { fuzzApi } from '#test/api/fuzz/fuzz-run.ts';
import { amount } from '#test/campaign.ts';
import { crawlModesSuite } from '#test/deploy/deployed/crawl-modes-suite.ts';
import { type DeployedApi, openDeployedApi } from '#test/deploy/deployed/deployed-api.ts';
import { DeployedCallers } from '#test/deploy/deployed/deployed-callers.ts';
import { documentsSuite } from '#test/deploy/deployed/documents-suite.ts';
import { incidentsSuite } from '#test/deploy/incidents/incidents-suite.ts';
import { DEPLOYED_PLUGINS, pluginsSuite } from '#test/deploy/plugins/plugins-suite.ts';
import { hasText, searchFolder } from '#test/e2e/crawls/bytes-in-folder.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { storedFiles } from '#test/emulator/stored-files.ts';
import { OpenIdProvider, signingKey } from '#test/identity/open-id-provider.ts';
import { type Site, startSite } from '#test/site/site.ts';

/**
 * For a machine that does much else: alone each test takes seconds, or a minute where it waits for
 * one.
 */
const PATIENCE_MS = 15 * 60_000;
/** A key that was taken back is in force for so long at most, and the emulator's clock is ours. */
const BELIEVED_MS = 3_000;

let site: Site;
let provider: OpenIdProvider;
let surf: DeployedApi;
let callers: DeployedCallers;
/** Made at the beginning, so that the time has passed when the test requests it. */
let revoked: { readonly key: string; readonly worked: number };
let replaced: { readonly by: string; readonly at: number };
/** An execution that has ended. */
let crawled: string;
/** Requests with the secret header. */
let told = 0;
const CANARY = 'canary-16180339-hush';
beforeAll(async () => {
  site = await startSite({
    handler: (exchange) => {
      if (exchange.headers['x-token'] === CANARY) told += 1;
      if (exchange.url.pathname === '/old') {
        return exchange.send(200, { 'content-type': 'text/plain; charset=windows-1252' }, Buffer.from([0x80, 0xe9]));
      }
      exchange.html('<title>One</title><h1>Name</h1><a href="/old">old</a><a href="/none" rel="nofollow">none</a>');
    },
  });
  provider = await OpenIdProvider.start(await signingKey('one'));
  const identity = { issuer: provider.issuer, clientId: 'surf', administrators: ['root'] };
  surf = await openDeployedApi({ config: { identity, plugins: DEPLOYED_PLUGINS } });
  callers = await DeployedCallers.create(surf);
  revoked = await madeAndRevoked();
}, PATIENCE_MS);
afterAll(async () => {
  await surf?.close();
  await Promise.all([site?.close(), provider?.stop()]);
}, PATIENCE_MS);

/** An execution when it has ended or paused. */
async function settled(id: string): Promise<Record<string, unknown>> {
  for (;;) {
    const { body } = await callers.send('GET', `/v1/executions/${id}`);
    if (!/^(?:queued|running|waiting)$/.test(String(body.status))) return body;
    await setTimeout(250);
  }
}

/** A key of the first key's own: used, so that it is believed, and revoked. */
async function madeAndRevoked() {
  const { id, key } = answered(await surf.client.POST('/v1/keys', { body: { name: 'for a while', role: 'standard' } }));
  const { response } = await createClient({ address: surf.url, apiKey: key }).GET('/v1/me');
  await surf.client.DELETE('/v1/keys/{id}', { params: { path: { id } } });
  return { key, worked: response.status };
}

describe('the deployed API, through the generated client', () => {
  it('saves, starts, follows, reads and deletes a crawl', { timeout: PATIENCE_MS }, async () => {
    const { client } = surf;
    const seed = `${site.origin(0)}/`;
    const body = {
      name: 'shop',
      seeds: [seed],
      politeness: { delaySeconds: 0 },
      output: { links: 'full' as const },
      selection: { rules: [{ fields: { name: 'h1' } }] },
    };
    const workflow = answered(await client.POST('/v1/workflows', { body }));
    const start = () =>
      client.POST('/v1/workflows/{id}/executions', {
        params: { path: { id: workflow.id }, header: { 'idempotency-key': 'once' } },
        body: {},
      });
    const { data: started, response } = await start();
    const again = answered(await start());
    const id = started?.execution ?? '';
    const path = { id };
    await callers.ended(id);

    const execution = answered(await client.GET('/v1/executions/{id}', { params: { path } }));
    const tasks = answered(await client.GET('/v1/executions/{id}/tasks', { params: { path } }));
    const records = answered(await client.GET('/v1/executions/{id}/records', { params: { path } }));
    const links = answered(await client.GET('/v1/executions/{id}/links', { params: { path } }));
    const events = answered(await client.GET('/v1/executions/{id}/events', { params: { path } }));
    const { verification } = answered(
      await client.POST('/v1/executions/{id}/actions', { params: { path }, body: { action: 'verify' } }),
    );
    const explained = answered(
      await client.GET('/v1/executions/{id}/explain', { params: { path, query: { url: `${seed}none` } } }),
    );

    expect(response.headers.get('location')).toBe(`/test/v1/executions/${id}`);
    expect(again.execution).toBe(id);
    expect(workflow.definition.politeness).toMatchObject({ userAgent: 'surf-crawler/0.1 (+test@example.org)' });
    expect([execution.status, execution.counts.stored, execution.owner]).toEqual(['succeeded', 2, 'deployment']);
    expect(execution.exemptions).toEqual(['allowPrivateNetwork']); // of the deployment's configuration
    expect(tasks.items.map(({ url, state }) => [url, state]).sort()).toEqual([
      [seed, 'succeeded'],
      [`${seed}none`, 'skipped'],
      [`${seed}old`, 'succeeded'],
    ]);
    if (typeof records === 'string') throw new Error('the call requested objects, not lines');
    expect(records.items.map(({ title, record }) => [title, record])).toEqual([
      ['One', { name: 'Name' }],
      [null, { name: null }],
    ]);
    expect(links.items.map(({ to, reason }) => [to, reason])).toEqual([
      [`${seed}old`, null],
      [`${seed}none`, 'nofollow'],
    ]);
    expect(events.items[0]?.type).toBe('created');
    expect(verification?.holds).toBe(true);
    expect(explained).toMatchObject({ state: 'skipped' });
    await checkFiles(id);
    expect(answered(await client.DELETE('/v1/executions/{id}', { params: { path } })).status).toBe('deleting');
    await gone(id);
  });

  it('shows archived bytes as they were sent, and signs the way to files', { timeout: PATIENCE_MS }, async () => {
    const id = await callers.crawl({ name: 'bytes', seeds: [`${site.origin(0)}/`] });
    crawled = id;
    const { body } = await callers.send('GET', `/v1/executions/${id}/records`);
    const keys = (body.items as { key: string }[]).map(({ key }) => key);

    const html = await callers.send('GET', `/v1/executions/${id}/pages/${keys[0]}?as=html`);
    const old = await callers.send('GET', `/v1/executions/${id}/pages/${keys[1]}`);
    const csv = await callers.send('GET', `/v1/executions/${id}/records`, { headers: { accept: 'text/csv' } });

    expect(html.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    expect(old.headers.get('content-type')).toBe('text/plain; charset=windows-1252');
    expect([...old.bytes]).toEqual([0x80, 0xe9]);
    expect(csv.text.split('\r\n')).toHaveLength(2 + 2);
  });

  it('finds pages as the command does that reads the archive itself', { timeout: PATIENCE_MS }, async () => {
    const ask = () => callers.send('GET', `/v1/executions/${crawled}/search?q=one+none`);

    const first = await ask();
    let answer = first;
    for (; answer.body.code === 'INDEX_BUILDING'; answer = await ask()) await setTimeout(250);
    const server = new ApiServer({ address: surf.url.replace(/\/$/, ''), key: surf.key });
    const here = await searchServer(server, crawled as ExecutionId, { text: 'one none', limit: 10, offset: 0 });

    expect([first.status, first.body.code]).toEqual([409, 'INDEX_BUILDING']);
    expect(here).toMatchObject({ match: 'any', total: 1, indexed: 2 });
    const links = { page: expect.stringContaining(crawled), history: expect.stringContaining(crawled) };
    expect(answer.body).toEqual({ ...here, results: here.results.map((result) => ({ ...result, links })) });
  });

  documentsSuite(() => ({ surf, callers }));

  it('sends a secret of the user, and shows and stores it nowhere', { timeout: PATIENCE_MS }, async () => {
    const { clients, names, stage } = surf.deployment;
    const Name = secretId(stage, 'anna', 'TOKEN');
    await clients.secrets.send(new CreateSecretCommand({ Name, SecretString: CANARY }));
    const body = { seeds: [`${site.origin(0)}/`], fetch: { headers: { 'X-Token': { secretRef: 'TOKEN' } } } };

    const id = await callers.crawl({ name: 'secret', ...body }, 'anna');
    const toldAnna = told;
    const saved = await callers.send('POST', '/v1/workflows', { body, as: 'bert' });
    const begun = await callers.send('POST', `/v1/workflows/${saved.body.id}/executions`, { body: {}, as: 'bert' });
    const paused = await settled(String(begun.body.execution));

    const paths = ['', '/workflow', '/events', '/tasks', '/archive'].map((path) => `/v1/executions/${id}${path}`);
    const answers = await Promise.all(
      (['anna', 'admin'] as const).flatMap((as) => paths.map((path) => callers.send('GET', path, { as }))),
    );
    const folder = temporaryFolder();
    const { items, objects } = await storedFiles(clients, names, folder);
    const search = searchFolder(folder, CANARY);
    removeFolder(folder);
    expect([toldAnna > 0, told - toldAnna, paused.status, paused.reason]).toEqual([
      true,
      0,
      'paused',
      'secret-missing',
    ]);
    expect(answers.map(({ status, text }) => [status, hasText(text, CANARY)])).toEqual(Array(10).fill([200, false]));
    expect([items > 10, objects > 5, search.found]).toEqual([true, true, []]);
  });

  it('previews an address in a function that reaches nothing of the deployment', { timeout: PATIENCE_MS }, async () => {
    const asked = { url: `${site.origin(0)}/`, workflow: { selection: { rules: [{ fields: { name: 'h1' } }] } } };
    const { data } = await surf.client.POST('/v1/preview', { body: asked });
    await callers.send('POST', '/v1/blocklist', { body: { pattern: '*/blocked*' } });
    const blocked = answered(await surf.client.POST('/v1/preview', { body: { url: `${site.origin(0)}/blocked` } }));

    expect(data).toMatchObject({ outcome: { type: 'page' }, record: { name: 'Name' }, links: { total: 2 } });
    expect(blocked.outcome).toMatchObject({ type: 'skipped', reason: 'blocklist' });
  });

  it('estimates a workflow before it runs, with the prices of the region', { timeout: PATIENCE_MS }, async () => {
    const workflow = { seeds: [`${site.origin(0)}/`], politeness: { delaySeconds: 0 } };
    const estimate = answered(await surf.client.POST('/v1/estimate', { body: { workflow } }));

    expect(estimate).toMatchObject({ pages: { lowFrom: 'sample' }, limitedBy: null });
    expect(estimate.pages.low).toBeGreaterThan(0);
    expect(estimate.costUsd?.low).toBeGreaterThan(0);
  });

  it('counts what is used, and tells who has what', async () => {
    const me = answered(await createClient({ address: surf.url, apiKey: surf.key }).GET('/v1/me'));
    const usage = answered(await surf.client.GET('/v1/usage'));
    const users = answered(await surf.client.GET('/v1/users'));
    const audit = answered(await surf.client.GET('/v1/audit'));

    expect(me).toMatchObject({ user: 'deployment', role: 'administrator', limits: { requestsPerSecond: null } });
    expect(usage.days.at(-1)?.requests).toBeGreaterThan(5);
    expect(users.items.map(({ user }) => user).sort()).toEqual(['anna', 'bert']);
    expect(audit.items.map(({ action }) => action)).toContain('key-revoked');
  });
});

describe('the caller of a deployment', () => {
  it('gets nothing without credentials but health, configuration and the console', {
    timeout: PATIENCE_MS,
  }, async () => {
    for (const operation of OPERATIONS) {
      const [method = '', path = ''] = askedOf(operation, {}).split(' ');
      const { status } = await callers.send(method, path, { ...bodyOf(operation), as: 'nobody' });
      expect([nameOf(operation), status]).toEqual([nameOf(operation), OPEN.has(operation.path) ? 200 : 401]);
    }
    for (const path of ['/openapi.json', '/docs', '/v1', '/v1/nothing']) {
      const { status } = await callers.send('GET', path, { as: 'nobody' });
      expect([path, status]).toEqual([path, 401]);
    }
  });

  it('gets the console under the stage’s prefix', async () => {
    const page = await callers.send('GET', '/', { as: 'nobody' });
    const [, script = ''] = /<script[^>]* src="\.\/(assets\/[^"]+)"/.exec(page.text) ?? [];
    const asset = await callers.send('GET', `/${script}`, { as: 'nobody' });
    const place = await callers.send('GET', '/executions/x1', { as: 'nobody' });

    expect(page.text).toContain('<base href="/test/"');
    expect(page.headers.get('content-security-policy')).toContain(`connect-src 'self' ${provider.issuer}`);
    expect([asset.status, asset.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(asset.bytes.length).toBeGreaterThan(100_000);
    expect(place.text).toBe(page.text);
  });

  it('reaches nothing of another’s, by any route', { timeout: PATIENCE_MS }, async () => {
    const id = await callers.crawl({ name: 'of anna', seeds: [`${site.origin(0)}/`] }, 'anna');
    const { body: row } = await callers.send('GET', `/v1/executions/${id}`, { as: 'anna' });
    const { body: own } = await callers.send('GET', '/v1/keys', { as: 'anna' });
    const ids = {
      executions: id,
      workflows: (row.workflow as { id: string }).id,
      users: 'anna',
      keys: (own.items as { id: string }[])[0]?.id ?? '',
      blocklist: `b${'0'.repeat(32)}`,
    };

    for (const operation of OPERATIONS.filter(({ path }) => path.includes('{id}'))) {
      const [method = '', path = ''] = askedOf(operation, ids).split(' ');
      const { status } = await callers.send(method, path, { ...bodyOf(operation), as: 'bert' });
      expect([nameOf(operation), status]).toEqual([nameOf(operation), OF_NOBODY.has(nameOf(operation)) ? 403 : 404]);
    }
    for (const list of ['/v1/workflows', '/v1/executions']) {
      for (const name of ['anna', 'bert'] as const) {
        const { items } = (await callers.send('GET', list, { as: name })).body as { items: { owner: string }[] };
        expect(items.filter(({ owner }) => owner !== name)).toEqual([]);
      }
      expect((await callers.send('GET', list, { as: 'anna' })).text).toContain('of anna');
      expect((await callers.send('GET', list)).text).toContain('of anna');
    }
  });

  it('may come with a token of the issuer: the first time as a standard user', { timeout: PATIENCE_MS }, async () => {
    const token = await provider.signIn('carla');
    const root = await provider.signIn('root');
    const ask = (of: string) => createClient({ address: surf.url, token: () => of }).GET('/v1/me');

    expect(answered(await ask(token))).toMatchObject({ user: 'carla', role: 'standard' });
    expect(answered(await ask(root))).toMatchObject({ user: 'root', role: 'administrator' });
    expect((await ask(await provider.signIn('carla', 'other'))).error?.code).toBe('SIGN_IN_INVALID');
  });
});

crawlModesSuite(() => ({ surf, callers }));
pluginsSuite(() => ({ surf, callers }));
incidentsSuite(() => surf.deployment);

const REQUESTS = amount({ gate: 150, campaign: 500 });

describe('the API under made-up requests', () => {
  beforeAll(async () => {
    const by = await surf.deployment.replaceFirstKey(); // for the next tests: none of these callers has it
    replaced = { by, at: Date.now() };
  }, PATIENCE_MS);

  it('answers with documented codes below 500, and shows no user the data of another', {
    timeout: PATIENCE_MS,
  }, async () => {
    const { requests, reached, table, faults } = await fuzzApi(REQUESTS, 20_261_121, callers);
    const lines = [...table].map(([operation, codes]) => `${operation} ${JSON.stringify(Object.fromEntries(codes))}`);
    process.stdout.write(`${lines.join('\n')}\n${requests} requests, ${(reached * 100).toFixed(1)} % reached\n`);

    expect(faults).toEqual([]);
    expect(requests).toBe(REQUESTS);
    // 500 requests reach 59 to 66 %, by seed; 150 of them 54 to 67.
    expect(reached).toBeGreaterThan(REQUESTS < 500 ? 0.5 : 0.55);
  });
});

describe('keys that were taken back', () => {
  it('open nothing seconds later: one that was revoked, and a first key that was replaced', {
    timeout: PATIENCE_MS,
  }, async () => {
    const statusOf = async (apiKey: string) =>
      (await createClient({ address: surf.url, apiKey }).GET('/v1/me')).response.status;
    await setTimeout(Math.max(0, replaced.at + BELIEVED_MS - Date.now()));

    expect(revoked.worked).toBe(200);
    expect(await statusOf(revoked.key)).toBe(401);
    expect([await statusOf(surf.key), await statusOf(replaced.by)]).toEqual([401, 200]);
  });
});

/** A part, and all of it in one file that is made for this request: both are given by S3 itself. */
async function checkFiles(id: string): Promise<void> {
  const { body } = await callers.send('GET', `/v1/executions/${id}/downloads`);
  const [part] = body.items as { url: string; bytes: number }[];
  const whole = await callers.send('GET', `/v1/executions/${id}/downloads/all.warc.gz`);
  const sizes: number[] = [];
  for (const url of [part?.url ?? '', whole.headers.get('location') ?? '']) {
    const answer = await fetch(url);
    sizes.push((await answer.arrayBuffer()).byteLength);
  }
  expect(whole.status).toBe(307);
  expect(sizes[0]).toBe(part?.bytes);
  expect(sizes[1]).toBeGreaterThan(sizes[0] ?? 0);
}

async function gone(id: string): Promise<void> {
  for (let look = 0; look < 1_200; look++) {
    if ((await callers.send('GET', `/v1/executions/${id}`)).status === 404) return;
    await setTimeout(500);
  }
  throw new Error(`${id} is not gone`);
}
