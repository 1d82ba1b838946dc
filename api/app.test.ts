import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ApiBench, openApiBench } from '#test/api/api-bench.ts';

const SHOP = { name: 'shop', seeds: ['http://shop.example/'] };

let api: ApiBench;
beforeEach(() => {
  api = openApiBench();
});
afterEach(() => api.close());

const saved = async (as: 'admin' | 'anna' = 'admin'): Promise<string> =>
  String((await api.send('POST', '/v1/workflows', { body: SHOP, as })).body.id);

const startedBy = async (as: 'admin' | 'anna' = 'admin'): Promise<string> =>
  String((await api.send('POST', `/v1/workflows/${await saved(as)}/executions`, { as, body: {} })).body.execution);

describe('workflows over the API (S14, U4)', () => {
  it('saves one, with where it is and its version', async () => {
    const answer = await api.send('POST', '/v1/workflows', { body: SHOP });

    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`/v1/workflows/${String(answer.body.id)}`);
    expect(answer.headers.get('etag')).toBe('"1"');
    expect(answer.body).toMatchObject({ name: 'shop', version: 1, definition: { limits: { pages: 10_000 } } });
  });

  it('says of a wrong definition what field, value and remedy are', async () => {
    const answer = await api.send('POST', '/v1/workflows', { body: { ...SHOP, limits: { depth: -1 } } });

    expect(answer.status).toBe(422);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.body).toMatchObject({ code: 'FIELD_INVALID', status: 422 });
    expect(answer.body.title).toContain('limits.depth');
    expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'));
  });

  it('changes one only from the version that was read', async () => {
    const id = await saved();
    const change = (etag: string, name: string) =>
      api.send('PUT', `/v1/workflows/${id}`, { body: { ...SHOP, name }, headers: { 'if-match': etag } });

    const second = await change('"1"', 'second');
    const late = await change('"1"', 'late');
    const blind = await api.send('PUT', `/v1/workflows/${id}`, { body: SHOP });

    expect([second.status, second.headers.get('etag')]).toEqual([200, '"2"']);
    expect([late.status, late.body.code]).toEqual([412, 'VERSION_CHANGED']);
    expect([blind.status, blind.body.code]).toEqual([428, 'VERSION_MISSING']);
    expect((await api.send('GET', `/v1/workflows/${id}`)).body).toMatchObject({ version: 2, name: 'second' });
    expect((await api.send('GET', `/v1/workflows/${id}/versions/1`)).body).toMatchObject({ name: 'shop' });
  });

  it('pages through a list by the cursor, each once', async () => {
    const ids = [await saved(), await saved(), await saved()];

    const first = await api.send('GET', '/v1/workflows?limit=2');
    const second = await api.send('GET', `/v1/workflows?limit=2&next=${String(first.body.next)}`);

    const listed = [first, second].flatMap(({ body }) => (body.items as { id: string }[]).map(({ id }) => id));
    expect(listed.sort()).toEqual(ids.sort());
    expect(second.body.next).toBeNull();
  });

  it('deletes one; what ran of it stays', async () => {
    const id = await saved();
    const execution = String((await api.send('POST', `/v1/workflows/${id}/executions`, { body: {} })).body.execution);

    expect((await api.send('DELETE', `/v1/workflows/${id}`)).status).toBe(204);
    expect((await api.send('GET', `/v1/workflows/${id}`)).body.code).toBe('WORKFLOW_NOT_FOUND');
    expect((await api.send('GET', `/v1/executions/${execution}`)).status).toBe(200);
  });
});

describe('executions over the API (S14)', () => {
  it('starts one: it is queued, and its first run on the way', async () => {
    const id = await saved();

    const answer = await api.send('POST', `/v1/workflows/${id}/executions`, { body: {} });

    const execution = String(answer.body.execution);
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`/v1/executions/${execution}`);
    expect(answer.body).toMatchObject({ status: 'queued', workflow: { id, version: 1 }, owner: 'local' });
    expect(api.started).toEqual([`${execution}-1`]);
  });

  it('starts one for the same Idempotency-Key, however often it is sent', async () => {
    const id = await saved();
    const send = (body: object) =>
      api.send('POST', `/v1/workflows/${id}/executions`, { body, headers: { 'idempotency-key': 'once' } });

    const answers = await Promise.all([send({}), send({}), send({})]);
    const other = await send({ settings: { allowPrivateNetwork: true } });

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.execution)).size).toBe(1);
    expect((await api.send('GET', '/v1/executions')).body.items).toHaveLength(1);
    expect([other.status, other.body.code]).toEqual([409, 'REQUEST_REPEATED']);
  });

  it('takes commands that fit the state, and lowers no limit of a wave that is planned', async () => {
    const execution = await startedBy();
    const act = (body: object) => api.send('POST', `/v1/executions/${execution}/actions`, { body });

    const stop = await act({ action: 'stop' });
    const lower = await act({ action: 'continue', limits: { pages: 5 } });

    expect([stop.status, stop.body.desired]).toEqual([200, 'stop']);
    expect(api.started).toEqual([`${execution}-1`, `${execution}-2`]);
    expect([lower.status, lower.body.code]).toEqual([409, 'CONTINUE_BELOW_USED']);
    expect(lower.body.title).toContain('pages 5');
  });

  it('rebuilds for administrators only, and only what has ended', async () => {
    const execution = await startedBy();
    const body = { action: 'rebuild' };

    const running = await api.send('POST', `/v1/executions/${execution}/actions`, { body });
    const other = await api.send('POST', `/v1/executions/${await startedBy('anna')}/actions`, { as: 'anna', body });

    expect([running.status, running.body.code]).toEqual([409, 'STATE_CONFLICT']);
    expect([other.status, other.body.code]).toEqual([403, 'RIGHT_MISSING']);
  });

  it('lists what happened, oldest first', async () => {
    const execution = await startedBy();
    await api.send('POST', `/v1/executions/${execution}/actions`, { body: { action: 'pause' } });

    const answer = await api.send('GET', `/v1/executions/${execution}/events?limit=1`);
    const rest = await api.send('GET', `/v1/executions/${execution}/events?next=${String(answer.body.next)}`);

    expect(answer.body.items).toMatchObject([{ seq: 1, type: 'created' }]);
    expect(rest.body).toMatchObject({ items: [{ seq: 2, type: 'control', text: 'pause' }], next: null });
  });
});

describe('who may see what (S15)', () => {
  it('answers without credentials only whether it is there', async () => {
    const asked = ['/v1/workflows', '/v1/executions', '/openapi.json', '/v1/nothing'];
    const answers = await Promise.all(asked.map((path) => api.send('GET', path, { as: 'nobody' })));

    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(asked.map(() => [401, 'SIGN_IN_REQUIRED']));
    expect((await api.send('GET', '/health', { as: 'nobody' })).body).toEqual({ status: 'ok', version: 'test' });
  });

  it('hides what is another user’s on every route, and shows administrators all', async () => {
    const workflow = await saved('anna');
    const execution = await startedBy('anna');
    const asked = [
      ['GET', `/v1/workflows/${workflow}`],
      ['GET', `/v1/workflows/${workflow}/versions/1`],
      ['PUT', `/v1/workflows/${workflow}`, SHOP],
      ['DELETE', `/v1/workflows/${workflow}`],
      ['POST', `/v1/workflows/${workflow}/executions`, {}],
      ['GET', `/v1/executions/${execution}`],
      ['GET', `/v1/executions/${execution}/events`],
      ['POST', `/v1/executions/${execution}/actions`, { action: 'stop' }],
    ] as const;

    const answers = await Promise.all(
      asked.map(([method, path, body]) => api.send(method, path, { as: 'bert', ...(body !== undefined && { body }) })),
    );

    expect(answers.map(({ status }) => status)).toEqual(asked.map(() => 404));
    expect((await api.send('GET', '/v1/workflows', { as: 'bert' })).body.items).toEqual([]);
    expect((await api.send('GET', '/v1/executions', { as: 'bert' })).body.items).toEqual([]);
    expect((await api.send('GET', `/v1/executions/${execution}`)).status).toBe(200);
  });

  it('refuses what needs a right that the caller lacks, and names the right', async () => {
    const rude = await api.send('POST', '/v1/workflows', {
      body: { ...SHOP, politeness: { robots: 'ignore' } },
      as: 'anna',
    });
    const workflow = await saved('anna');
    const inside = await api.send('POST', `/v1/workflows/${workflow}/executions`, {
      body: { settings: { allowPrivateNetwork: true } },
      as: 'anna',
    });

    expect([rude.status, rude.body.code]).toEqual([403, 'RIGHT_MISSING']);
    expect([inside.status, inside.body.code]).toEqual([403, 'RIGHT_MISSING']);
    expect([rude.body.title, inside.body.title]).toEqual([
      'politeness.robots: ignore needs the right ignoreRobots',
      'settings.allowPrivateNetwork and settings.connectTo need the right allowPrivateNetwork',
    ]);
  });
});

describe('requests that are wrong', () => {
  it.each([
    ['no JSON', 'POST', '/v1/workflows', 400, 'REQUEST_INVALID'],
    ['no such route', 'GET', '/v1/nothing', 404, 'ROUTE_NOT_FOUND'],
    ['an id that is none', 'GET', '/v1/executions/abc', 400, 'REQUEST_INVALID'],
    ['a limit that is none', 'GET', '/v1/executions?limit=0', 400, 'REQUEST_INVALID'],
    ['an unknown execution', 'GET', '/v1/executions/x00000000000000', 404, 'EXECUTION_NOT_FOUND'],
  ])('%s: a problem with its code', async (_, method, path, status, code) => {
    const answer = await api.send(
      method,
      path,
      method === 'POST' ? { headers: { 'content-type': 'application/json' } } : {},
    );

    expect(answer.body).toMatchObject({ status, code });
    expect(answer.status).toBe(status);
  });

  it.each([
    ['executions/abc', '"abc" is not an id of an execution'],
    ['workflows/X/schedules', '"X" is not an id of a workflow'],
    [`executions/x00000000000000/pages/%22`, '"\\"" is not a key of a page'],
    ['executions/x00000000000000/downloads/%20', '" " has a wrong form'],
  ])('names the faulty part of a path in plain words and shows no expression: %s', async (path, title) => {
    const { status, body } = await api.send('GET', `/v1/${path}`);

    expect([status, body.title, body.remedy]).toEqual([400, title, 'check the address, or take it from a list']);
  });

  it.each([
    ['executions?limit=0', 'query.limit is less than 1'],
    ['executions/x00000000000000/search?q=', 'query.q is empty'],
    ['executions/x00000000000000/exports/near?threshold=abc', 'query.threshold is not a number'],
  ])('names the faulty part of a query in plain words: %s', async (path, title) => {
    const { status, body } = await api.send('GET', `/v1/${path}`);

    expect([status, body.title, body.remedy]).toEqual([400, title, 'GET /openapi.json describes every request']);
  });

  it('names the fault of a selector that matches nothing on any page', async () => {
    const body = { ...SHOP, selection: { fields: { price: '..price' } } };

    const saved = await api.send('POST', '/v1/workflows', { body });

    expect([saved.status, saved.body.code]).toEqual([422, 'SELECTOR_INVALID']);
    expect(saved.body.title).toBe('selection.fields.price is "..price": a name is missing after .');
  });

  it('refuses a body that is too large', async () => {
    const answer = await api.send('POST', '/v1/workflows', { body: { ...SHOP, name: 'x'.repeat(300_000) } });

    expect([answer.status, answer.body.code]).toEqual([413, 'REQUEST_TOO_LARGE']);
  });
});
