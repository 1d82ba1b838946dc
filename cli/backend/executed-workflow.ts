import type { ApiServer } from '#adapters/api/api-server.ts';
import { SurfError } from '#core/error.ts';
import { WorkflowVersion } from '#core/execution/catalog.ts';
import { Execution } from '#core/execution/execution.ts';
import type { ExecutionId } from '#core/model/ids.ts';

/**
 * The workflow version that an execution runs.
 * @throws SurfError EXECUTION_NOT_FOUND, FORMAT_UNKNOWN
 */
export async function executedWorkflow(server: ApiServer, id: ExecutionId): Promise<WorkflowVersion> {
  const found = await server.answer(server.client.GET('/v1/executions/{id}/workflow', { params: { path: { id } } }));
  const version = WorkflowVersion.safeParse({ ...found, v: 1, createdAt: Date.parse(found.createdAt) });
  if (version.success) return version.data;
  throw newer(server);
}

/** The row of an execution. @throws SurfError EXECUTION_NOT_FOUND, FORMAT_UNKNOWN */
export async function storedExecution(server: ApiServer, id: ExecutionId): Promise<Execution> {
  const found = await server.answer(server.client.GET('/v1/executions/{id}/archive', { params: { path: { id } } }));
  const row = Execution.safeParse(found);
  if (row.success) return row.data;
  throw newer(server);
}

const newer = ({ address }: ApiServer): SurfError =>
  new SurfError('FORMAT_UNKNOWN', `${address} has rows of another version of Surf than this one`, {
    remedy: 'use the version of the server: GET /health names it',
  });
