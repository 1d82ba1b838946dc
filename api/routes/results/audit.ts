import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import type { ApiEnv, ApiPorts } from '#api/http/api-ports.ts';
import { problems } from '#api/http/problem.ts';
import { streamOf } from '#api/http/stream.ts';
import { ownExecution } from '#api/routes/executions.ts';
import { ByExecution } from '#api/schemas/by-id.ts';
import { AuditLineSchema, AuditQuery } from '#api/schemas/results/audit.ts';
import { SurfError } from '#core/error.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { auditLines } from '#engine/audit/audit-lines.ts';

const JSON_LINES = 'application/jsonl';
/** Pages up to which texts are compared: 2,000 take 16 s of CPU, at each request. */
const MOST_TEXTS = 2_000;

/** Widened: the route answers with lines, and not with one object. */
const LINES: Record<string, { schema: typeof AuditLineSchema }> = { [JSON_LINES]: { schema: AuditLineSchema } };

const audit = createRoute({
  method: 'get',
  path: '/v1/executions/{id}/audit',
  tags: ['executions'],
  operationId: 'auditExecution',
  summary: 'The faults of the crawled site',
  description:
    'Broken links with their sources, redirects, titles, canonicals, sitemaps and more, one AuditLine a line; the first has the counts. Surf reads the ' +
    'archive and makes no request. An answer that breaks off is not complete.',
  request: { params: ByExecution, query: AuditQuery },
  responses: {
    200: { description: 'All lines.', content: LINES },
    ...problems(400, 401, 404, 422, 429),
  },
});

export function auditRoutes(app: OpenAPIHono<ApiEnv>, ports: ApiPorts): void {
  app.openapi(audit, async (c) => {
    const caller = c.get('caller');
    const { compare, kind, severity } = c.req.valid('query');
    const { id } = await ownExecution(ports, caller, c.req.valid('param').id);
    const earlier = compare === undefined ? null : (await ownExecution(ports, caller, compare)).id;
    if (earlier === id)
      throw new SurfError('REQUEST_INVALID', `compare: ${compare} is the execution itself`, {
        remedy: 'name an earlier execution',
      });
    if (ports.exports === null) throw auditedElsewhere(id);
    const filter = { code: kind, least: severity };
    const request = { id, mostTexts: MOST_TEXTS, ...(earlier !== null && { compare: earlier }) };
    const lines = auditLines(ports, ports.exports, { ...request, ...filter });
    return c.body(await streamOf(lines), 200, { 'Content-Type': JSON_LINES });
  });
}

const auditedElsewhere = (id: ExecutionId): SurfError =>
  new SurfError('ANSWER_TOO_LARGE', 'this server audits no executions', {
    remedy: `run surf audit ${id} --api URL, which reads the archive from this server`,
  });
