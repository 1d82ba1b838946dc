import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keyHash } from '#core/identity/api-key.ts';
import { USUAL_ROLES } from '#core/identity/roles/role-limits.ts';
import { startWaiting } from '#engine/start/start-waiting.ts';
import { FIRST_KEY, type IdentityBench, openIdentityBench, UNHURRIED } from '#test/api/accounts/identity-bench.ts';

const SHOP = { name: 'shop', seeds: ['http://shop.example/'] };
const MINUTE = 60_000;

let api: IdentityBench;
beforeEach(() => {
  api = openIdentityBench();
});
afterEach(() => api.close());

const keyOf = async (as: string, body: object = {}) =>
  (await api.send(as, 'POST /v1/keys', { body: { name: 'script', ...body } })).body as { id: string; key: string };

const withKey = (key: string, request = 'GET /v1/me') => api.send(null, request, { headers: { 'x-api-key': key } });

const saved = async (as: string, workflow: object = SHOP): Promise<string> =>
  String((await api.send(as, 'POST /v1/workflows', { body: workflow })).body.id);

const start = async (as: string, workflow: string) =>
  api.send(as, `POST /v1/workflows/${workflow}/executions`, { body: {} });

const auditOf = async (): Promise<string[]> =>
  ((await api.send('root', 'GET /v1/audit')).body.items as { action: string; target: string }[]).map(
    ({ action, target }) => `${action} ${target}`,
  );

describe('users and their roles (S15)', () => {
  it('makes a standard user at the first sign-in, and an administrator of whom the configuration names', async () => {
    const anna = await api.send('anna', 'GET /v1/me');
    const root = await api.send('root', 'GET /v1/me');

    expect(anna.body).toMatchObject({ user: 'anna', email: 'anna@example.org', role: 'standard' });
    expect(anna.body.rights).toEqual({ ignoreRobots: false, allowPrivateNetwork: false });
    expect(anna.body.limits).toMatchObject({ executionsAtOnce: 2, pages: 10_000 });
    expect(root.body).toMatchObject({ user: 'root', role: 'administrator' });
    expect((await auditOf()).sort()).toEqual(['user-created anna', 'user-created root']);
  });

  it('keeps what was given by hand, also before the first sign-in and against the configuration', async () => {
    const premium = { role: 'premium', rights: { ignoreRobots: true, allowPrivateNetwork: false } };
    const given = await api.send('root', 'PUT /v1/users/auth0%7C7', { body: premium });
    await api.send('root', 'PUT /v1/users/root2', { body: { role: 'standard' } });
    await api.send('anna', 'GET /v1/me');
    await api.send('root', 'PUT /v1/users/anna', { body: { role: 'premium' } });
    api.clock.ahead = MINUTE;

    expect([given.status, given.body.assigned]).toEqual([200, 'hand']);
    expect((await api.send('auth0|7', 'GET /v1/me')).body).toMatchObject(premium);
    expect((await api.send('anna', 'GET /v1/me')).body.role).toBe('premium');
    expect((await api.send('root', 'GET /v1/users')).body.items).toHaveLength(4);
    expect(await auditOf()).toContain('user-changed anna'); // two events of one millisecond come in any order
  });

  it('lets nobody but administrators see or change users, audit and blocklist', async () => {
    const asked = ['GET /v1/users', 'GET /v1/audit'].map((request) => api.send('anna', request));
    const body = { pattern: 'x.example' };
    const changes = [
      api.send('anna', 'PUT /v1/users/anna', { body: { role: 'administrator' } }),
      api.send('anna', 'POST /v1/blocklist', { body }),
      api.send('anna', `DELETE /v1/blocklist/b${'0'.repeat(32)}`),
    ];

    for (const answer of await Promise.all([...asked, ...changes])) {
      expect([answer.status, answer.body.code]).toEqual([403, 'RIGHT_MISSING']);
    }
    expect((await api.send('anna', 'GET /v1/users/anna')).status).toBe(200);
    expect((await api.send('anna', 'GET /v1/users/root')).status).toBe(404);
    expect((await api.send('anna', 'GET /v1/usage?user=root')).status).toBe(404);
  });

  it('keeps at least one administrator, also when two take the role from each other at one instant', async () => {
    const bench = openIdentityBench();
    const give = (by: string, id: string, role: string) => bench.send(by, `PUT /v1/users/${id}`, { body: { role } });
    try {
      await bench.send('root', 'GET /v1/me');
      const last = await give('root', 'root', 'standard');
      await give('root', 'anna', 'administrator');
      const both = await Promise.all([give('root', 'anna', 'standard'), give('anna', 'root', 'premium')]);

      const users = (await bench.send(null, 'GET /v1/users', { headers: { 'x-api-key': FIRST_KEY } })).body.items;
      expect([last.status, last.body.code]).toEqual([409, 'LAST_ADMINISTRATOR']);
      expect(both.some(({ status }) => status !== 200)).toBe(true);
      expect((users as { role: string }[]).filter(({ role }) => role === 'administrator').length).toBeGreaterThan(0);
    } finally {
      await bench.close();
    }
  });

  it.each(['local', 'deployment'])('lets nobody sign in as %s', async (name) => {
    expect((await api.send(name, 'GET /v1/me')).body.code).toBe('SIGN_IN_INVALID');
    expect((await api.send('root', `PUT /v1/users/${name}`, { body: { role: 'standard' } })).status).toBe(422);
  });

  it('takes API keys only where no issuer is configured', async () => {
    const keysOnly = openIdentityBench({ tokens: null });
    try {
      const key = { headers: { 'x-api-key': FIRST_KEY } };
      expect((await keysOnly.send('anna', 'GET /v1/me')).body.code).toBe('SIGN_IN_INVALID');
      expect((await keysOnly.send(null, 'GET /v1/me', key)).body).toMatchObject({ role: 'administrator' });
    } finally {
      await keysOnly.close();
    }
  });
});

describe('API keys (S16)', () => {
  it('shows a key once, keeps its digest only, and knows its owner by it', async () => {
    const made = await api.send('anna', 'POST /v1/keys', { body: { name: 'script' } });
    const { id, key, prefix } = made.body as { id: string; key: string; prefix: string };

    expect(made.status).toBe(201);
    expect(made.headers.get('location')).toBe(`/v1/keys/${id}`);
    expect(key).toMatch(/^surf_[0-9a-z]{8}_[0-9a-z]{36}$/);
    expect(key.startsWith(prefix)).toBe(true);
    expect((await withKey(key)).body).toMatchObject({ user: 'anna', role: 'standard' });
    const kept = JSON.stringify([await api.ports.accounts.key(id), (await api.send('anna', 'GET /v1/keys')).body]);
    expect(kept).not.toContain(key.slice(14));
  });

  it('is refused a minute after it was revoked, nor after its end, and never with a wrong end', async () => {
    const revoked = await keyOf('anna');
    const ending = await keyOf('anna', { expiresAt: new Date(Date.now() + 5 * MINUTE).toISOString() });
    await withKey(revoked.key);

    await api.send('anna', `DELETE /v1/keys/${revoked.id}`);
    api.clock.ahead = MINUTE;
    const after = await withKey(revoked.key);
    const before = await withKey(ending.key);
    api.clock.ahead = 6 * MINUTE;
    const over = await withKey(ending.key);

    expect([after.status, after.body.title]).toEqual([401, 'the key was revoked']);
    expect(before.status).toBe(200);
    expect([over.status, over.body.title]).toEqual([401, 'the key has expired']);
    expect((await withKey(`${ending.key.slice(0, -1)}!`)).body.title).toBe('there is no such key');
    expect((await withKey('')).status).toBe(401);
  });

  it('may never do more than its owner, and is made for others by administrators only', async () => {
    const strong = await api.send('anna', 'POST /v1/keys', { body: { name: 'x', role: 'administrator' } });
    const foreign = await api.send('anna', 'POST /v1/keys', { body: { name: 'x', owner: 'root' } });
    const past = await api.send('anna', 'POST /v1/keys', { body: { name: 'x', expiresAt: '2020-01-01T00:00:00Z' } });
    await api.send('root', 'PUT /v1/users/robot', { body: { role: 'premium' } });
    const robot = await keyOf('root', { owner: 'robot', role: 'premium' });
    const role = async () => (await withKey(robot.key)).body.role;
    const early = await role();
    await api.send('root', 'PUT /v1/users/robot', { body: { role: 'standard' } });
    api.clock.ahead = MINUTE;

    expect([strong.status, foreign.status, past.status]).toEqual([403, 403, 422]);
    expect([early, await role()]).toEqual(['premium', 'standard']);
    expect((await api.send('anna', `DELETE /v1/keys/${robot.id}`)).status).toBe(404);
    expect((await api.send('root', 'POST /v1/keys', { body: { name: 'x', owner: 'nobody' } })).status).toBe(404);
  });

  it('has the deployment’s first key be an administrator', async () => {
    expect((await withKey(FIRST_KEY)).body).toMatchObject({ user: 'deployment', role: 'administrator' });
    expect((await withKey(`${FIRST_KEY}x`)).status).toBe(401);
  });

  it('asks for the first key again within two seconds: one that was replaced, or is gone, opens nothing', async () => {
    let first: string | null = FIRST_KEY;
    let reads = 0;
    const bench = openIdentityBench({
      firstKeyHash: async () => {
        reads += 1;
        return first === null ? null : keyHash(first);
      },
    });
    const statusOf = async (key: string) =>
      (await bench.send(null, 'GET /v1/me', { headers: { 'x-api-key': key } })).status;
    try {
      const before = [await statusOf(FIRST_KEY), await statusOf(FIRST_KEY), await statusOf('other'), reads];
      first = 'other';
      bench.clock.ahead += 2_000;
      const replaced = [await statusOf(FIRST_KEY), await statusOf('other')];
      first = null;
      bench.clock.ahead += 2_000;

      expect(before).toEqual([200, 200, 401, 1]);
      expect(replaced).toEqual([401, 200]);
      expect([await statusOf(FIRST_KEY), await statusOf('other')]).toEqual([401, 401]);
    } finally {
      await bench.close();
    }
  });
});

describe('limits of a role (S16)', () => {
  it('refuses what is above them, naming the limit, and lowers what is unlimited', async () => {
    const of = async (limits: object) => start('anna', await saved('anna', { ...SHOP, limits }));
    const pages = await of({ pages: 10_001 });
    const depth = await of({ depth: 21 });
    const workers = await start('anna', await saved('anna', { ...SHOP, parallelism: 9 }));
    const unlimited = await of({ pages: null, budgetUsd: null });

    for (const [answer, name] of [
      [pages, 'limits.pages'],
      [depth, 'limits.depth'],
      [workers, 'parallelism'],
    ] as const) {
      expect([answer.status, answer.body.code]).toEqual([403, 'ROLE_LIMIT']);
      expect(answer.body.title).toContain(`${name} `);
    }
    expect(unlimited.body.limits).toMatchObject({ pages: 10_000, budgetUsd: 1 });
  });

  it('lowers what a workflow has by default, workers too', async () => {
    const standard = { ...UNHURRIED.standard, pages: 500, depth: 3, parallelism: 2 };
    const small = openIdentityBench({ roles: { ...UNHURRIED, standard } });
    try {
      const { body } = await small.send('anna', 'POST /v1/workflows', { body: SHOP });
      const started = await small.send('anna', `POST /v1/workflows/${String(body.id)}/executions`, { body: {} });

      const row = await small.ports.catalog.execution(started.body.execution as never);
      expect([started.status, started.body.limits]).toEqual([201, expect.objectContaining({ pages: 500, depth: 3 })]);
      expect(row.parallelism).toBe(2);
    } finally {
      await small.close();
    }
  });

  it('bounds an estimate as a start', async () => {
    const ask = (limits: object) => {
      const workflow = { seeds: ['http://a.example/'], scope: { blacklist: ['a.example'] }, limits };
      return api.send('anna', 'POST /v1/estimate', { body: { workflow } });
    };

    const unlimited = await ask({ pages: null });
    const above = await ask({ pages: 10_001 });

    expect(unlimited.body).toMatchObject({ pages: { high: 10_000, highFrom: 'limit' } });
    expect([above.status, above.body.code]).toEqual([403, 'ROLE_LIMIT']);
  });

  it('holds for continue, too', async () => {
    const { body } = await start('anna', await saved('anna'));
    const more = { action: 'continue', limits: { pages: 1_000_000 } };

    const answer = await api.send('anna', `POST /v1/executions/${String(body.execution)}/actions`, { body: more });

    expect([answer.status, answer.body.code]).toEqual([403, 'ROLE_LIMIT']);
  });

  it('queues executions beyond those that may go at once, and starts them as others end, in their order', async () => {
    const workflow = await saved('anna');
    const ids: string[] = [];
    for (let n = 0; n < 4; n += 1) {
      const { status, body } = await start('anna', workflow);
      expect([status, body.status]).toEqual([201, 'queued']);
      ids.push(String(body.execution));
    }
    const [first = '', second, third] = ids;
    expect(api.started).toEqual([`${first}-1`, `${second}-1`]);
    const resumed = await api.send('anna', `POST /v1/executions/${third}/actions`, { body: { action: 'resume' } });
    await start('bert', await saved('bert'));

    await api.send('anna', `POST /v1/executions/${first}/actions`, { body: { action: 'stop' } });
    await api.embedded.drive(first as never);
    const before = api.started.length;
    await startWaiting(api.ports);

    expect([resumed.status, resumed.body.code]).toEqual([429, 'EXECUTIONS_AT_ONCE']);
    expect(api.started.slice(before)).toContain(`${third}-1`);
    expect(api.started.slice(before)).not.toContain(`${ids[3]}-1`);
  });

  it('refuses one more when too many wait', async () => {
    const roles = { ...UNHURRIED, standard: { ...UNHURRIED.standard, executionsAtOnce: 1, executionsQueued: 1 } };
    const small = openIdentityBench({ roles });
    try {
      const { body } = await small.send('anna', 'POST /v1/workflows', { body: SHOP });
      const request = `POST /v1/workflows/${String(body.id)}/executions`;
      const key = { body: {}, headers: { 'idempotency-key': 'second' } };
      const answers = [await small.send('anna', request, { body: {} }), await small.send('anna', request, key)];
      const third = await small.send('anna', request, { body: {} });
      const again = await small.send('anna', request, key);

      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
      expect([third.status, third.body.code]).toEqual([429, 'EXECUTIONS_AT_ONCE']);
      expect(third.body.title).toContain('executionsQueued');
      expect(third.headers.get('retry-after')).not.toBeNull();
      expect([again.status, again.body.execution]).toEqual([201, answers[1]?.body.execution]);
    } finally {
      await small.close();
    }
  });

  it('lets a burst of requests in and says when to continue; counts those that were let in', async () => {
    const hurried = openIdentityBench({ roles: USUAL_ROLES });
    try {
      const answers = await Promise.all(Array.from({ length: 40 }, () => hurried.send('anna', 'GET /v1/workflows')));
      const refused = answers.filter(({ status }) => status === 429);
      hurried.clock.ahead = MINUTE;
      const usage = await hurried.send('anna', 'GET /v1/usage');

      expect(refused.length).toBeGreaterThanOrEqual(10);
      expect(refused.length).toBeLessThanOrEqual(15);
      expect(refused[0]?.headers.get('retry-after')).toBe('1');
      expect(refused[0]?.body.title).toContain('requestsPerSecond 5, burst 25');
      const [day] = usage.body.days as { requests: number }[];
      expect(day?.requests).toBe(40 - refused.length + 1);
      expect((await hurried.send('bert', 'GET /v1/me')).status).toBe(200);
    } finally {
      await hurried.close();
    }
  });
});
