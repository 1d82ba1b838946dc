import type { Embedded } from '#compose/compose-local.ts';
import type { Execution } from '#core/execution/execution.ts';
import { executionId, executionNotFound } from '#core/run/execution-name.ts';

/** An execution by its id, or the newest by `last`. @throws SurfError EXECUTION_NOT_FOUND */
export async function namedExecution({ catalog, data }: Embedded, name: string): Promise<Execution> {
  if (name !== 'last') return await catalog.execution(executionId(name));
  const [first] = (await catalog.executions(1)).rows;
  if (first !== undefined) return first;
  throw executionNotFound('last', `the data folder ${data} has none`);
}
