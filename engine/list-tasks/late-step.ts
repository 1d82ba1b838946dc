import type { TaskCursor } from '#core/execution/task-cursor.ts';
import type { TaskRow } from '#core/execution/task-index.ts';
import { manifestOfWave } from '#engine/frontier/wave-log.ts';
import { partLines } from '#engine/list-tasks/part-lines.ts';
import { firstPending } from '#engine/list-tasks/reported-step.ts';
import type { StepSource, TaskStep } from '#engine/list-tasks/task-step.ts';
import { settledDraft } from '#engine/list-tasks/task-view.ts';

type LateCursor = Extract<TaskCursor, { phase: 'late' }>;

/**
 * Tasks that were settled since the walk began: a part of the list of one wave. The walk may have
 * passed their place in the index before, and they are not pending now. Those that it gave already
 * come again, settled.
 */
export async function lateStep(source: StepSource, cursor: LateCursor): Promise<TaskStep> {
  const { archive, row, settled } = source;
  if (cursor.wave >= row.wave) return { tasks: [], next: firstPending(row.wave) };
  const nextWave: TaskCursor = { phase: 'late', wave: cursor.wave + 1, at: 0 };
  const manifest = await manifestOfWave(archive, row, cursor.wave);
  if (manifest?.settled == null) return { tasks: [], next: nextWave };
  const { lines, last } = await partLines(archive, manifest.settled.object, cursor.at);
  const tasks = lines.map(({ text }) => JSON.parse(text) as TaskRow);
  const rows = await settled.get(tasks.map(({ key }) => key)); // a later wave may have made duplicates of them
  const behind = (n: number): TaskCursor =>
    last && n === lines.length ? nextWave : { ...cursor, at: lines[n - 1]?.end ?? cursor.at };
  return {
    tasks: tasks.map((task, i) => ({ draft: settledDraft(rows[i] ?? task), next: behind(i + 1) })),
    next: behind(lines.length),
  };
}
