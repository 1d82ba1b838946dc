import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { ApiEnv, ApiPorts } from '#api/http/api-ports.ts';
import { problems } from '#api/http/problem.ts';
import { StartingSchedule, saveSchedule, scheduleView, startingSchedules, timesOf } from '#api/http/saved-schedules.ts';
import { ownHead } from '#api/routes/workflows.ts';
import { ByWorkflow } from '#api/schemas/by-id.ts';
import { described } from '#api/schemas/described.ts';
import { SurfError } from '#core/error.ts';
import { maySee } from '#core/identity/caller.ts';
import type { WorkflowId } from '#core/model/ids.ts';
import { MOST_COUNTED } from '#core/schedule/due-times.ts';
import { Schedule, ScheduleName } from '#core/schedule/schedule.ts';
import { MOST_SCHEDULES } from '#core/schedule/schedule-store.ts';

const tags = ['schedules'];

const instant = z.iso.datetime();
const NextTimes = z.array(instant).openapi({ description: 'The next five scheduled times, in UTC.' });

const { when, zone, from, until, jitterSeconds, overlap, catchUp, checkDays, enabled } = Schedule.shape;

const ScheduleView = z
  .object({
    when,
    zone: zone.removeDefault(),
    from: from.removeDefault(),
    until: until.removeDefault(),
    jitterSeconds: jitterSeconds.removeDefault(),
    overlap: overlap.removeDefault(),
    catchUp: catchUp.removeDefault(),
    checkDays: checkDays.removeDefault(),
    enabled: enabled.removeDefault(),
    name: described(ScheduleName, { description: 'Name of the schedule, unique in its workflow.', example: 'daily' }),
    workflow: z.string(),
    owner: z.string(),
    createdAt: instant,
    updatedAt: instant,
    next: NextTimes,
    queued: instant.nullable().openapi({ description: 'The scheduled time that waits for the previous execution.' }),
    last: z
      .object({
        scheduledAt: instant,
        outcome: z.enum(['started', 'skipped', 'missed', 'failed']),
        execution: z.string().nullable(),
        why: z.string().nullable(),
      })
      .nullable()
      .openapi({ description: 'The outcome of the last scheduled time; null: there was none.' }),
    missed: z
      .object({
        from: instant,
        until: instant,
        times: z.int().openapi({ description: `How many, at most ${MOST_COUNTED}: then there can have been more.` }),
        execution: z
          .string()
          .nullable()
          .openapi({ description: 'The execution that started for all of them (catchUp).' }),
      })
      .nullable()
      .openapi({
        description: 'The newest times that came while no check ran. A change of the schedule clears them.',
      }),
  })
  .openapi('Schedule');

const NewSchedule = described(Schedule, 'NewSchedule');
const ByName = ByWorkflow.extend({
  name: described(ScheduleName, {
    param: { name: 'name', in: 'path' },
    description: 'Name of the schedule.',
    example: 'daily',
  }),
});
const body = { required: true, content: { 'application/json': { schema: NewSchedule } } } as const;

const preview = createRoute({
  method: 'post',
  path: '/v1/schedule-times',
  tags,
  operationId: 'previewSchedule',
  summary: 'The next five times of a schedule that is not saved yet',
  request: { body },
  responses: {
    200: {
      description: 'The times, in UTC.',
      content: { 'application/json': { schema: z.object({ next: NextTimes }).openapi('ScheduleTimes') } },
    },
    ...problems(400, 401, 413, 422, 429),
  },
});

const list = createRoute({
  method: 'get',
  path: '/v1/workflows/{id}/schedules',
  tags,
  operationId: 'listSchedules',
  summary: 'The schedules of a workflow, with their next times',
  request: { params: ByWorkflow },
  responses: {
    200: {
      description: `All, at most ${MOST_SCHEDULES}.`,
      content: { 'application/json': { schema: z.object({ items: z.array(ScheduleView) }).openapi('ScheduleList') } },
    },
    ...problems(400, 401, 404, 429),
  },
});

const StartingList = z.object({ items: z.array(StartingSchedule) }).openapi('StartingScheduleList');

const listStarting = createRoute({
  method: 'get',
  path: '/v1/schedules',
  tags,
  operationId: 'listStartingSchedules',
  summary: 'The schedules that start executions by themselves, of all workflows that are yours',
  responses: {
    200: {
      description: 'All that are enabled and have a next time, by workflow and name.',
      content: { 'application/json': { schema: StartingList } },
    },
    ...problems(401, 429),
  },
});

const put = createRoute({
  method: 'put',
  path: '/v1/workflows/{id}/schedules/{name}',
  tags,
  operationId: 'saveSchedule',
  summary: 'Create or change a schedule of a workflow',
  description:
    'Executions start as its owner, with the rights that the owner has at that time, and with the newest version of the workflow. Times that have passed are not started again by a change.',
  request: { params: ByName, body },
  responses: {
    200: { description: 'Saved.', content: { 'application/json': { schema: ScheduleView } } },
    ...problems(400, 401, 404, 409, 413, 422, 429),
  },
});

const remove = createRoute({
  method: 'delete',
  path: '/v1/workflows/{id}/schedules/{name}',
  tags,
  operationId: 'deleteSchedule',
  summary: 'Delete a schedule; its executions stay',
  request: { params: ByName },
  responses: { 204: { description: 'Deleted.' }, ...problems(400, 401, 404, 429) },
});

export function scheduleRoutes(app: OpenAPIHono<ApiEnv>, ports: ApiPorts): void {
  const { schedules, clock } = ports;

  app.openapi(preview, async (c) => {
    const now = clock.now();
    return c.json({ next: timesOf(c.req.valid('json'), { createdAt: now, after: now }) }, 200);
  });

  app.openapi(list, async (c) => {
    const { id } = await ownHead(ports, c.get('caller'), c.req.valid('param').id);
    const items = (await schedules.ofWorkflow(id)).map((row) => scheduleView(row, clock.now()));
    return c.json({ items }, 200);
  });

  app.openapi(listStarting, async (c) => {
    const caller = c.get('caller');
    const rows = (await schedules.all()).filter(({ owner }) => maySee(caller, owner));
    return c.json({ items: await startingSchedules(ports, rows) }, 200);
  });

  app.openapi(put, async (c) => {
    const { id, name } = c.req.valid('param');
    const head = await ownHead(ports, c.get('caller'), id);
    const schedule = c.req.valid('json');
    const row = await saveSchedule(ports, { head, name, schedule, caller: c.get('caller') });
    return c.json(scheduleView(row, clock.now()), 200);
  });

  app.openapi(remove, async (c) => {
    const { id, name } = c.req.valid('param');
    await ownHead(ports, c.get('caller'), id);
    if ((await schedules.delete(id, name)) === 'missing') throw missing(id, name);
    return c.body(null, 204);
  });
}

const missing = (workflow: WorkflowId, name: string): SurfError =>
  new SurfError('SCHEDULE_NOT_FOUND', `workflow ${workflow} has no schedule ${name}`, {
    remedy: `GET /v1/workflows/${workflow}/schedules lists them`,
  });
