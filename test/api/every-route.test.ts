import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IdentityBench, openIdentityBench } from '#test/api/identity-bench.ts';

interface Operation {
  readonly method: string;
  readonly path: string;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const { paths } = JSON.parse(readFileSync(new URL('../../api/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, unknown>>;
};
const OPERATIONS: readonly Operation[] = Object.entries(paths).flatMap(([path, item]) =>
  METHODS.filter((method) => method in item).map((method) => ({ method: method.toUpperCase(), path })),
);

/** What everyone may ask (design.md §9). */
const OPEN: ReadonlySet<string> = new Set(['/health', '/config.json']);

/** Bodies that are right, so that nothing but whose it is decides. */
const BODIES: Readonly<Record<string, unknown>> = {
  'PUT /v1/workflows/{id}': { name: 'mine', seeds: ['http://mine.example/'] },
  'POST /v1/workflows/{id}/executions': {},
  'POST /v1/executions/{id}/actions': { action: 'stop' },
  'PUT /v1/users/{id}': { role: 'administrator' },
};
const QUERIES: Readonly<Record<string, string>> = { 'GET /v1/executions/{id}/explain': '?url=http://shop.example/' };

/** Entries of the blocklist belong to nobody: administrators change them. */
const OF_NOBODY: ReadonlySet<string> = new Set(['DELETE /v1/blocklist/{id}']);

const nameOf = ({ method, path }: Operation): string => `${method} ${path}`;

describe('every route of the description (S15)', () => {
  let api: IdentityBench;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    api = openIdentityBench();
    const shop = { name: 'shop', seeds: ['http://shop.example/'] };
    ids.workflows = String((await api.send('anna', 'POST /v1/workflows', { body: shop })).body.id);
    const start = `POST /v1/workflows/${ids.workflows}/executions`;
    ids.executions = String((await api.send('anna', start, { body: {} })).body.execution);
    ids.keys = String((await api.send('anna', 'POST /v1/keys', { body: { name: 'x' } })).body.id);
    ids.users = 'anna';
    ids.blocklist = `b${'0'.repeat(32)}`;
  });
  afterAll(() => api.close());

  const asked = (operation: Operation): string => {
    const [, , kind = ''] = operation.path.split('/');
    const path = operation.path
      .replace('{id}', ids[kind] ?? 'unknown')
      .replace('{version}', '1')
      .replace('{key}', '0'.repeat(32))
      .replace('{name}', 'all.warc.gz')
      .replace(/\{\w+\}/g, '0');
    return `${operation.method} ${path}${QUERIES[nameOf(operation)] ?? ''}`;
  };
  const bodyOf = (operation: Operation) =>
    nameOf(operation) in BODIES ? { body: BODIES[nameOf(operation)], headers: { 'if-match': '"1"' } } : {};

  it.each(OPERATIONS.filter(({ path }) => !OPEN.has(path)).map((operation) => [nameOf(operation), operation] as const))(
    '%s wants credentials, and valid ones',
    async (_, operation) => {
      const nobody = await api.send(null, asked(operation), bodyOf(operation));
      const bad = await api.send('bad', asked(operation), bodyOf(operation));
      const key = await api.send(null, asked(operation), { headers: { 'x-api-key': 'surf_guessed' } });

      expect([nobody.status, nobody.body.code]).toEqual([401, 'SIGN_IN_REQUIRED']);
      expect(nobody.headers.get('www-authenticate')).toBe('Bearer');
      for (const answer of [bad, key]) expect([answer.status, answer.body.code]).toEqual([401, 'SIGN_IN_INVALID']);
    },
  );

  it.each(
    OPERATIONS.filter(({ path }) => path.includes('{id}')).map((operation) => [nameOf(operation), operation] as const),
  )('%s hides from another user that it is there', async (name, operation) => {
    const answer = await api.send('bert', asked(operation), bodyOf(operation));

    expect(answer.status).toBe(OF_NOBODY.has(name) ? 403 : 404);
  });

  it('shows another user nothing in any list', async () => {
    for (const path of ['/v1/workflows', '/v1/executions', '/v1/keys']) {
      expect((await api.send('bert', `GET ${path}`)).body.items).toEqual([]);
      expect((await api.send('anna', `GET ${path}`)).body.items).toHaveLength(1);
    }
    expect((await api.send('anna', `GET /v1/executions/${ids.executions}`)).body.desired).toBe('run');
  });

  it('answers without credentials only what everyone may know', async () => {
    for (const path of OPEN) expect((await api.send(null, `GET ${path}`)).status).toBe(200);
    for (const path of ['/openapi.json', '/docs', '/v1/nothing']) {
      expect((await api.send(null, `GET ${path}`)).status).toBe(401);
    }
  });
});
