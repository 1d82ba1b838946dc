import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApiServer, fetchSigned } from '#adapters/api/api-server.ts';
import { RemoteRun } from '#cli/backend/remote-run.ts';
import type { ExecutionId } from '#core/model/ids.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Handler =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const problem = (status: number, code: string, headers: Record<string, string> = {}): Handler =>
  json(status, { code, title: `it is ${code}`, remedy: 'do so', requestId: 'r1', status, type: '' }, headers);
const html =
  (status: number): Handler =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end('<p>a gateway');

const ME = { user: 'anna', email: null, role: 'standard', rights: {}, limits: null };
const ID = 'x00000000000' as ExecutionId;

describe('the command line’s way to a server', () => {
  let http: Server;
  let address = '';
  /** The answers, one after the other; the last one for good. */
  let answers: Handler[] = [];
  let seen: { path: string; key: string | undefined }[] = [];

  beforeAll(async () => {
    http = createServer((request, response) => {
      seen.push({ path: request.url ?? '', key: request.headers['x-api-key'] as string | undefined });
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      answer?.(request, response);
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    seen = [];
  });
  afterAll(() => {
    http.closeAllConnections();
    http.close();
  });

  const ask = async (...given: Handler[]): Promise<unknown> => {
    answers = given;
    const server = new ApiServer({ address, key: 'surf_k' });
    return await server.answer(server.client.GET('/v1/me'));
  };

  it('sends the key, and asks again when the role allows it again', async () => {
    const busy = problem(429, 'RATE_EXCEEDED', { 'retry-after': '0' });

    expect(await ask(busy, busy, problem(503, 'STORE_THROTTLED', { 'retry-after': '0' }), json(200, ME))).toEqual(ME);
    expect(seen).toEqual(Array(4).fill({ path: '/v1/me', key: 'surf_k' }));
  });

  it.each([
    [
      'a limit that does not pass by itself',
      problem(429, 'EXECUTIONS_AT_ONCE', { 'retry-after': '0' }),
      'EXECUTIONS_AT_ONCE',
    ],
    ['more than a few seconds', problem(429, 'RATE_EXCEEDED', { 'retry-after': '3600' }), 'RATE_EXCEEDED'],
    ['a state', problem(409, 'STATE_CONFLICT'), 'STATE_CONFLICT'],
    ['a fault of the server', problem(500, 'INTERNAL'), 'SERVER_FAILED'],
    ['a gateway that is not a Surf', html(502), 'SERVER_FAILED'],
    ['a page instead of JSON', html(200), 'SERVER_FAILED'],
  ])('tells of %s at once', async (_, answer, code) => {
    await expect(ask(answer)).rejects.toMatchObject({ code });
    expect(seen).toHaveLength(1);
  });

  it('says what to do in commands, not in requests', async () => {
    await expect(ask(problem(401, 'SIGN_IN_INVALID'))).rejects.toMatchObject({
      message: 'it is SIGN_IN_INVALID',
      remedy: expect.stringContaining('surf login'),
    });
    await expect(ask(problem(422, 'FIELD_INVALID'))).rejects.toMatchObject({ remedy: 'do so' });
    await expect(ask(problem(404, 'ROUTE_NOT_FOUND'))).rejects.toMatchObject({ remedy: 'do so' });
    const { client } = new ApiServer({ address: `${address}/v1` });
    const asked = new ApiServer({ address: `${address}/v1` }).answer(client.GET('/v1/me'));
    await expect(asked).rejects.toMatchObject({ remedy: 'leave /v1 out of the address of the server' });
  });

  it('follows no redirect: the key would go along', async () => {
    const away: Handler = (_, response) => response.writeHead(307, { location: `${address}/elsewhere` }).end();

    await expect(ask(away)).rejects.toMatchObject({ code: 'SERVER_FAILED' });
    expect(seen.map(({ path }) => path)).toEqual(['/v1/me']);
  });

  it('fetches what lies elsewhere without the key, and not where it could be changed on the way', async () => {
    answers = [(_, response) => response.end('bytes')];

    expect(Buffer.from(await fetchSigned(`${address}/signed?x=1`)).toString()).toBe('bytes');
    expect(seen).toEqual([{ path: '/signed?x=1', key: undefined }]);
    await expect(fetchSigned('http://bucket.example/signed')).rejects.toMatchObject({ code: 'SERVER_FAILED' });
  });

  it('reads again where a connection breaks, and repeats nothing that changes something', async () => {
    const broken: Handler = (_, response) => response.destroy();
    const cut: Handler = (_, response) => {
      response.writeHead(200, { 'content-length': '5' }).write('by', () => response.destroy());
    };
    const whole: Handler = (_, response) => response.end('bytes');

    expect(await ask(broken, broken, json(200, ME))).toEqual(ME);
    answers = [cut, whole];
    expect(Buffer.from(await fetchSigned(`${address}/signed`)).toString()).toBe('bytes');
    await expect(ask(broken)).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' });
    answers = [cut];
    await expect(fetchSigned(`${address}/signed`)).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' });
    expect(seen).toHaveLength(3 + 2 + 3 + 3);
    answers = [broken];
    const server = new ApiServer({ address });
    const stop = { params: { path: { id: ID } }, body: { action: 'stop' as const } };
    const stopped = server.answer(server.client.POST('/v1/executions/{id}/actions', stop));
    await expect(stopped).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' });
    expect(seen).toHaveLength(12);
  });

  it('follows an execution through a bad minute of the server, until its last files are there', async () => {
    const view = (status: string, wave: number) =>
      json(200, { execution: ID, owner: 'anna', status, wave, desired: 'run' });
    const events = (...types: string[]) => json(200, { items: types.map((type) => ({ type })), next: null });
    answers = [
      view('limited', 3), // the state before the resume
      html(502),
      view('running', 4),
      view('succeeded', 5),
      events('created', 'closed'),
      events('created', 'closed', 'finished'),
      view('succeeded', 5),
    ];

    const end = await new RemoteRun(new ApiServer({ address }), ID, 3).end();

    expect(end).toEqual({ execution: ID, status: 'succeeded', wave: 5, desired: 'run' });
    expect(seen.map(({ path }) => path.replace(/\?.*$/, '').replace(/^.*\//, ''))).toEqual([
      ...[ID, ID, ID, ID],
      ...['events', 'events'],
      ID,
    ]);
  });
});
