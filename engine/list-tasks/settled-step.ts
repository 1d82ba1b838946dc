import type { TaskCursor } from '#core/execution/task-cursor.ts';
import type { TaskRow } from '#core/execution/task-index.ts';
import type { StepSource, TaskStep } from '#engine/list-tasks/task-step.ts';
import { settledDraft } from '#engine/list-tasks/task-view.ts';

const PAGE_ROWS = 500;

/** Rows of the task index: one page of it. */
export async function settledStep(
  { settled, row }: StepSource,
  { at, skip }: Extract<TaskCursor, { phase: 'settled' }>,
): Promise<TaskStep> {
  const page = await settled.page(PAGE_ROWS, at);
  const behind: TaskCursor =
    page.next === null ? { phase: 'unprojected', skip: 0 } : { phase: 'settled', at: page.next, skip: 0 };
  const within = (n: number): TaskCursor => (n === page.rows.length ? behind : { phase: 'settled', at, skip: n });
  return { tasks: placed(page.rows, skip, within), next: row.frontier === null ? null : behind };
}

/** Rows that are committed and not in the index yet; rarely more than a wave's. */
export function unprojectedStep(
  { settled, row }: StepSource,
  { skip }: Extract<TaskCursor, { phase: 'unprojected' }>,
): TaskStep {
  const rows = settled.behind();
  const next: TaskCursor = { phase: 'refused', wave: row.wave, level: 0, at: 0 };
  const within = (n: number): TaskCursor => (n === rows.length ? next : { phase: 'unprojected', skip: n });
  return { tasks: placed(rows, skip, within), next };
}

const placed = (
  rows: readonly (TaskRow | null)[],
  skip: number,
  cursorAt: (n: number) => TaskCursor,
): TaskStep['tasks'] =>
  rows.flatMap((task, i) => (i < skip || task === null ? [] : [{ draft: settledDraft(task), next: cursorAt(i + 1) }]));
