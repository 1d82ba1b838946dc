import { SurfError } from '#core/error.ts';
import { ExecutionId } from '#core/model/ids.ts';

/** @throws SurfError EXECUTION_NOT_FOUND for a text that is not an id */
export function executionId(text: string): ExecutionId {
  const id = ExecutionId.safeParse(text);
  if (id.success) return id.data;
  throw executionNotFound(text, 'an id looks like x0mk3r9…');
}

export const executionNotFound = (name: string, why: string): SurfError =>
  new SurfError('EXECUTION_NOT_FOUND', `there is no execution ${JSON.stringify(name.slice(0, 100))}: ${why}`, {
    remedy: 'surf ls lists the executions',
  });
