import { describe, expect, it } from 'vitest';
import { description } from '#api/description.ts';
import { weightOf } from '#api/middleware/request-weight.ts';
import { operationsOf } from '#test/api/fuzz/fuzz-request.ts';

const weigh = (method: string, path: string, more: { accept?: string; body?: string } = {}): string =>
  weightOf({
    method,
    path,
    accept: more.accept ?? null,
    body: more.body === undefined ? null : new TextEncoder().encode(more.body),
  });

describe('the weight of a request', () => {
  it('is of every operation what its work is: a new operation is to be judged here', () => {
    const weights = operationsOf(JSON.parse(description())).map(
      ({ method, path }) => `${weigh(method, path.replaceAll(/\{\w+\}/g, 'x1'))} ${method} ${path}`,
    );

    expect(weights.filter((line) => !line.startsWith('light')).sort()).toMatchInlineSnapshot(`
      [
        "heavy GET /v1/executions/{id}/difference",
        "heavy GET /v1/executions/{id}/downloads",
        "heavy GET /v1/executions/{id}/explain",
        "heavy GET /v1/executions/{id}/external",
        "heavy GET /v1/executions/{id}/history",
        "heavy GET /v1/executions/{id}/links",
        "heavy GET /v1/executions/{id}/pages/{key}",
        "heavy GET /v1/executions/{id}/records",
        "heavy GET /v1/executions/{id}/tasks",
        "heavy GET /v1/workflows/{id}/collection",
        "heavy POST /v1/estimate",
        "heavy POST /v1/preview",
        "heavy POST /v1/workflows",
        "heavy POST /v1/workflows/{id}/executions",
        "heavy PUT /v1/me/subscriptions/{name}",
        "heavy PUT /v1/workflows/{id}",
        "heavy PUT /v1/workflows/{id}/subscriptions/{name}",
        "long GET /v1/executions/{id}/archive/{name}",
        "long GET /v1/executions/{id}/audit",
        "long GET /v1/executions/{id}/changes",
        "long GET /v1/executions/{id}/downloads/{name}",
        "long GET /v1/executions/{id}/duplicates",
        "long GET /v1/executions/{id}/exports/{format}",
        "long GET /v1/executions/{id}/external/check",
        "long GET /v1/executions/{id}/search",
        "long GET /v1/executions/{id}/topics",
        "long POST /v1/executions/{id}/external/check",
      ]
    `);
    expect(weights.filter((line) => line.startsWith('light')).sort()).toMatchInlineSnapshot(`
      [
        "light DELETE /v1/blocklist/{id}",
        "light DELETE /v1/executions/{id}",
        "light DELETE /v1/keys/{id}",
        "light DELETE /v1/me/subscriptions/{name}",
        "light DELETE /v1/workflows/{id}",
        "light DELETE /v1/workflows/{id}/schedules/{name}",
        "light DELETE /v1/workflows/{id}/subscriptions/{name}",
        "light GET /config.json",
        "light GET /health",
        "light GET /v1/audit",
        "light GET /v1/blocklist",
        "light GET /v1/executions",
        "light GET /v1/executions/{id}",
        "light GET /v1/executions/{id}/archive",
        "light GET /v1/executions/{id}/events",
        "light GET /v1/executions/{id}/exports",
        "light GET /v1/executions/{id}/workflow",
        "light GET /v1/keys",
        "light GET /v1/keys/{id}",
        "light GET /v1/me",
        "light GET /v1/me/subscriptions",
        "light GET /v1/me/subscriptions/{name}/deliveries",
        "light GET /v1/schedules",
        "light GET /v1/usage",
        "light GET /v1/users",
        "light GET /v1/users/{id}",
        "light GET /v1/workflows",
        "light GET /v1/workflows/{id}",
        "light GET /v1/workflows/{id}/executions",
        "light GET /v1/workflows/{id}/schedules",
        "light GET /v1/workflows/{id}/subscriptions",
        "light GET /v1/workflows/{id}/subscriptions/{name}/deliveries",
        "light GET /v1/workflows/{id}/versions/{version}",
        "light POST /v1/blocklist",
        "light POST /v1/executions/{id}/actions",
        "light POST /v1/keys",
        "light POST /v1/me/subscriptions/{name}/deliveries/{message}/retry",
        "light POST /v1/me/subscriptions/{name}/rotate",
        "light POST /v1/me/subscriptions/{name}/test",
        "light POST /v1/schedule-times",
        "light POST /v1/workflows/{id}/subscriptions/{name}/deliveries/{message}/retry",
        "light POST /v1/workflows/{id}/subscriptions/{name}/rotate",
        "light POST /v1/workflows/{id}/subscriptions/{name}/test",
        "light PUT /v1/users/{id}",
        "light PUT /v1/workflows/{id}/schedules/{name}",
      ]
    `);
  });

  it('is long where one request reads all records, and where an execution is verified', () => {
    const actions = '/v1/executions/x1/actions';

    expect(weigh('GET', '/v1/executions/x1/records', { accept: 'text/csv' })).toBe('long');
    expect(weigh('HEAD', '/v1/executions/x1/explain')).toBe('heavy');
    expect(weigh('POST', actions, { body: '{"action":"pause"}' })).toBe('light');
    expect(weigh('POST', actions, { body: '{"action":"verify"}' })).toBe('long');
    expect(weigh('POST', actions, { body: '{"\\u0061ction":"verif\\u0079"}' })).toBe('long');
    expect(weigh('POST', actions, { body: `{"action":"verify"${' '.repeat(5_000)}}` })).toBe('long');
    expect(weigh('POST', actions, { body: 'no JSON' })).toBe('light');
  });
});
