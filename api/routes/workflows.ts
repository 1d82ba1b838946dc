import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { checkRights } from '#api/http/admission/admission.ts';
import type { ApiEnv, ApiPorts, Defaults } from '#api/http/api-ports.ts';
import { problems } from '#api/http/problem.ts';
import { ByWorkflow } from '#api/schemas/by-id.ts';
import { Paging, pageOf } from '#api/schemas/paging.ts';
import { Definition, summaryOf, WorkflowSummary, WorkflowView } from '#api/schemas/workflow.ts';
import { SurfError } from '#core/error.ts';
import { type Caller, maySee } from '#core/identity/caller.ts';
import type { WorkflowId } from '#core/model/ids.ts';
import { checkPlugins } from '#core/plugin/known-plugins.ts';
import { checkWorkflow } from '#core/workflow/parsing/parse-workflow.ts';
import type { WorkflowHead } from '#core/workflow/workflow-store.ts';
import { newWorkflowId } from '#engine/start/start-execution.ts';

const tags = ['workflows'];
const body = { required: true, content: { 'application/json': { schema: Definition } } } as const;
const one = (description: string) => ({
  description,
  headers: { ETag: { description: 'The version; give it as `If-Match`.', schema: { type: 'string' as const } } },
  content: { 'application/json': { schema: WorkflowView } },
});
const IfMatch = z.object({
  'if-match': z.string().max(100).optional().openapi({ description: 'The ETag of the version that was read.' }),
});

const list = createRoute({
  method: 'get',
  path: '/v1/workflows',
  tags,
  operationId: 'listWorkflows',
  summary: 'List saved workflows, newest change first',
  request: { query: Paging },
  responses: {
    200: {
      description: 'A page.',
      content: { 'application/json': { schema: pageOf(WorkflowSummary, 'WorkflowPage') } },
    },
    ...problems(400, 401, 422, 429),
  },
});

const create = createRoute({
  method: 'post',
  path: '/v1/workflows',
  tags,
  operationId: 'createWorkflow',
  summary: 'Save a workflow',
  request: { body },
  responses: {
    201: {
      ...one('Saved as version 1.'),
      headers: { Location: { schema: { type: 'string' as const } }, ETag: { schema: { type: 'string' as const } } },
    },
    ...problems(400, 401, 403, 413, 422, 429),
  },
});

const read = createRoute({
  method: 'get',
  path: '/v1/workflows/{id}',
  tags,
  operationId: 'readWorkflow',
  summary: 'Read the newest version of a workflow',
  request: { params: ByWorkflow },
  responses: { 200: one('The newest version.'), ...problems(400, 401, 404, 429) },
});

const readVersion = createRoute({
  method: 'get',
  path: '/v1/workflows/{id}/versions/{version}',
  tags,
  operationId: 'readWorkflowVersion',
  summary: 'Read one version of a workflow',
  request: { params: ByWorkflow.extend({ version: z.coerce.number().int().min(1).max(1_000_000) }) },
  responses: { 200: one('That version.'), ...problems(400, 401, 404, 429) },
});

const change = createRoute({
  method: 'put',
  path: '/v1/workflows/{id}',
  tags,
  operationId: 'updateWorkflow',
  summary: 'Save a new version of a workflow',
  request: { params: ByWorkflow, headers: IfMatch, body },
  responses: { 200: one('Saved as the next version.'), ...problems(400, 401, 403, 404, 412, 413, 422, 428, 429) },
});

const remove = createRoute({
  method: 'delete',
  path: '/v1/workflows/{id}',
  tags,
  operationId: 'deleteWorkflow',
  summary: 'Delete a workflow; its executions stay',
  request: { params: ByWorkflow, headers: IfMatch },
  responses: { 204: { description: 'Deleted.' }, ...problems(400, 401, 404, 412, 429) },
});

export function workflowRoutes(app: OpenAPIHono<ApiEnv>, ports: ApiPorts, defaults?: Defaults): void {
  readingRoutes(app, ports);
  changingRoutes(app, ports, defaults);
}

function readingRoutes(app: OpenAPIHono<ApiEnv>, ports: ApiPorts): void {
  const { workflows, catalog } = ports;

  app.openapi(list, async (c) => {
    const { limit, next } = c.req.valid('query');
    const caller = c.get('caller');
    const page = await workflows.list(caller.role === 'administrator' ? null : caller.user, limit, next);
    return c.json({ items: page.rows.map(summaryOf), next: page.next }, 200);
  });

  app.openapi(read, async (c) => {
    const head = await ownHead(ports, c.get('caller'), c.req.valid('param').id);
    const { definition } = await catalog.workflow(head.id, head.version);
    c.header('ETag', etagOf(head.version));
    return c.json({ ...summaryOf(head), definition }, 200);
  });

  app.openapi(readVersion, async (c) => {
    const { id, version } = c.req.valid('param');
    const head = await ownHead(ports, c.get('caller'), id);
    const { definition } = await catalog.workflow(id, version);
    c.header('ETag', etagOf(version));
    return c.json({ ...summaryOf({ ...head, version, name: definition.name }), definition }, 200);
  });
}

function changingRoutes(app: OpenAPIHono<ApiEnv>, ports: ApiPorts, defaults?: Defaults): void {
  const { workflows, clock } = ports;

  app.openapi(create, async (c) => {
    const definition = checkWorkflow(withUserAgent(c.req.valid('json'), defaults));
    const caller = c.get('caller');
    checkRights(caller, definition.politeness.robots);
    checkPlugins(definition, ports.plugins ?? []);
    const now = clock.now();
    const head: WorkflowHead = {
      v: 1,
      id: newWorkflowId(ports),
      owner: caller.user,
      name: definition.name,
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    await workflows.create(head, definition);
    c.header('Location', `/v1/workflows/${head.id}`);
    c.header('ETag', etagOf(head.version));
    return c.json({ ...summaryOf(head), definition }, 201);
  });

  app.openapi(change, async (c) => {
    const { id } = c.req.valid('param');
    const caller = c.get('caller');
    const head = await ownHead(ports, caller, id);
    const known = versionIn(c.req.valid('header')['if-match']);
    if (known === null) throw versionMissing();
    const definition = checkWorkflow(withUserAgent(c.req.valid('json'), defaults));
    checkRights(caller, definition.politeness.robots);
    checkPlugins(definition, ports.plugins ?? []);
    const saved = { ...head, version: known + 1, name: definition.name, updatedAt: clock.now() };
    if ((await workflows.update(saved, definition)) === 'conflict') throw versionChanged(head);
    c.header('ETag', etagOf(saved.version));
    return c.json({ ...summaryOf(saved), definition }, 200);
  });

  app.openapi(remove, async (c) => {
    const head = await ownHead(ports, c.get('caller'), c.req.valid('param').id);
    const known = versionIn(c.req.valid('header')['if-match']) ?? undefined;
    if ((await workflows.delete(head.id, known)) === 'conflict') throw versionChanged(head);
    for (const { name } of await ports.schedules.ofWorkflow(head.id)) await ports.schedules.delete(head.id, name);
    for (const { workflow, name } of await ports.subscriptions.ofWorkflow(head.id))
      await ports.subscriptions.delete({ workflow, name });
    return c.body(null, 204);
  });
}

/**
 * The head of a workflow that the caller may see.
 * @throws SurfError WORKFLOW_NOT_FOUND, also for one of others: their ids stay private
 */
export async function ownHead(
  { workflows }: Pick<ApiPorts, 'workflows'>,
  caller: Caller,
  id: WorkflowId,
): Promise<WorkflowHead> {
  const head = await workflows.head(id);
  if (head !== null && maySee(caller, head.owner)) return head;
  throw new SurfError('WORKFLOW_NOT_FOUND', `there is no workflow ${id}`, {
    remedy: 'GET /v1/workflows lists those that are yours',
  });
}

/** Adds the deployment's user agent if neither the definition nor its preset has one. */
export function withUserAgent<Definition extends object>(definition: Definition, defaults?: Defaults): Definition {
  const { politeness = {} } = definition as { politeness?: unknown };
  if (defaults?.userAgent === undefined || 'preset' in definition || typeof politeness !== 'object') return definition;
  return { ...definition, politeness: { userAgent: defaults.userAgent, ...politeness } };
}

const etagOf = (version: number): string => `"${version}"`;

/** The version in `If-Match`, or null without one. @throws SurfError REQUEST_INVALID */
function versionIn(ifMatch: string | undefined): number | null {
  if (ifMatch === undefined) return null;
  const version = Number(/^"(\d{1,9})"$/.exec(ifMatch.trim())?.[1]);
  if (version >= 1) return version;
  throw new SurfError('REQUEST_INVALID', `If-Match: ${ifMatch} is not a version`, {
    remedy: 'give the ETag unchanged: "3", with its quotes',
  });
}

const versionMissing = (): SurfError =>
  new SurfError('VERSION_MISSING', 'a change names the version on which it is based', {
    remedy: 'send the ETag that came with it as If-Match',
  });

const versionChanged = (head: WorkflowHead): SurfError =>
  new SurfError('VERSION_CHANGED', `workflow ${head.id} has version ${head.version} now`, {
    remedy: 'read it again, and apply your change to it',
  });
