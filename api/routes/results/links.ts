import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import type { ApiEnv, ApiPorts } from '#api/http/api-ports.ts';
import { problems } from '#api/http/problem.ts';
import { ownExecution } from '#api/routes/executions.ts';
import { ByExecution } from '#api/schemas/by-id.ts';
import { described } from '#api/schemas/described.ts';
import { Paging, pageOf } from '#api/schemas/paging.ts';
import { LinkLine } from '#core/archive/chunk/chunk-lines.ts';
import { pageLinks } from '#engine/pages/page-links.ts';

const Link = described(LinkLine, 'Link');

const list = createRoute({
  method: 'get',
  path: '/v1/executions/{id}/links',
  tags: ['executions'],
  operationId: 'listLinks',
  summary: 'The link graph',
  description:
    'One item a link, in the order of the crawl: as `output.links` kept them, else read again from the archived pages. `reason` tells why a link was not followed.',
  request: { params: ByExecution, query: Paging },
  responses: {
    200: { description: 'A page.', content: { 'application/json': { schema: pageOf(Link, 'LinkPage') } } },
    ...problems(400, 401, 404, 422, 429),
  },
});

export function linkRoutes(app: OpenAPIHono<ApiEnv>, ports: ApiPorts): void {
  app.openapi(list, async (c) => {
    const row = await ownExecution(ports, c.get('caller'), c.req.valid('param').id);
    const { limit, next } = c.req.valid('query');
    return c.json(await pageLinks(ports, row.id, { limit, ...(next !== undefined && { next }) }), 200);
  });
}
