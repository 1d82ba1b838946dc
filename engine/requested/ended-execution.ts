import { SurfError } from '#core/error.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import { type Execution, isOver } from '#core/execution/execution.ts';
import type { ExecutionId } from '#core/model/ids.ts';

/** Action that a deployment takes on ended executions only, and the command for any. */
export interface EndedWords {
  readonly does: 'audits' | 'compares' | 'compares the texts of' | 'exports';
  /** `surf audit ID --api URL, which …` */
  readonly instead: string;
}

/**
 * The row of an execution of which a report is made: its name holds when the execution ended.
 * @throws SurfError STATE_CONFLICT while it has not ended, EXECUTION_NOT_FOUND
 */
export async function endedExecution(
  catalog: Pick<Catalog, 'execution'>,
  id: ExecutionId,
  { does, instead }: EndedWords,
): Promise<Execution> {
  const row = await catalog.execution(id);
  if (isOver(row)) return row;
  throw new SurfError('STATE_CONFLICT', `execution ${id} is ${row.status}: a deployment ${does} ended ones`, {
    remedy: `wait for its end, or run ${instead}`,
  });
}
