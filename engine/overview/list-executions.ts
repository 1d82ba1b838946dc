import type { Catalog } from '#core/execution/catalog.ts';
import type { Execution, ExecutionStatus } from '#core/execution/execution.ts';
import type { WorkflowId } from '#core/model/ids.ts';
import { LOCAL_USER } from '#core/model/local-user.ts';

/** Most rows that one page of a filtered list looks at. */
const MOST_SEEN = 1_000;

/** Only executions that match every given field. */
export interface ExecutionFilter {
  /** Owner; absent: everyone's. Rows without one are of the person at this machine. */
  readonly owner?: string;
  readonly workflow?: WorkflowId;
  readonly status?: ExecutionStatus;
}

export interface ListRequest {
  /** At most 1,000. */
  readonly limit: number;
  readonly next?: string;
  readonly filter: ExecutionFilter;
}

/**
 * A page of the executions that match, newest first. It can be short, or empty, before the last: no
 * page looks at more than 1,000 rows, however few of them match.
 */
export async function listExecutions(
  catalog: Pick<Catalog, 'executions'>,
  { limit, next: from, filter }: ListRequest,
): Promise<{ rows: Execution[]; next: string | null }> {
  let next = from;
  for (let seen = 0; ; ) {
    const page = await catalog.executions(limit, next, filter.owner === LOCAL_USER ? undefined : filter.owner);
    const rows = page.rows.filter((row) => matches(row, filter));
    seen += page.rows.length;
    if (rows.length > 0 || page.next === null || seen + limit > MOST_SEEN) return { rows, next: page.next };
    next = page.next;
  }
}

const matches = (row: Execution, { owner, workflow, status }: ExecutionFilter): boolean =>
  (owner === undefined || (row.owner ?? LOCAL_USER) === owner) &&
  (workflow === undefined || row.workflowId === workflow) &&
  (status === undefined || row.status === status);
