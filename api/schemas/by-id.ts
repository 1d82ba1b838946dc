import { z } from '@hono/zod-openapi';
import { described } from '#api/schemas/described.ts';
import { ExecutionId, WorkflowId } from '#core/model/ids.ts';

/** Path parameters. */
export const ByExecution = z.object({
  id: described(ExecutionId, {
    param: { name: 'id', in: 'path' },
    description: 'Id of the execution.',
    example: 'x0mk3r9a1b2c3d4e5f6',
  }),
});
export const ByWorkflow = z.object({
  id: described(WorkflowId, {
    param: { name: 'id', in: 'path' },
    description: 'Id of the workflow.',
    example: 'w0mk3r9a1b2c3d4e5f6',
  }),
});
