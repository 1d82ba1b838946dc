import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { ApiEnv, ApiPorts } from '#api/http/api-ports.ts';
import { problems } from '#api/http/problem.ts';
import { ownExecution } from '#api/routes/executions.ts';
import { ByExecution } from '#api/schemas/by-id.ts';
import { described } from '#api/schemas/described.ts';
import { URL_QUERY } from '#api/schemas/results/url-query.ts';
import { PageHistory } from '#core/diff/page-history.ts';
import { pageHistory } from '#engine/history/page-history.ts';

/** Surf starts no further text after this time. The last two may take it again, of 29 seconds. */
const TEXTS_MS = 8_000;

const read = createRoute({
  method: 'get',
  path: '/v1/executions/{id}/history',
  tags: ['executions'],
  operationId: 'pageHistory',
  summary: 'All versions of a page',
  description:
    'What this execution and the ones of its workflow before it found at a URL, the newest first, each with what changed since the previous one. Looks at ' +
    '200 executions. Where the crawls made no digests of main texts, Surf reads them, a deployment for 8 s: `textUnknown` names versions without.',
  request: {
    params: ByExecution,
    query: z.object({
      ...URL_QUERY,
      limit: z.coerce.number().int().min(1).max(200).default(50).openapi({ description: 'Versions, at most.' }),
    }),
  },
  responses: {
    200: {
      description: 'The versions.',
      content: { 'application/json': { schema: described(PageHistory, 'PageHistory') } },
    },
    ...problems(400, 401, 404, 422, 429),
  },
});

export function historyRoutes(app: OpenAPIHono<ApiEnv>, ports: ApiPorts): void {
  app.openapi(read, async (c) => {
    const { id: execution } = await ownExecution(ports, c.get('caller'), c.req.valid('param').id);
    const texts = ports.texts();
    const until = ports.exports === null ? ports.clock.monotonic() + TEXTS_MS : Number.POSITIVE_INFINITY;
    const isLate = () => ports.clock.monotonic() > until;
    try {
      return c.json(await pageHistory(ports, { execution, ...c.req.valid('query') }, { texts, isLate }), 200);
    } finally {
      await texts.close();
    }
  });
}
