import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { administratorsOnly } from '#api/http/administrators-only.ts';
import { admitCommand } from '#api/http/admission/admission.ts';
import { startWorkflow } from '#api/http/admission/start-workflow.ts';
import type { ApiEnv, ApiPorts, Defaults } from '#api/http/api-ports.ts';
import { problems } from '#api/http/problem.ts';
import { StartingSchedule, startingSchedules } from '#api/http/saved-schedules.ts';
import { verifyExecution } from '#api/http/verify-execution.ts';
import { ownHead } from '#api/routes/workflows.ts';
import { ByExecution, ByWorkflow } from '#api/schemas/by-id.ts';
import { ExecutionView, viewOf } from '#api/schemas/execution.ts';
import { isoTime } from '#api/schemas/iso-time.ts';
import { MOST_ROWS, Paging, pageOf } from '#api/schemas/paging.ts';
import { Verification } from '#api/schemas/verification.ts';
import { sha256Hex } from '#core/bytes/digest.ts';
import { SurfError } from '#core/error.ts';
import { ExecutionEvent } from '#core/execution/catalog.ts';
import { type Execution, hasEnded, LimitsOverride, RunSettings } from '#core/execution/execution.ts';
import { type Caller, maySee } from '#core/identity/caller.ts';
import { ExecutionId } from '#core/model/ids.ts';
import { LOCAL_USER } from '#core/model/local-user.ts';
import { type Command, controlExecution } from '#engine/control/control-execution.ts';
import { describeExecution } from '#engine/overview/describe-execution.ts';
import { checkPluginsOf } from '#engine/start/check-plugins.ts';
import { checkSecretsOf } from '#engine/start/check-secrets.ts';
import { newExecutionId } from '#engine/start/start-execution.ts';

const tags = ['executions'];
const view = { content: { 'application/json': { schema: ExecutionView } } } as const;

export const Settings = z.strictObject({
  allowPrivateNetwork: RunSettings.shape.allowPrivateNetwork.default(false),
  connectTo: RunSettings.shape.connectTo.default([]),
});

const Start = z
  .strictObject({
    version: z
      .int()
      .positive()
      .max(1_000_000)
      .optional()
      .openapi({ description: 'Version of the workflow; if absent, the newest.' }),
    settings: Settings.optional().openapi({
      description: 'Each needs the right `allowPrivateNetwork`, unless the server gives it to everybody.',
    }),
    base: ExecutionId.optional().openapi({
      description: 'An ended execution: Surf requests its pages only if they have changed.',
    }),
    full: z.boolean().optional().openapi({
      description:
        'With a revisit policy of the workflow: every page is due, and no budget holds. Without a policy each execution requests everything.',
    }),
  })
  .openapi('StartRequest');

const start = createRoute({
  method: 'post',
  path: '/v1/workflows/{id}/executions',
  tags,
  operationId: 'startExecution',
  summary: 'Start an execution of a workflow',
  request: {
    params: ByWorkflow,
    headers: z.object({
      'idempotency-key': z
        .string()
        .regex(/^[\x21-\x7e]{1,200}$/)
        .optional()
        .openapi({ description: 'The same key with the same body starts one execution, for a day.' }),
    }),
    body: { content: { 'application/json': { schema: Start } } },
  },
  responses: {
    201: {
      description: 'It is starting.',
      headers: { Location: { schema: { type: 'string' as const } } },
      ...view,
    },
    ...problems(400, 401, 403, 404, 409, 413, 422, 429),
  },
});

const read = createRoute({
  method: 'get',
  path: '/v1/executions/{id}',
  tags,
  operationId: 'readExecution',
  summary: 'Shows counts, levels, cost, and why the execution waits',
  request: { params: ByExecution },
  responses: { 200: { description: 'The execution.', ...view }, ...problems(400, 401, 404, 429) },
});

/** `partial`, because the description knows no exact optional fields. */
const NewLimits = LimitsOverride.partial()
  .openapi('LimitsOverride', { description: 'New totals, not additions. Absent limits stay unchanged.' })
  .optional();

const Action = z
  .discriminatedUnion('action', [
    z.strictObject({ action: z.literal('pause') }),
    z.strictObject({ action: z.literal('stop') }),
    z.strictObject({ action: z.literal('resume'), limits: NewLimits }),
    z
      .strictObject({ action: z.literal('continue'), limits: NewLimits })
      .openapi({ description: 'Another name of `resume`.' }),
    z.strictObject({ action: z.literal('verify') }),
    z.strictObject({ action: z.literal('rebuild') }).openapi({
      description: 'For administrators: writes the task rows and events of an ended execution again, from its archive.',
    }),
  ])
  .openapi('ActionRequest');

const Acted = ExecutionView.extend({
  verification: Verification.optional().openapi({
    description: 'Result of the action `verify`; other actions have none.',
  }),
  schedules: z.array(StartingSchedule).optional().openapi({
    description:
      'After `pause` and `stop`: the schedules of its workflow that start the next execution by themselves. Other actions have none.',
  }),
}).openapi('ActedExecution');

const act = createRoute({
  method: 'post',
  path: '/v1/executions/{id}/actions',
  tags,
  operationId: 'controlExecution',
  summary: 'Pause, resume, stop, continue, verify or rebuild',
  description:
    '`verify` changes nothing: it reads everything that the execution archived and compares what that adds up to with what is shown. A deployment does ' +
    'it for up to 256 MB of pages.',
  request: { params: ByExecution, body: { required: true, content: { 'application/json': { schema: Action } } } },
  responses: {
    200: {
      description: 'The execution; the command takes effect within seconds.',
      content: { 'application/json': { schema: Acted } },
    },
    ...problems(400, 401, 403, 404, 409, 413, 422, 429),
  },
});

const Event = ExecutionEvent.omit({ at: true }).extend({ at: z.iso.datetime() }).openapi('ExecutionEvent');

const events = createRoute({
  method: 'get',
  path: '/v1/executions/{id}/events',
  tags,
  operationId: 'listEvents',
  summary: 'What happened, oldest first',
  request: { params: ByExecution, query: Paging },
  responses: {
    200: { description: 'A page.', content: { 'application/json': { schema: pageOf(Event, 'EventPage') } } },
    ...problems(400, 401, 404, 429),
  },
});

export function executionRoutes(app: OpenAPIHono<ApiEnv>, ports: ApiPorts, defaults?: Defaults): void {
  const { catalog } = ports;

  app.openapi(start, async (c) => {
    const caller = c.get('caller');
    const head = await ownHead(ports, caller, c.req.valid('param').id);
    const asked = c.req.valid('json') ?? {};
    if (asked.base !== undefined) await ownExecution(ports, caller, asked.base);
    const key = c.req.valid('header')['idempotency-key'];
    const { id } = await startWorkflow(ports, defaults, {
      caller,
      head,
      idFor: (what) => idOfStart(ports, { caller, key, what }),
      ...(asked.version !== undefined && { version: asked.version }),
      ...(asked.settings !== undefined && { settings: asked.settings }),
      ...(asked.base !== undefined && { base: asked.base }),
      ...(asked.full === true && { full: true }),
    });
    const row = await catalog.execution(id);
    c.header('Location', `/v1/executions/${id}`);
    return c.json(viewOf(await describeExecution(ports, id), ownerOf(row)), 201);
  });

  app.openapi(read, async (c) => {
    const row = await ownExecution(ports, c.get('caller'), c.req.valid('param').id);
    return c.json(viewOf(await describeExecution(ports, row.id), ownerOf(row)), 200);
  });

  app.openapi(act, async (c) => {
    const row = await ownExecution(ports, c.get('caller'), c.req.valid('param').id);
    const asked = c.req.valid('json');
    if (asked.action === 'verify') {
      const verification = await verifyExecution(ports, row);
      return c.json({ ...viewOf(await describeExecution(ports, row.id), ownerOf(row)), verification }, 200);
    }
    if (asked.action === 'rebuild') administratorsOnly(c.get('caller'));
    const { row: after, changed } = await admitted(ports, c.get('caller'), { row, command: commandOf(asked) });
    if (changed) await ports.runner.start(row.id, after.lastRun);
    const halted = asked.action === 'pause' || asked.action === 'stop';
    const schedules = halted
      ? await startingSchedules(ports, await ports.schedules.ofWorkflow(row.workflowId))
      : undefined;
    const view = viewOf(await describeExecution(ports, row.id), ownerOf(row));
    return c.json(schedules === undefined ? view : { ...view, schedules }, 200);
  });
  eventRoute(app, ports);
}

function eventRoute(app: OpenAPIHono<ApiEnv>, ports: ApiPorts): void {
  app.openapi(events, async (c) => {
    const row = await ownExecution(ports, c.get('caller'), c.req.valid('param').id);
    const { limit, next } = c.req.valid('query');
    const found = await ports.catalog.events(row.id, limit, sequenceIn(next));
    const last = found.at(-1);
    const more = last !== undefined && found.length === Math.min(limit, MOST_ROWS);
    const items = found.map((event) => ({ ...event, at: isoTime(event.at) }));
    return c.json({ items, next: more ? String(last.seq) : null }, 200);
  });
}

/**
 * Carries out a command within the caller's role. Releases the place that it took when the
 * execution cannot continue.
 */
async function admitted(
  ports: ApiPorts,
  caller: Caller,
  asked: { readonly row: Execution; readonly command: Command },
): ReturnType<typeof controlExecution> {
  if (asked.command.type === 'resume' && ports.readableSecrets !== undefined)
    await checkSecretsOf({ catalog: ports.catalog, secrets: ports.readableSecrets }, asked.row);
  if (asked.command.type === 'resume') await checkPluginsOf(ports, asked.row);
  const command = await admitCommand(ports, caller, asked);
  try {
    return await controlExecution(ports, asked.row.id, command);
  } catch (error) {
    if (hasEnded((await ports.catalog.execution(asked.row.id)).status))
      await ports.accounts.releasePlace(ownerOf(asked.row), asked.row.id);
    throw error;
  }
}

/** The owner; without one, the person at this machine started the execution. */
export const ownerOf = (row: Execution): string => row.owner ?? LOCAL_USER;

/**
 * An execution that the caller may see.
 * @throws SurfError EXECUTION_NOT_FOUND, also for one of others
 */
export async function ownExecution(
  { catalog }: Pick<ApiPorts, 'catalog'>,
  caller: Caller,
  id: ExecutionId,
): Promise<Execution> {
  const row = await catalog.execution(id);
  if (maySee(caller, ownerOf(row))) return row;
  throw new SurfError('EXECUTION_NOT_FOUND', `there is no execution ${id}`, {
    remedy: 'GET /v1/executions lists those that are yours',
  });
}

/**
 * Returns a new id, or repeats the id that it gave to an earlier request with the same key.
 * @throws SurfError REQUEST_REPEATED when the key came with another body
 */
async function idOfStart(
  ports: ApiPorts,
  asked: { caller: Caller; key: string | undefined; what: string },
): Promise<ExecutionId> {
  const id = newExecutionId(ports);
  if (asked.key === undefined) return id;
  const request = { fingerprint: sha256Hex(Buffer.from(asked.what)), result: id };
  const of = { owner: asked.caller.user, key: asked.key, now: ports.clock.now() };
  const first = await ports.requests.claim(of, request);
  if (first.fingerprint === request.fingerprint) return first.result as ExecutionId;
  throw new SurfError('REQUEST_REPEATED', 'this Idempotency-Key came with another request before', {
    remedy: 'use a new key for each thing that is to be started',
  });
}

const commandOf = (asked: Exclude<z.infer<typeof Action>, { action: 'verify' }>): Command => {
  if (asked.action === 'pause' || asked.action === 'stop' || asked.action === 'rebuild') return { type: asked.action };
  return { type: 'resume', ...(asked.limits !== undefined && { limits: LimitsOverride.parse(asked.limits) }) };
};

/** @throws SurfError REQUEST_INVALID */
function sequenceIn(next: string | undefined): number | undefined {
  if (next === undefined) return undefined;
  const seq = Number(next);
  if (Number.isSafeInteger(seq) && seq >= 0) return seq;
  throw new SurfError('REQUEST_INVALID', `next: ${JSON.stringify(next.slice(0, 50))} is not a cursor of this list`, {
    remedy: 'give `next` as the previous answer had it, or leave it out',
  });
}
