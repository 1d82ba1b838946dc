import type { Archive } from '#core/archive/archive.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { TaskCursor } from '#core/execution/task-cursor.ts';
import type { UnitStore } from '#core/execution/unit-store.ts';
import type { SettledRows } from '#engine/list-tasks/settled-rows.ts';
import type { Draft, TaskFilter } from '#engine/list-tasks/task-view.ts';
import type { RunningWave } from '#engine/running/running-wave.ts';

/** Source that the steps of a page read from. */
export interface StepSource {
  readonly archive: Archive;
  readonly units: UnitStore;
  readonly row: Execution;
  readonly settled: SettledRows;
  readonly running: RunningWave;
  /** Steps pass over places where nothing can match. */
  readonly filter: TaskFilter;
}

/** A task, and the cursor after it. */
export interface PlacedTask {
  readonly draft: Draft;
  readonly next: TaskCursor;
}

/** Tasks of a few reads, in order, and the cursor after them; null at the end of all tasks. */
export interface TaskStep {
  readonly tasks: readonly PlacedTask[];
  readonly next: TaskCursor | null;
}
