import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { lastCheck, startCheck } from '#api/http/admission/start-check.ts';
import type { ApiEnv, ApiPorts, Defaults } from '#api/http/api-ports.ts';
import { problems } from '#api/http/problem.ts';
import { ownExecution, ownerOf, Settings } from '#api/routes/executions.ts';
import { ByExecution } from '#api/schemas/by-id.ts';
import { ExecutionView, viewOf } from '#api/schemas/execution.ts';
import { costOf } from '#core/cost/prices.ts';
import { crawlUsage } from '#core/estimate/crawl-usage.ts';
import { type Execution, ExecutionStatus, hasEnded } from '#core/execution/execution.ts';
import { CHECK_DAYS, checkDocument, MOST_DAYS } from '#core/external/check-document.ts';
import { checkWorkflow } from '#core/workflow/parsing/parse-workflow.ts';
import { type DueLinks, dueLinks } from '#engine/external/due-links.ts';
import { isFinished } from '#engine/finish/finish-execution.ts';
import { describeExecution } from '#engine/overview/describe-execution.ts';

const count = z.int().nonnegative();

const Next = z
  .object({
    links: count.openapi({ description: 'Links that are due, at most as many as a workflow has seeds.' }),
    hosts: count,
    more: z.boolean().openapi({ description: 'Others are left for a later check.' }),
    requests: z
      .object({ least: count, most: count })
      .openapi({ description: 'With robots.txt of each host; redirects and retries come on top.' }),
    seconds: z.number().openapi({ description: 'At least: the host with the most links gets requests at its pace.' }),
    costUsd: z.number().nullable().openapi({ description: 'About; null: this machine costs nothing.' }),
    last: z
      .object({
        execution: z.string(),
        status: ExecutionStatus,
        finished: z.boolean().openapi({ description: 'Its answers are in the register.' }),
      })
      .nullable()
      .openapi({ description: 'The newest check of the collection, which may run; null: none was started here.' }),
  })
  .openapi('NextExternalCheck');

const read = createRoute({
  method: 'get',
  path: '/v1/executions/{id}/external/check',
  tags: ['executions'],
  operationId: 'readExternalCheck',
  summary: 'What a check of external links would request',
  description: 'It requests links that are not banned and had no answer within `days`. Nothing is started.',
  request: {
    params: ByExecution,
    query: z.object({ days: z.coerce.number().int().min(0).max(MOST_DAYS).default(CHECK_DAYS) }),
  },
  responses: {
    200: { description: 'The next check.', content: { 'application/json': { schema: Next } } },
    ...problems(400, 401, 404, 422, 429),
  },
});

const Start = z
  .strictObject({
    days: z
      .int()
      .min(0)
      .max(MOST_DAYS)
      .default(CHECK_DAYS)
      .openapi({ description: 'Links with an answer within so many days are left out.' }),
    settings: Settings.optional().openapi({
      description: 'Each needs the right `allowPrivateNetwork`, unless the server gives it to everybody.',
    }),
  })
  .openapi('ExternalCheckRequest');

const start = createRoute({
  method: 'post',
  path: '/v1/executions/{id}/external/check',
  tags: ['executions'],
  operationId: 'startExternalCheck',
  summary: 'Start a check of external links',
  description:
    'An execution whose seeds are the links that are due, as a version of a saved workflow that the collection has for its checks. Its answers come into the ' +
    'register when it ends. Refused while such a check runs, and where no link is due.',
  request: {
    params: ByExecution,
    body: { required: true, content: { 'application/json': { schema: Start } } },
  },
  responses: {
    201: {
      description: 'It is starting.',
      headers: { Location: { schema: { type: 'string' as const } } },
      content: { 'application/json': { schema: ExecutionView } },
    },
    ...problems(400, 401, 403, 404, 409, 413, 422, 429),
  },
});

export function externalCheckRoutes(app: OpenAPIHono<ApiEnv>, ports: ApiPorts, defaults?: Defaults): void {
  app.openapi(read, async (c) => {
    const row = await ownExecution(ports, c.get('caller'), c.req.valid('param').id);
    const due = await dueLinks(ports, row, c.req.valid('query'));
    const last = await lastCheck(ports, row);
    const shown =
      last === null ? null : { execution: last.id, status: last.status, finished: await hasFinished(ports, last) };
    return c.json({ ...costsOf(due, ports), last: shown }, 200);
  });

  app.openapi(start, async (c) => {
    const caller = c.get('caller');
    const of = await ownExecution(ports, caller, c.req.valid('param').id);
    const { days: within, settings } = c.req.valid('json');
    const { id } = await startCheck(ports, defaults, {
      caller,
      of,
      days: within,
      ...(settings !== undefined && { settings }),
    });
    c.header('Location', `/v1/executions/${id}`);
    return c.json(viewOf(await describeExecution(ports, id), ownerOf(of)), 201);
  });
}

const hasFinished = async (ports: ApiPorts, row: Execution): Promise<boolean> =>
  hasEnded(row.status) && (await isFinished(ports, row));

/** Estimated costs at the pace of a new workflow: HEAD for each link, GET for those to pages. */
function costsOf({ seeds, hosts, mostOfHost, more, register }: DueLinks, { prices }: ApiPorts) {
  const workflow = checkWorkflow(checkDocument(register, seeds.length === 0 ? ['http://none.invalid/'] : seeds));
  const links = seeds.length;
  const requests = { least: links + hosts, most: 2 * links + hosts };
  const seconds = Math.max(0, mostOfHost - 1) * workflow.politeness.delaySeconds;
  const size = { pages: links, requests: requests.most, seconds: seconds + links / PER_SECOND, hosts };
  const costUsd = prices === undefined ? null : links === 0 ? 0 : costOf(crawlUsage(size, workflow), prices).total;
  return { links, hosts, more, requests, seconds, costUsd };
}

/** Links of other hosts requested per second. A rough number, for the cost only. */
const PER_SECOND = 20;
