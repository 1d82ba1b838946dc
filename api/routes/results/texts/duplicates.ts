import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import type { ApiEnv, ApiPorts } from '#api/http/api-ports.ts';
import { problems } from '#api/http/problem.ts';
import { streamOf } from '#api/http/stream.ts';
import { ownExecution } from '#api/routes/executions.ts';
import { ByExecution } from '#api/schemas/by-id.ts';
import { DuplicateLineSchema, DuplicatesQuery } from '#api/schemas/results/duplicates.ts';
import { USUAL_THRESHOLD } from '#core/content/near/threshold.ts';
import { SurfError } from '#core/error.ts';

const JSON_LINES = 'application/jsonl';

/** Widened type: the route answers with lines, not with one object. */
const LINES: Record<string, { schema: typeof DuplicateLineSchema }> = { [JSON_LINES]: { schema: DuplicateLineSchema } };

const list = createRoute({
  method: 'get',
  path: '/v1/executions/{id}/duplicates',
  tags: ['executions'],
  operationId: 'listDuplicates',
  summary: 'Groups of pages with nearly the same text, one canonical, or versions in other languages',
  description:
    'One DuplicateLine a line: the counts, then the pages, group by group. Surf reads the archive and makes no request; another threshold ' +
    'needs no other crawl. `by=text` does not compare exact copies. `by=canonical` groups pages that name one address, `by=hreflang` pages that are linked ' +
    'as language versions; their `issues` are those of the audit. A response that ends early is not complete. A deployment looks at ended executions, in a function: ' +
    'it answers `DUPLICATES_RUNNING` meanwhile, and keeps the result for the next request.',
  request: { params: ByExecution, query: DuplicatesQuery },
  responses: {
    200: { description: 'All lines.', content: LINES },
    ...problems(400, 401, 404, 409, 422, 429),
  },
});

export function duplicateRoutes(app: OpenAPIHono<ApiEnv>, ports: ApiPorts): void {
  app.openapi(list, async (c) => {
    const caller = c.get('caller');
    const { by, threshold, against } = c.req.valid('query');
    if (by !== 'text' && (threshold ?? against) !== undefined) throw onlyByText(by);
    const { id } = await ownExecution(ports, caller, c.req.valid('param').id);
    const earlier = against === undefined ? undefined : (await ownExecution(ports, caller, against)).id;
    if (earlier === id)
      throw new SurfError('REQUEST_INVALID', `against: ${against} is the execution itself`, {
        remedy: 'name an earlier execution',
      });
    const lines = ports.duplicates({ id, by, threshold: threshold ?? USUAL_THRESHOLD, against: earlier });
    return c.body(await streamOf(lines), 200, { 'Content-Type': JSON_LINES });
  });
}

const onlyByText = (by: string): SurfError =>
  new SurfError('REQUEST_INVALID', `by: groups by ${by} have no threshold, and are of one execution`, {
    remedy: 'leave threshold and against out, or ask for by=text',
  });
