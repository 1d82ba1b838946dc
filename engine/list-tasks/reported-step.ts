import type { PlanUnit } from '#core/archive/plan.ts';
import type { TaskCursor } from '#core/execution/task-cursor.ts';
import { isSettledState } from '#core/model/outcome.ts';
import type { PlacedTask, StepSource, TaskStep } from '#engine/list-tasks/task-step.ts';
import { settledDraft } from '#engine/list-tasks/task-view.ts';

type ReportedCursor = Extract<TaskCursor, { phase: 'reported' }>;

/**
 * Tasks of the running wave that have an outcome: one chunk of one unit; behind its last chunk the
 * unit's tasks that have none.
 */
export async function reportedStep(source: StepSource, cursor: ReportedCursor): Promise<TaskStep> {
  const { running, settled, row, filter } = source;
  const unit = (await running.units())[cursor.part];
  if (unit === undefined) return { tasks: [], next: partOf(row.wave, cursor.part, []) };
  const chunks = await running.shownChunks(unit.unit);
  const base = wantsSettled(filter.state) ? chunks[cursor.chunk] : undefined;
  if (base === undefined) {
    const waiting: TaskCursor = { phase: 'pending', ...at(cursor), at: 0, chunks: chunks.length, line: 0 };
    return { tasks: [], next: waiting };
  }
  const found = (await running.reported(unit, base)).filter(({ place }) => place >= cursor.line);
  const rows = await settled.get(found.map(({ row: { key } }) => key));
  const next: TaskCursor = { ...cursor, chunk: cursor.chunk + 1, line: 0 };
  const tasks = found.map((task, i): PlacedTask => {
    const now = rows[i] ?? null; // the wave may have been settled since the execution was read
    const draft = now === null ? settledDraft(task.row, true) : settledDraft(now);
    return { draft, next: i + 1 === found.length ? next : { ...cursor, line: task.place + 1 } };
  });
  return { tasks, next };
}

/** Start of the unsettled tasks. @param wave that runs, or runs next */
export const firstPending = (wave: number): TaskCursor => ({ phase: 'reported', wave, part: 0, chunk: 0, line: 0 });

/** Start of the n-th pending stretch: of a unit with what it has reported. */
export const partOf = (wave: number, part: number, units: readonly PlanUnit[]): TaskCursor =>
  part < units.length ? { phase: 'reported', wave, part, chunk: 0, line: 0 } : { phase: 'pending', wave, part, at: 0 };

const at = ({ wave, part }: ReportedCursor) => ({ wave, part });

/** Can a task with an outcome match? */
const wantsSettled = (state: StepSource['filter']['state']): boolean => state === undefined || isSettledState(state);
