import type { ApiPorts } from '#api/http/api-ports.ts';
import { ownExecution } from '#api/routes/executions.ts';
import { SurfError } from '#core/error.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { Caller } from '#core/identity/caller.ts';
import { ExecutionId } from '#core/model/ids.ts';
import { namesakeBefore } from '#engine/diff/namesake-before.ts';

/** A time as in RFC 3339, section 5.6. */
const TIME = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;

/** Names an execution and the earlier execution that Surf compares it with. */
export interface EarlierRequest {
  readonly row: Execution;
  /** An id, or a time. */
  readonly since: string;
  /** Name of the parameter, for messages. */
  readonly field: string;
}

/**
 * The execution that a request names by its id, or by a time: then the newest one of the same name
 * created by that time.
 * @throws SurfError REQUEST_INVALID for neither, for the execution itself, and if none is earlier;
 * EXECUTION_NOT_FOUND
 */
export async function earlierThan(
  ports: ApiPorts,
  caller: Caller,
  { row, since, field }: EarlierRequest,
): Promise<ExecutionId> {
  const at = TIME.test(since) ? Date.parse(since) : Number.NaN;
  const id = ExecutionId.safeParse(since);
  const remedy = 'name an earlier execution, or a time such as 2026-11-24T08:00:00Z';
  const refused = (why: string): SurfError => new SurfError('REQUEST_INVALID', `${field} ${why}`, { remedy });
  if (!Number.isNaN(at)) {
    const before = await namesakeBefore(ports.catalog, row, at);
    if (before === null) throw refused('is a time before which there is no execution of this name');
    return before;
  }
  if (!id.success) throw refused('is neither the id of an execution nor a time of RFC 3339');
  const before = await ownExecution(ports, caller, id.data);
  if (before.id === row.id) throw refused('is the execution itself');
  return before.id;
}
