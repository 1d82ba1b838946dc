import type { Archive } from '#core/archive/archive.ts';
import type { PlanTask } from '#core/archive/plan.ts';
import { type Execution, isOver } from '#core/execution/execution.ts';
import type { TaskRow } from '#core/execution/task-index.ts';
import type { UnitStore } from '#core/execution/unit-store.ts';
import type { Frontier } from '#core/frontier/frontier.ts';
import type { TaskState } from '#core/model/outcome.ts';
import { numbers, readJson } from '#engine/frontier/crawl-state.ts';
import { openList, restOf } from '#engine/frontier/lines/level-list.ts';
import { parseLines, streamLines } from '#engine/frontier/lines/line-files.ts';
import { RunningWave } from '#engine/running/running-wave.ts';

export interface PendingPorts {
  readonly archive: Archive;
  readonly units: UnitStore;
}

/** A URL without outcome, and the state that it shows. */
export interface PendingTask {
  readonly task: PlanTask;
  readonly state: Extract<TaskState, 'scheduled' | 'active' | 'interrupted'>;
  /** Row of a running wave's task that has an outcome already. */
  readonly reported?: TaskRow;
}

/**
 * Every pending URL once: the wave's plan, then carry and parked, then the rest of the level lists
 * behind their cursors. Sitemaps are not tasks.
 */
export async function* pendingTasks(ports: PendingPorts, row: Execution): AsyncGenerator<PendingTask> {
  for await (const pending of waitingTasks(ports, row)) if (pending.task.sitemap === undefined) yield pending;
}

async function* waitingTasks(ports: PendingPorts, row: Execution): AsyncGenerator<PendingTask> {
  if (row.frontier === null) return;
  yield* plannedTasks(ports, row);
  const { archive } = ports;
  const state = isOver(row) ? 'interrupted' : 'scheduled';
  const head = await readJson<Frontier>(archive, row.frontier, 'lists');
  for (const file of [head.carry, head.parked]) {
    if (file === null) continue;
    for await (const lines of streamLines(archive, file.object)) {
      for (const line of lines) yield { task: JSON.parse(line) as PlanTask, state };
    }
  }
  const cursors = head.cursors === null ? new Uint32Array(0) : numbers(await archive.get(head.cursors));
  for (const ref of head.lists) {
    for await (const task of restOf(archive, await openList(archive, ref, cursors))) yield { task, state };
  }
}

async function* plannedTasks({ archive, units }: PendingPorts, row: Execution): AsyncGenerator<PendingTask> {
  const running = new RunningWave(archive, row);
  const plan = await running.plan();
  if (plan === null) return;
  const planned = plan.units.map(({ unit }) => unit);
  const rows = isOver(row) ? [] : await units.rows(row.id, plan.wave, planned); // nobody works on it
  const begun = new Set(rows.filter((unit) => !unit.died).map(({ unit }) => unit));
  for (const unit of plan.units) {
    const reported = new Map<string, TaskRow>();
    for (const base of await running.chunks(unit.unit)) {
      for (const { row: settling } of await running.reported(unit, base)) reported.set(settling.key, settling);
    }
    const state = isOver(row) ? 'interrupted' : begun.has(unit.unit) ? 'active' : 'scheduled';
    const bytes = await archive.range(plan.tasks, unit.offset, unit.bytes);
    for (const task of parseLines<PlanTask>(bytes, plan.tasks)) {
      const settling = reported.get(task.key);
      yield { task, state, ...(settling !== undefined && { reported: settling }) };
    }
  }
}
