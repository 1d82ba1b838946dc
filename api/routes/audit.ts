import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { administratorsOnly } from '#api/http/administrators-only.ts';
import type { ApiEnv, ApiPorts } from '#api/http/api-ports.ts';
import { problems } from '#api/http/problem.ts';
import { AuditView, auditView } from '#api/schemas/account.ts';
import { Paging, pageOf } from '#api/schemas/paging.ts';

const list = createRoute({
  method: 'get',
  path: '/v1/audit',
  tags: ['accounts'],
  operationId: 'listAudit',
  summary: 'Who changed users, keys and the blocklist, newest first; for administrators',
  request: { query: Paging },
  responses: {
    200: { description: 'A page.', content: { 'application/json': { schema: pageOf(AuditView, 'AuditPage') } } },
    ...problems(400, 401, 403, 422, 429),
  },
});

export function auditRoute(app: OpenAPIHono<ApiEnv>, { accounts }: ApiPorts): void {
  app.openapi(list, async (c) => {
    administratorsOnly(c.get('caller'));
    const { limit, next } = c.req.valid('query');
    const page = await accounts.audit(limit, next);
    return c.json({ items: page.rows.map(auditView), next: page.next }, 200);
  });
}
