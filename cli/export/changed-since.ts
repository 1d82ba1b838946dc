import type { Backend } from '#cli/backend/backend.ts';
import { withComparison } from '#cli/export/comparison.ts';
import { SurfError } from '#core/error.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { printable } from '#core/model/printable.ts';
import { changedPages } from '#engine/diff/changed-pages.ts';

/**
 * Addresses of the pages of `after` that are new, changed or moved.
 * @param since an execution, or a time: then the newest execution of the same name before it
 * @throws SurfError COMMAND_USAGE where there is no such execution before `after`
 */
export async function pagesChangedSince(
  backend: Backend,
  after: ExecutionId,
  since: string,
): Promise<ReadonlySet<string>> {
  const before = /^\d{4}-/.test(since) ? await lastBefore(backend, after, since) : await backend.findExecution(since);
  if (before === after) {
    throw new SurfError('COMMAND_USAGE', `--changed-since: ${before} is the exported execution itself`, {
      remedy: 'name an earlier execution, or a time; surf ls lists them',
    });
  }
  return await withComparison(backend, { before, after, by: 'text' }, changedPages);
}

async function lastBefore(backend: Backend, after: ExecutionId, since: string): Promise<ExecutionId> {
  const at = Date.parse(since);
  const remedy = 'a time is for example 2026-11-24 or 2026-11-24T08:00:00Z; surf ls lists the executions';
  if (Number.isNaN(at)) {
    throw new SurfError('COMMAND_USAGE', `--changed-since ${printable(since.slice(0, 40))} is not a time`, { remedy });
  }
  const { name } = await backend.describe(after);
  let isOlder = false;
  for await (const { execution, name: other, createdAt } of backend.executions()) {
    if (isOlder && other === name && Date.parse(createdAt) <= at) return execution as ExecutionId;
    isOlder ||= execution === after;
  }
  const message = `there is no execution of ${printable(name)} from before ${printable(since.slice(0, 40))}`;
  throw new SurfError('COMMAND_USAGE', message, { remedy });
}
