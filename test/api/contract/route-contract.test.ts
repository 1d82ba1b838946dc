import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { description } from '#api/description.ts';
import { type ApiBench, openApiBench } from '#test/api/api-bench.ts';
import { operationsOf } from '#test/api/fuzz/fuzz-request.ts';

const OPERATIONS = operationsOf(JSON.parse(description())).filter(({ path }) => path.startsWith('/v1/'));
const PATHS = [...new Set(OPERATIONS.map(({ path }) => path))];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const placeOf = (path: string): string => path.replaceAll(/\{\w+\}/g, 'x0000000001');

describe('what the description has not', () => {
  let api: ApiBench;
  beforeAll(() => {
    api = openApiBench();
  });
  afterAll(() => api.close());

  it.each(PATHS)('%s answers other methods with 405 and those it takes', async (path) => {
    const taken = OPERATIONS.filter((each) => each.path === path).map(({ method }) => method);
    const refused = METHODS.filter((method) => !taken.includes(method));

    const answers = await Promise.all(refused.map((method) => api.send(method, placeOf(path))));

    const allow = [...taken, ...(taken.includes('GET') ? ['HEAD'] : [])].sort().join(', ');
    expect(answers.map(({ status, body, headers }) => [status, body.code, headers.get('allow')])).toEqual(
      refused.map(() => [405, 'METHOD_NOT_ALLOWED', allow]),
    );
  });

  it.each(OPERATIONS.map(({ method, path }) => [method, path]))(
    '%s %s refuses a query parameter that it does not know',
    async (method, path) => {
      const { status, body } = await api.send(method, `${placeOf(path)}?limits=1`);

      expect([status, body.code]).toEqual([400, 'REQUEST_INVALID']);
      expect(body.title).toBe('query: the operation has no parameter "limits"');
    },
  );

  it('names the nearest parameter', async () => {
    const { body } = await api.send('GET', '/v1/executions?stauts=failed');

    expect(body.remedy).toBe('did you mean status? It takes limit, next, status, workflow, owner');
  });

  it('answers 404 for a path that is none', async () => {
    expect((await api.send('PUT', '/v1/nothing')).status).toBe(404);
  });
});

describe('the description', () => {
  const { components, paths } = JSON.parse(description());

  it('requires no limit of new limits', () => {
    expect(components.schemas.LimitsOverride).not.toHaveProperty('required');
    expect(components.schemas.LimitsOverride.properties).toHaveProperty('pagesPerHost');
  });

  it('has a type for each form of the records', () => {
    const { content } = paths['/v1/executions/{id}/records'].get.responses['200'];

    expect(Object.keys(content)).toEqual(['application/json', 'application/jsonl', 'text/csv']);
  });
});
