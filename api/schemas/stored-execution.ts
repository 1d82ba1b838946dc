import { z } from '@hono/zod-openapi';
import { Definition } from '#api/schemas/workflow.ts';
import { ExecutionId, WorkflowId } from '#core/model/ids.ts';

/** The version of a workflow that an execution runs. */
export const ExecutedWorkflow = z
  .object({
    id: WorkflowId,
    version: z.int().positive(),
    createdAt: z.iso.datetime(),
    definition: Definition,
  })
  .openapi('ExecutedWorkflow');

const object = z.string().nullable();

/**
 * The stored row of an execution, from which a reader of its archive starts. Its other fields are
 * internal to the engine (core/execution/execution.ts).
 */
export const StoredExecution = z
  .looseObject({
    v: z.int().positive().openapi({ description: 'Version of the row’s format.' }),
    id: ExecutionId,
    manifest: object.openapi({ description: 'Key of the newest manifest; null: nothing is crawled yet.' }),
    frontier: object.openapi({ description: 'Key of the newest frontier; null: nothing is crawled yet.' }),
  })
  .openapi('StoredExecution');
export type StoredExecution = z.infer<typeof StoredExecution>;
