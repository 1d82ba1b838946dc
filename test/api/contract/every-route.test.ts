import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IdentityBench, openIdentityBench } from '#test/api/accounts/identity-bench.ts';
import { askedOf, bodyOf, nameOf, OF_NOBODY, OPEN, OPERATIONS } from '#test/api/contract/every-operation.ts';

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

  it.each(OPERATIONS.filter(({ path }) => !OPEN.has(path)).map((operation) => [nameOf(operation), operation] as const))(
    '%s requires credentials, and valid ones',
    async (_, operation) => {
      const nobody = await api.send(null, askedOf(operation, ids), bodyOf(operation));
      const bad = await api.send('bad', askedOf(operation, ids), bodyOf(operation));
      const key = await api.send(null, askedOf(operation, ids), { headers: { 'x-api-key': 'surf_guessed' } });

      expect([nobody.status, nobody.body.code]).toEqual([401, 'SIGN_IN_REQUIRED']);
      expect(nobody.headers.get('www-authenticate')).toBe('Bearer');
      for (const answer of [bad, key]) expect([answer.status, answer.body.code]).toEqual([401, 'SIGN_IN_INVALID']);
    },
  );

  it.each(
    OPERATIONS.filter(({ path }) => path.includes('{id}')).map((operation) => [nameOf(operation), operation] as const),
  )('%s hides from another user that it is there', async (name, operation) => {
    const answer = await api.send('bert', askedOf(operation, ids), bodyOf(operation));

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
