import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import type { ApiEnv, ApiPorts } from '#api/http/api-ports.ts';
import { problems } from '#api/http/problem.ts';
import { ownExecution } from '#api/routes/executions.ts';
import { ByExecution } from '#api/schemas/by-id.ts';
import { SearchAnswerSchema, SearchParameters } from '#api/schemas/results/search.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { SearchResult } from '#core/search/search-index.ts';
import { parseSearchQuery } from '#core/search/search-query.ts';
import { searchExecution } from '#engine/search/search-execution.ts';

const search = createRoute({
  method: 'get',
  path: '/v1/executions/{id}/search',
  tags: ['executions'],
  operationId: 'searchExecution',
  summary: 'Search the pages of an ended execution',
  description:
    'The first search of an execution builds its index, which reads every archived page: a minute for some thousand pages. A deployment answers ' +
    '`INDEX_BUILDING` meanwhile, and a build that failed by its reason. The next searches take milliseconds. Surf makes no request.',
  request: { params: ByExecution, query: SearchParameters },
  responses: {
    200: { description: 'The pages.', content: { 'application/json': { schema: SearchAnswerSchema } } },
    ...problems(400, 401, 404, 409, 422, 429),
  },
});

const linksOf = (id: ExecutionId, { key, url, execution }: Pick<SearchResult, 'key' | 'url' | 'execution'>) => ({
  page: `/v1/executions/${execution}/pages/${key}`,
  history: `/v1/executions/${id}/history?url=${encodeURIComponent(url)}`,
});

export function searchRoutes(app: OpenAPIHono<ApiEnv>, ports: ApiPorts): void {
  app.openapi(search, async (c) => {
    const { q, limit, offset, nearDuplicates } = c.req.valid('query');
    const { id } = await ownExecution(ports, c.get('caller'), c.req.valid('param').id);
    const query = parseSearchQuery(q);
    const asked = { id, query, limit, offset, skipsNear: nearDuplicates === 'skip' };
    const { results, facets, ...found } = await searchExecution(ports, ports.search, asked);
    const answer = {
      ...found,
      results: results.map((result) => ({
        ...result, // first: members are in the order in which a data folder gives them
        snippet: { text: result.snippet.text, marks: [...result.snippet.marks] },
        links: linksOf(id, result),
      })),
      facets: { host: [...facets.host], type: [...facets.type], language: [...facets.language] },
    };
    return c.json(answer, 200);
  });
}
