import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { ApiEnv, ApiPorts } from '#api/http/api-ports.ts';
import { problems } from '#api/http/problem.ts';
import { timesOf } from '#api/http/saved-schedules.ts';
import { ownHead } from '#api/routes/workflows.ts';
import { ByWorkflow } from '#api/schemas/by-id.ts';
import { described } from '#api/schemas/described.ts';
import { isoTime } from '#api/schemas/iso-time.ts';
import { CollectionFreshness } from '#core/collection/collection-freshness.ts';
import { Counts, ExecutionStatus } from '#core/execution/execution.ts';
import { LOCAL_USER } from '#core/model/local-user.ts';
import { Revisit } from '#core/revisit/revisit-rules.ts';
import type { ScheduleRow } from '#core/schedule/schedule.ts';
import { collectionLife } from '#engine/collection/collection-life.ts';

const count = z.int().nonnegative();

const Life = z
  .object({
    policy: Revisit.shape.policy.removeDefault(),
    next: z.iso.datetime().nullable().openapi({ description: 'When a schedule starts the next one; null: none does.' }),
    ticks: z.array(
      z.object({
        execution: z.string(),
        createdAt: z.iso.datetime(),
        status: ExecutionStatus,
        counts: described(Counts, 'Counts'),
        pages: count.nullable().openapi({ description: 'Addresses that it knew when it began; null: the first one.' }),
        due: count.nullable(),
        gone: count.nullable(),
        freshness: described(CollectionFreshness, 'CollectionFreshness').nullable(),
      }),
    ),
  })
  .openapi('CollectionLife');

const read = createRoute({
  method: 'get',
  path: '/v1/workflows/{id}/collection',
  tags: ['workflows'],
  operationId: 'readCollection',
  summary: 'The life of a collection',
  description:
    'The executions of the workflow, the newest first: what each knew when it began, and how fresh that was, as a whole and by host. Freshness and age are ' +
    'estimates from how often pages were found changed.',
  request: {
    params: ByWorkflow,
    query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(30) }),
  },
  responses: {
    200: { description: 'Its executions.', content: { 'application/json': { schema: Life } } },
    ...problems(400, 401, 404, 429),
  },
});

export function collectionRoutes(app: OpenAPIHono<ApiEnv>, ports: ApiPorts): void {
  app.openapi(read, async (c) => {
    const { id, version, owner } = await ownHead(ports, c.get('caller'), c.req.valid('param').id);
    const { definition } = await ports.catalog.workflow(id, version);
    const { limit } = c.req.valid('query');
    // executions of the command line have no owner
    const ticks = await collectionLife(ports, { workflow: id, owner: owner === LOCAL_USER ? undefined : owner, limit });
    const shown = ticks.map((tick) => ({ ...tick, createdAt: isoTime(tick.createdAt) }));
    return c.json({ policy: definition.revisit.policy, next: await nextStart(ports, id), ticks: shown }, 200);
  });
}

/** The earliest next time of the workflow's enabled crawl schedules. */
async function nextStart({ schedules, clock }: ApiPorts, workflow: string): Promise<string | null> {
  const now = clock.now();
  const isOfIt = ({ workflow: of, schedule }: ScheduleRow) => of === workflow && schedule.checkDays === null;
  const rows = (await schedules.all()).filter((row) => isOfIt(row) && row.schedule.enabled);
  const times = rows.flatMap(({ schedule, createdAt }) => timesOf(schedule, { createdAt, after: now }).slice(0, 1));
  return times.sort()[0] ?? null;
}
