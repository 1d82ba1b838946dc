import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import type { ApiEnv, ApiPorts } from '#api/http/api-ports.ts';
import { problems } from '#api/http/problem.ts';
import { ownExecution } from '#api/routes/executions.ts';
import { ByExecution } from '#api/schemas/by-id.ts';
import { TopicsAnswerSchema, TopicsParameters } from '#api/schemas/results/topics.ts';
import { executionTopics } from '#engine/search/execution-topics.ts';

const read = createRoute({
  method: 'get',
  path: '/v1/executions/{id}/topics',
  tags: ['executions'],
  operationId: 'executionTopics',
  summary: 'The pages of an ended execution, grouped by topic',
  description:
    'Groups of pages by their keywords, each named by its heaviest words. Made from the index for searches, which is built as at a search. Equal pages give ' +
    'equal topics. Surf makes no request.',
  request: { params: ByExecution, query: TopicsParameters },
  responses: {
    200: { description: 'The topics.', content: { 'application/json': { schema: TopicsAnswerSchema } } },
    ...problems(400, 401, 404, 409, 422, 429),
  },
});

export function topicsRoutes(app: OpenAPIHono<ApiEnv>, ports: ApiPorts): void {
  app.openapi(read, async (c) => {
    const { topics = null, examples } = c.req.valid('query');
    const { id } = await ownExecution(ports, c.get('caller'), c.req.valid('param').id);
    const { topics: found, ...answer } = await executionTopics(ports, ports.search, { id, topics, examples });
    const copied = found.map((topic) => ({
      ...topic, // first: members are in the order in which a data folder gives them
      words: [...topic.words],
      examples: topic.examples.map((page) => ({ ...page, keywords: [...page.keywords] })),
    }));
    return c.json({ ...answer, topics: copied }, 200);
  });
}
