import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { ApiEnv, ApiPorts } from '#api/http/api-ports.ts';
import { problems } from '#api/http/problem.ts';
import { ownExecution } from '#api/routes/executions.ts';
import { ByExecution } from '#api/schemas/by-id.ts';
import { described } from '#api/schemas/described.ts';
import { Paging, pageOf } from '#api/schemas/paging.ts';
import { URL_QUERY } from '#api/schemas/results/url-query.ts';
import { Task } from '#api/schemas/task.ts';
import { Explanation } from '#core/execution/explanation.ts';
import { WantedState } from '#core/model/outcome.ts';
import { explain } from '#engine/explain/explain.ts';
import { pageTasks } from '#engine/pages/page-tasks.ts';

const tags = ['executions'];

const Filter = Paging.extend({
  state: described(WantedState, {
    description: '`pending` is every task without an outcome: `scheduled`, `active` and `interrupted` ones.',
  }).optional(),
  reason: z.string().max(40).optional().openapi({ description: 'Why it was skipped or failed.' }),
  level: z.coerce.number().int().min(0).max(1_000_000).optional(),
  host: z.string().max(300).optional().openapi({ description: 'Host name, with or without port.' }),
});

const list = createRoute({
  method: 'get',
  path: '/v1/executions/{id}/tasks',
  tags,
  operationId: 'listTasks',
  summary: 'Every URL with its state, outcome and reason',
  description:
    'Settled URLs, then refused ones, then those that workers crawl (with an outcome as soon as it is durable), then other pending ones; with several filters, ' +
    'the URLs that match all. A page can be short, or empty, before the last. When Surf settles URLs between two pages, they can come again, settled; none is left out.',
  request: { params: ByExecution, query: Filter },
  responses: {
    200: { description: 'A page.', content: { 'application/json': { schema: pageOf(Task, 'TaskPage') } } },
    ...problems(400, 401, 404, 422, 429),
  },
});

const explanation = createRoute({
  method: 'get',
  path: '/v1/executions/{id}/explain',
  tags,
  operationId: 'explainUrl',
  summary: 'Why a URL is, or is not, in the crawl',
  request: {
    params: ByExecution,
    query: z.object({
      ...URL_QUERY,
    }),
  },
  responses: {
    200: {
      description: 'The facts about the URL; without any, the verdict that it would get.',
      content: { 'application/json': { schema: described(Explanation, 'Explanation') } },
    },
    ...problems(400, 401, 404, 422, 429),
  },
});

export function taskRoutes(app: OpenAPIHono<ApiEnv>, ports: ApiPorts): void {
  app.openapi(list, async (c) => {
    const row = await ownExecution(ports, c.get('caller'), c.req.valid('param').id);
    const { limit, next, state, reason, level, host } = c.req.valid('query');
    const filter = {
      ...(state !== undefined && { state }),
      ...(reason !== undefined && { reason }),
      ...(level !== undefined && { level }),
      ...(host !== undefined && { host }),
    };
    const page = await pageTasks(ports, row.id, { limit, filter, ...(next !== undefined && { next }) });
    return c.json({ items: page.items.map((task) => ({ ...task, errors: [...task.errors] })), next: page.next }, 200);
  });

  app.openapi(explanation, async (c) => {
    const row = await ownExecution(ports, c.get('caller'), c.req.valid('param').id);
    return c.json(await explain(ports, row.id, c.req.valid('query').url), 200);
  });
}
