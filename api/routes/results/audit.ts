import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import type { ApiEnv, ApiPorts } from '#api/http/api-ports.ts';
import { problems } from '#api/http/problem.ts';
import { streamOf } from '#api/http/stream.ts';
import { ownExecution } from '#api/routes/executions.ts';
import { ByExecution } from '#api/schemas/by-id.ts';
import { AuditLineSchema, AuditQuery } from '#api/schemas/results/audit.ts';
import { SurfError } from '#core/error.ts';

const JSON_LINES = 'application/jsonl';

/** Widened type: the route answers with lines, not with one object. */
const LINES: Record<string, { schema: typeof AuditLineSchema }> = { [JSON_LINES]: { schema: AuditLineSchema } };

const audit = createRoute({
  method: 'get',
  path: '/v1/executions/{id}/audit',
  tags: ['executions'],
  operationId: 'auditExecution',
  summary: 'The faults of the crawled site',
  description:
    'Broken links with their sources, redirects, titles, canonicals, sitemaps and more, one AuditLine a line; the first has the counts. Surf reads the ' +
    'archive and makes no request. A response that ends early is not complete. A deployment audits ended executions, in a function: it answers ' +
    '`AUDIT_RUNNING` meanwhile, and keeps the result for the next request.',
  request: { params: ByExecution, query: AuditQuery },
  responses: {
    200: { description: 'All lines.', content: LINES },
    ...problems(400, 401, 404, 409, 422, 429),
  },
});

export function auditRoutes(app: OpenAPIHono<ApiEnv>, ports: ApiPorts): void {
  app.openapi(audit, async (c) => {
    const caller = c.get('caller');
    const { compare, kind, severity, state } = c.req.valid('query');
    const { id } = await ownExecution(ports, caller, c.req.valid('param').id);
    const earlier = compare === undefined ? null : (await ownExecution(ports, caller, compare)).id;
    if (earlier === id)
      throw new SurfError('REQUEST_INVALID', `compare: ${compare} is the execution itself`, {
        remedy: 'name an earlier execution',
      });
    if (state !== undefined && earlier === null)
      throw new SurfError('REQUEST_INVALID', 'state: only a comparison has states', {
        remedy: 'name an earlier execution with compare',
      });
    const lines = ports.issues({
      id,
      code: kind,
      least: severity,
      state,
      ...(earlier !== null && { compare: earlier }),
    });
    return c.body(await streamOf(lines), 200, { 'Content-Type': JSON_LINES });
  });
}
