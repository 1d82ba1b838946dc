import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { ApiEnv, ApiPorts } from '#api/http/api-ports.ts';
import { objectAnswer, objectResponses } from '#api/http/object-answer.ts';
import { problems } from '#api/http/problem.ts';
import { ownExecution } from '#api/routes/executions.ts';
import { ByExecution } from '#api/schemas/by-id.ts';
import { isoTime } from '#api/schemas/iso-time.ts';
import { ByteRange } from '#api/schemas/results/byte-range.ts';
import { ExecutedWorkflow, StoredExecution } from '#api/schemas/stored-execution.ts';
import { executionPrefix } from '#core/archive/object-keys.ts';
import { Plan } from '#core/archive/plan.ts';
import { SurfError } from '#core/error.ts';
import { hasLiteralSecrets } from '#core/workflow/stored-workflow.ts';

const tags = ['executions'];
/** Media type of every object: no browser may display one. */
const MEDIA_TYPE = 'application/octet-stream';
/** The object's key after `executions/<id>/`, with `~` for `/`. */
const NAME = /^[A-Za-z0-9._-]+(?:~[A-Za-z0-9._-]+)*$/;

const workflow = createRoute({
  method: 'get',
  path: '/v1/executions/{id}/workflow',
  tags,
  operationId: 'readExecutedWorkflow',
  summary: 'What it runs: the version of its workflow',
  description: 'It is there as long as the execution is, also when the workflow has been changed or deleted since.',
  request: { params: ByExecution },
  responses: {
    200: { description: 'That version.', content: { 'application/json': { schema: ExecutedWorkflow } } },
    ...problems(400, 401, 404, 429),
  },
});

const read = createRoute({
  method: 'get',
  path: '/v1/executions/{id}/archive',
  tags,
  operationId: 'readArchive',
  summary: 'Where its archive begins, for tools that read it themselves',
  description:
    'docs/reference/formats.md describes rows and objects. Everything that an execution has can be made from its manifests, from the last back to the first: ' +
    '`surf export` does.',
  request: { params: ByExecution },
  responses: {
    200: { description: 'The row of the execution.', content: { 'application/json': { schema: StoredExecution } } },
    ...problems(400, 401, 404, 429),
  },
});

const object = createRoute({
  method: 'get',
  path: '/v1/executions/{id}/archive/{name}',
  tags,
  operationId: 'readObject',
  summary: 'One object of its archive',
  description:
    'Bytes that need not pass the API are elsewhere: a redirect leads there, or, with `Accept: application/json`, the answer names the place. ' +
    'The archive of the base holds what a page of a recrawl shares with it.',
  request: {
    headers: ByteRange,
    params: ByExecution.extend({
      name: z
        .string()
        .max(500)
        .regex(NAME)
        .openapi({
          param: { name: 'name', in: 'path' },
          description: 'Its key behind `executions/{id}/`, with `~` for `/`.',
          example: 'waves~000002~000002.k3v9~manifest.json',
        }),
    }),
  },
  responses: {
    ...objectResponses(MEDIA_TYPE),
    ...problems(400, 401, 404, 416, 422, 429),
  },
});

export function archiveRoutes(app: OpenAPIHono<ApiEnv>, ports: ApiPorts): void {
  app.openapi(workflow, async (c) => {
    const row = await ownExecution(ports, c.get('caller'), c.req.valid('param').id);
    const { createdAt, definition } = await ports.catalog.workflow(row.workflowId, row.workflowVersion);
    const of = { id: row.workflowId, version: row.workflowVersion };
    return c.json({ ...of, createdAt: isoTime(createdAt), definition }, 200);
  });

  app.openapi(read, async (c) => {
    const row = await ownExecution(ports, c.get('caller'), c.req.valid('param').id);
    return c.json<StoredExecution, 200>({ ...row }, 200);
  });

  app.openapi(object, async (c) => {
    const { id, name } = c.req.valid('param');
    const row = await ownExecution(ports, c.get('caller'), id);
    const key = `${executionPrefix(row.id)}${name.replaceAll('~', '/')}`;
    if (/(?:^|[~.])plan\.json$/.test(name)) await refuseLiteralSecrets(ports, key);
    return await objectAnswer(c, ports, { object: key, fileName: name, mediaType: MEDIA_TYPE });
  });
}

/**
 * Refuses plans that an earlier version of Surf wrote: they may hold values of secret headers.
 * @throws SurfError OBJECT_NOT_FOUND
 */
async function refuseLiteralSecrets({ archive }: ApiPorts, key: string): Promise<void> {
  const plan = Plan.safeParse(JSON.parse(Buffer.from(await archive.get(key)).toString('utf8')));
  if (plan.success && !hasLiteralSecrets(plan.data.workflow)) return;
  throw new SurfError('OBJECT_NOT_FOUND', 'this plan holds secrets, as an earlier version of Surf wrote them', {
    remedy: 'no command needs it; delete the execution when you need it no longer',
  });
}
