import type { Archive } from '#core/archive/archive.ts';
import { writeUnits } from '#core/cost/dynamo-units.ts';
import type { ExecutionId } from '#core/execution/ids.ts';
import { storedBytes, TASK_ROW_BYTES } from '#core/execution/stored-task.ts';
import type { TaskRow } from '#core/execution/task-index.ts';
import type { FileRef } from '#core/frontier/frontier.ts';
import { KeyedLines } from '#engine/advance/keyed-lines.ts';

/** The rows of the tasks that a wave settled. */
export class SettledRows {
  readonly #execution: ExecutionId;
  readonly #lines: KeyedLines;
  #writeUnits = 0;
  #died = 0;

  constructor(archive: Archive, execution: ExecutionId) {
    this.#execution = execution;
    this.#lines = new KeyedLines(archive);
  }

  get count(): number {
    return this.#lines.count;
  }

  /** What writing them into the table takes. */
  get writeUnits(): number {
    return this.#writeUnits;
  }

  /** Tasks that died with their workers. */
  get died(): number {
    return this.#died;
  }

  add(row: TaskRow): void {
    const { outcome } = row;
    const bytes = this.#lines.add(row); // more than the table has of it
    this.#writeUnits += bytes <= TASK_ROW_BYTES ? 1 : writeUnits(storedBytes(this.#execution, row));
    if (outcome.type === 'failed' && outcome.reason === 'worker-died') this.#died += 1;
  }

  write(object: string): Promise<FileRef | null> {
    return this.#lines.write(object);
  }
}
