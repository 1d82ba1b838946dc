import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import type { ApiEnv, ApiPorts } from '#api/http/api-ports.ts';
import { problems } from '#api/http/problem.ts';
import { ownerOf } from '#api/routes/executions.ts';
import { ownHead } from '#api/routes/workflows.ts';
import { ByWorkflow } from '#api/schemas/by-id.ts';
import { ExecutionItem, itemOf } from '#api/schemas/execution.ts';
import { Paging, pageOf } from '#api/schemas/paging.ts';
import { SurfError } from '#core/error.ts';
import { drivennessOf } from '#core/execution/driver.ts';
import { type Execution, ExecutionStatus } from '#core/execution/execution.ts';
import type { Caller } from '#core/identity/caller.ts';
import { UserId } from '#core/identity/roles/user.ts';
import { WorkflowId } from '#core/model/ids.ts';
import { listExecutions } from '#engine/overview/list-executions.ts';
import { liveWorks, NO_LIVE_WORK } from '#engine/overview/live-work.ts';

const tags = ['executions'];
const page = { content: { 'application/json': { schema: pageOf(ExecutionItem, 'ExecutionPage') } } } as const;

const MAY_BE_SHORT = 'With a filter a page can be short, or empty, before the last: follow `next` until it is null.';
const OWNER = { description: 'Only executions of this user; others than yours are for administrators.' };

const Filter = Paging.extend({ status: ExecutionStatus.optional() });

const list = createRoute({
  method: 'get',
  path: '/v1/executions',
  tags,
  operationId: 'listExecutions',
  summary: 'List executions, newest first',
  description: MAY_BE_SHORT,
  request: { query: Filter.extend({ workflow: WorkflowId.optional(), owner: UserId.optional().openapi(OWNER) }) },
  responses: { 200: { description: 'A page.', ...page }, ...problems(400, 401, 403, 422, 429) },
});

const listOfWorkflow = createRoute({
  method: 'get',
  path: '/v1/workflows/{id}/executions',
  tags,
  operationId: 'listExecutionsOfWorkflow',
  summary: 'List the executions of a workflow, newest first',
  description: MAY_BE_SHORT,
  request: { params: ByWorkflow, query: Filter },
  responses: { 200: { description: 'A page.', ...page }, ...problems(400, 401, 404, 422, 429) },
});

export function executionListRoutes(app: OpenAPIHono<ApiEnv>, ports: ApiPorts): void {
  const { catalog } = ports;

  app.openapi(list, async (c) => {
    const { limit, next, workflow, status, owner } = c.req.valid('query');
    const filter = { ...ownerFilter(c.get('caller'), owner), ...(workflow && { workflow }), ...(status && { status }) };
    const found = await listExecutions(catalog, { limit, ...(next !== undefined && { next }), filter });
    return c.json({ items: await itemsOf(ports, found.rows), next: found.next }, 200);
  });

  app.openapi(listOfWorkflow, async (c) => {
    const caller = c.get('caller');
    const { id: workflow } = await ownHead(ports, caller, c.req.valid('param').id);
    const { limit, next, status } = c.req.valid('query');
    const filter = { ...ownerFilter(caller, undefined), workflow, ...(status && { status }) };
    const found = await listExecutions(catalog, { limit, ...(next !== undefined && { next }), filter });
    return c.json({ items: await itemsOf(ports, found.rows), next: found.next }, 200);
  });
}

/** The owner whose executions a list has. @throws SurfError RIGHT_MISSING */
function ownerFilter({ user, role }: Caller, asked: string | undefined): { owner?: string } {
  if (role === 'administrator') return asked === undefined ? {} : { owner: asked };
  if (asked === undefined || asked === user) return { owner: user };
  throw new SurfError('RIGHT_MISSING', 'only administrators list the executions of others', {
    remedy: 'leave owner out',
  });
}

async function itemsOf({ drivers, clock, units }: ApiPorts, rows: readonly Execution[]): Promise<ExecutionItem[]> {
  const signs = (await drivers?.signs()) ?? null;
  const works = await liveWorks(units, rows);
  return rows.map((row, i) => {
    const { driver } = drivennessOf(row, signs, clock.now());
    return itemOf(row, ownerOf(row), { driver, live: works[i] ?? NO_LIVE_WORK });
  });
}
