import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import type { ApiEnv, ApiPorts } from '#api/http/api-ports.ts';
import { problems } from '#api/http/problem.ts';
import { streamOf } from '#api/http/stream.ts';
import { ownExecution } from '#api/routes/executions.ts';
import { earlierThan } from '#api/routes/results/earlier-execution.ts';
import { ByExecution } from '#api/schemas/by-id.ts';
import { ChangeQuery, DiffLineSchema } from '#api/schemas/results/change.ts';

const JSON_LINES = 'application/jsonl';

/** Widened type: the route answers with lines, not with one object. */
const LINES: Record<string, { schema: typeof DiffLineSchema }> = { [JSON_LINES]: { schema: DiffLineSchema } };

const list = createRoute({
  method: 'get',
  path: '/v1/executions/{id}/changes',
  tags: ['executions'],
  operationId: 'listChanges',
  summary: 'What changed since another execution',
  description:
    'Pages added, removed, moved, changed and unknown, and other URLs that redirect elsewhere or answer with another status, one DiffLine a line; ' +
    'the first has the counts. What a limit, a failure or a rule kept this ' +
    'execution from is unknown, never removed. A response that ends early is not complete. A deployment compares ended executions, in a function: it ' +
    'answers `COMPARISON_RUNNING` meanwhile, and keeps the result for the next request.',
  request: { params: ByExecution, query: ChangeQuery },
  responses: {
    200: { description: 'All lines.', content: LINES },
    ...problems(400, 401, 404, 409, 422, 429),
  },
});

export function changeRoutes(app: OpenAPIHono<ApiEnv>, ports: ApiPorts): void {
  app.openapi(list, async (c) => {
    const caller = c.get('caller');
    const { since, kind, by, links } = c.req.valid('query');
    const row = await ownExecution(ports, caller, c.req.valid('param').id);
    const before = await earlierThan(ports, caller, { row, since, field: 'since' });
    const lines = ports.changes({
      before,
      after: row.id,
      ...(kind !== undefined && { kind }),
      ...(by && { by }),
      links: links === 'true',
    });
    return c.body(await streamOf(lines), 200, { 'Content-Type': JSON_LINES });
  });
}
