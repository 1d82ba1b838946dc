import type { TaskIndex } from '#core/execution/task-index.ts';
import type { Audit } from '#engine/verify/audit/audit.ts';
import { checkRow } from '#engine/verify/checks/check-row.ts';

/** Rows read together. */
const PAGE = 1_000;

/**
 * The task index has exactly the rows of the settled tasks. Waves that are not projected yet may be
 * there or not.
 */
export async function checkTasks(audit: Audit, tasks: Pick<TaskIndex, 'list'>): Promise<void> {
  const { replay, differences, row: execution } = audit;
  for (let next: string | null | undefined; next !== null; ) {
    const page = await tasks.list(audit.id, PAGE, next);
    for (const row of page.rows) {
      const where = `task ${row.key}`;
      const task = replay.tasks.get(row.key);
      const settled = task?.settled ?? null;
      if (task === undefined || settled === null || settled.indexed) {
        const expected = settled === null ? 'an outcome line' : 'one row';
        differences.add('task-unproven', where, { expected, found: row.outcome });
        continue;
      }
      settled.indexed = true;
      if (settled.changed < execution.projected) checkRow(audit, row, { task, settled, code: 'task-row', where });
    }
    next = page.next;
  }
  for (const { key, settled } of replay.tasks.values()) {
    if (settled === null || settled.indexed || settled.wave >= execution.projected) continue;
    differences.add('task-missing', `task ${key}`, { expected: settled.outcome, found: 'no row' });
  }
}
