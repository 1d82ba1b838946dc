import { readFileSync } from 'node:fs';
import { handle, type LambdaContext, type LambdaEvent } from 'hono/aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyHash } from '#core/identity/api-key.ts';
import { type ApiBench, openApiBench } from '#test/api/api-bench.ts';
import { parseEnvironment } from '../settings/settings.ts';
import { deployedApp, VERSION } from './deployed-app.ts';

const KEY = 'the-first-key-of-this-deployment';
const ENVIRONMENT = parseEnvironment({
  AWS_REGION: 'eu-central-1',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '1024',
  SURF_STAGE: 'main',
  SURF_DEFAULTS: JSON.stringify({ userAgent: 'ours/1', allowPrivateNetwork: true, connectTo: [] }),
  SURF_ROLES: JSON.stringify({ administrator: { pages: 7 } }),
});

let api: ApiBench;
let faults: string[];
let ask: (
  request: string,
  options?: { key?: string; body?: string; query?: Record<string, string[]> },
) => Promise<{ status: number; headers: Record<string, string>; bytes: Buffer; body: Record<string, unknown> }>;
beforeAll(() => {
  api = openApiBench({ downloads: { mostAnswerBytes: 4_000_000, link: async () => null } });
  faults = [];
  const app = deployedApp({
    environment: ENVIRONMENT,
    telemetry: {
      begin: () => undefined,
      line: () => undefined,
      count: () => undefined,
      flush: () => undefined,
      problem: (message, { path, requestId }, error) => void faults.push(`${requestId} ${message} ${path} ${error}`),
    },
    ports: api.ports,
    firstKeyHash: async () => keyHash(KEY),
    console: new Map([
      ['index.html', Buffer.from('<head><base href="/" /></head>')],
      ['assets/a.js', Buffer.from('let a')],
    ]),
  });
  const answer = handle(app, { isContentTypeBinary: () => true });
  ask = async (request, { key = KEY, body, query } = {}) => {
    const [method = '', path = ''] = request.split(' ');
    const context = { awsRequestId: 'invocation-1' } as LambdaContext;
    const result = await answer(gatewayEvent({ method, path, key, body, query }), context);
    const bytes = Buffer.from(result.body, result.isBase64Encoded ? 'base64' : 'utf8');
    const given = (result.multiValueHeaders ?? {}) as Readonly<Record<string, readonly string[]>>;
    const headers = Object.fromEntries(Object.entries(given).map(([name, [value = '']]) => [name, value]));
    const isJson = /json/.test(headers['content-type'] ?? '');
    return { status: result.statusCode, headers, bytes, body: isJson ? JSON.parse(bytes.toString()) : {} };
  };
});
afterAll(() => api.close());

/** As a REST API sends it that takes every media type for binary. */
function gatewayEvent(of: {
  readonly method: string;
  readonly path: string;
  readonly key: string;
  readonly body: string | undefined;
  readonly query: Record<string, string[]> | undefined;
}): LambdaEvent {
  const headers = {
    'content-type': ['application/json'],
    Host: ['abc123.execute-api.eu-central-1.amazonaws.com'],
    ...(of.key !== '' && { 'X-Api-Key': [of.key] }),
  };
  const event = {
    version: '1.0',
    resource: '/{proxy+}',
    httpMethod: of.method,
    path: of.path,
    headers: Object.fromEntries(Object.entries(headers).map(([name, [value]]) => [name, value])),
    multiValueHeaders: headers,
    multiValueQueryStringParameters: of.query ?? null,
    body: of.body === undefined ? null : Buffer.from(of.body).toString('base64'),
    isBase64Encoded: of.body !== undefined,
    requestContext: {
      domainName: 'abc123.execute-api.eu-central-1.amazonaws.com',
      stage: 'main',
      path: `/main${of.path}`,
      httpMethod: of.method,
    },
  };
  return event as unknown as LambdaEvent;
}

describe('the app behind API Gateway', () => {
  it('answers under the stage’s prefix, with the deployment’s defaults and limits', async () => {
    const made = await ask('POST /v1/workflows', { body: '{"seeds": ["https://example.org/"]}' });
    const { id, definition } = made.body as { id: string; definition: { politeness: { userAgent: string } } };
    const started = await ask(`POST /v1/workflows/${id}/executions`, { body: '{}' });
    const more = await ask(`POST /v1/workflows/${id}/executions`, { body: '{"version": 1}' });

    expect([made.status, made.headers.location]).toEqual([201, `/main/v1/workflows/${id}`]);
    expect(definition.politeness.userAgent).toBe('ours/1');
    // The workflow says nothing of pages: the role's bound takes the place of the default, 10,000.
    expect([started.status, more.status, started.body.limits]).toEqual([
      201,
      201,
      expect.objectContaining({ pages: 7 }),
    ]);
  });

  it('gives what the deployment opens to everybody, and leaves a workflow its own user agent', async () => {
    const body = JSON.stringify({
      seeds: ['http://10.0.0.1/'],
      limits: { pages: 5 },
      politeness: { userAgent: 'mine/2' },
    });
    const made = await ask('POST /v1/workflows', { body });
    const started = await ask(`POST /v1/workflows/${made.body.id}/executions`, { body: '{}' });

    expect(made.body.definition).toMatchObject({ politeness: { userAgent: 'mine/2' } });
    expect([started.status, started.body.exemptions]).toEqual([201, ['allowPrivateNetwork']]);
    expect(api.started).toContain(`${started.body.execution}-1`);
  });

  it('takes a query as it was meant', async () => {
    const { status, body } = await ask('GET /v1/workflows', { query: { limit: ['1'] } });

    expect([status, (body.items as unknown[]).length]).toEqual([200, 1]);
    expect((await ask('GET /v1/workflows', { query: { limit: ['1&limit=2'] } })).status).toBe(400);
  });

  it('sends everything as bytes, which the gateway hands on', async () => {
    const script = await ask('GET /assets/a.js', { key: '' });
    const page = await ask('GET /workflows/any', { key: '' });

    expect([script.status, script.bytes.toString()]).toEqual([200, 'let a']);
    expect(page.bytes.toString()).toContain('<base href="/main/"');
  });

  it('describes itself under the same prefix', async () => {
    expect((await ask('GET /openapi.json')).body.servers).toEqual([{ url: '/main/' }]);
  });

  it('requires a key for everything else', async () => {
    for (const key of ['', 'guessed'])
      for (const path of ['/v1/me', '/v1', '/openapi.json', '/docs'])
        expect([path, (await ask(`GET ${path}`, { key })).status]).toEqual([path, 401]);
    expect((await ask('GET /config.json', { key: '' })).body).toMatchObject({ stage: 'main', version: VERSION });
  });

  it('names the invocation in every answer, as the log does', async () => {
    const { headers, body } = await ask('GET /v1/nothing');
    const health = await ask('GET /health', { key: '' });

    expect([headers['x-request-id'], body.requestId, health.headers['x-request-id']]).toEqual(
      Array.from({ length: 3 }, () => 'invocation-1'),
    );
  });

  it('logs what it does not tell', async () => {
    const { workflows } = api.ports;
    const list = workflows.list;
    workflows.list = async () => {
      throw new Error('secret table name');
    };
    const { status, bytes } = await ask('GET /v1/workflows');
    workflows.list = list;

    expect([status, bytes.toString().includes('secret')]).toEqual([500, false]);
    expect(faults).toEqual(['invocation-1 request failed /v1/workflows Error: secret table name']);
  });

  it('is the software that package.json names', () => {
    const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');

    expect((JSON.parse(manifest) as { version: string }).version).toBe(VERSION);
  });
});
