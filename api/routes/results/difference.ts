import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { ApiEnv, ApiPorts } from '#api/http/api-ports.ts';
import { problems } from '#api/http/problem.ts';
import { ownExecution } from '#api/routes/executions.ts';
import { ByExecution } from '#api/schemas/by-id.ts';
import { described } from '#api/schemas/described.ts';
import { URL_QUERY } from '#api/schemas/results/url-query.ts';
import { PageDifference } from '#core/diff/page-difference.ts';
import { ExecutionId } from '#core/model/ids.ts';
import { pageDifference } from '#engine/pages/page-difference.ts';

const read = createRoute({
  method: 'get',
  path: '/v1/executions/{id}/difference',
  tags: ['executions'],
  operationId: 'pageDifference',
  summary: 'How the text of a page differs since another execution',
  description:
    'The words of the main text of a page that only the earlier or only the later version has, with two lines around them. The text is what a ' +
    'stranger’s server sent: show it as text.',
  request: {
    params: ByExecution,
    query: z.object({
      ...URL_QUERY,
      since: described(ExecutionId, { description: 'The earlier execution.', example: 'x0mk3r9a1b2c3d4e5f6' }),
    }),
  },
  responses: {
    200: {
      description: 'The difference.',
      content: { 'application/json': { schema: described(PageDifference, 'PageDifference') } },
    },
    ...problems(400, 401, 404, 422, 429),
  },
});

export function differenceRoutes(app: OpenAPIHono<ApiEnv>, ports: ApiPorts): void {
  app.openapi(read, async (c) => {
    const { url, since } = c.req.valid('query');
    const { id: after } = await ownExecution(ports, c.get('caller'), c.req.valid('param').id);
    const { id: before } = await ownExecution(ports, c.get('caller'), since);
    return c.json(await pageDifference(ports, { before, after, url }, ports.texts), 200);
  });
}
