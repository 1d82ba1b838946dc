import type { Catalog } from '#core/execution/catalog.ts';
import type { Execution } from '#core/execution/execution.ts';
import { type AnswerPorts, checkAnswers } from '#engine/external/check-answers.ts';
import { haveOneOwner, rowOf, successorsOf } from '#engine/external/external-register.ts';
import { foldChecks } from '#engine/external/fold-checks.ts';

export interface CheckPorts extends AnswerPorts {
  readonly catalog: Pick<Catalog, 'execution' | 'workflow'>;
}

/** Executions that a register is followed to: a check ends long before. */
const MOST_SUCCESSORS = 1_000;

/**
 * Merges what an ended check of external links found into the register that it names, and into
 * those of the executions that have copied it since. Does nothing for other crawls. Idempotent.
 *
 * @returns null; or why nothing was merged
 */
export async function keepChecks(ports: CheckPorts, row: Execution): Promise<string | null> {
  const { external } = (await ports.catalog.workflow(row.workflowId, row.workflowVersion)).definition;
  if (external.checks === null) return null;
  const named = await rowOf(ports.catalog, external.checks);
  if (named === null || !haveOneOwner(named, row)) return `there is no execution ${external.checks}`;
  let folded = 0;
  for await (const target of takenUpFrom(ports, named)) {
    const { key } = (await ports.catalog.workflow(target.workflowId, target.workflowVersion)).definition;
    if (await foldChecks(ports, target.id, () => checkAnswers(ports, row, key))) folded += 1;
  }
  return folded === 0 ? `execution ${named.id} has no register` : null;
}

/** The execution, and those that have begun with its register or with one of theirs. */
async function* takenUpFrom({ catalog, archive }: CheckPorts, first: Execution): AsyncGenerator<Execution> {
  const ids = new Set([first.id]);
  for (const id of ids) {
    const row = id === first.id ? first : await rowOf(catalog, id);
    if (row === null) continue;
    yield row;
    for (const by of await successorsOf(archive, id)) if (ids.size < MOST_SUCCESSORS) ids.add(by);
  }
}
