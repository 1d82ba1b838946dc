import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { ApiEnv, ApiPorts } from '#api/http/api-ports.ts';
import { problems } from '#api/http/problem.ts';
import { ownExecution } from '#api/routes/executions.ts';
import { ByExecution } from '#api/schemas/by-id.ts';
import { ExecutionId } from '#core/model/ids.ts';
import { deleteExecution } from '#engine/finish/delete-execution.ts';

const Deletion = z
  .object({ execution: ExecutionId, status: z.literal('deleting') })
  .openapi('Deletion', { description: 'It is found until nothing of it is left.' });

const remove = createRoute({
  method: 'delete',
  path: '/v1/executions/{id}',
  tags: ['executions'],
  operationId: 'deleteExecution',
  summary: 'Delete an ended execution with everything it kept',
  description:
    'Surf deletes rows, events and archived objects. The execution is `deleting` until nothing is left, also after a crash. You can repeat the request. Surf refuses while another ' +
    'execution is based on this one (`base`).',
  request: { params: ByExecution },
  responses: {
    202: { description: 'It is being deleted.', content: { 'application/json': { schema: Deletion } } },
    ...problems(400, 401, 404, 409, 429),
  },
});

export function deletionRoute(app: OpenAPIHono<ApiEnv>, ports: ApiPorts): void {
  app.openapi(remove, async (c) => {
    const { id } = await ownExecution(ports, c.get('caller'), c.req.valid('param').id);
    const row = await deleteExecution(ports, id);
    await ports.runner.start(id, row.lastRun);
    return c.json({ execution: id, status: 'deleting' as const }, 202);
  });
}
