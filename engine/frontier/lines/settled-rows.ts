import type { Archive } from '#core/archive/archive.ts';
import { storedBytes, TASK_ROW_BYTES } from '#core/archive/stored-task.ts';
import { writeUnits } from '#core/cost/dynamo-units.ts';
import type { TaskRow } from '#core/execution/task-index.ts';
import type { FileRef } from '#core/frontier/frontier.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import { KeyedLines } from '#engine/frontier/lines/keyed-lines.ts';

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

  /** @returns its number, from 0 */
  add(row: TaskRow): number {
    const line = JSON.stringify(row);
    this.#writeUnits += this.#unitsOf(row, line);
    if (row.outcome.type === 'failed' && row.outcome.reason === 'worker-died') this.#died += 1;
    return this.#lines.add(row.key, line);
  }

  /** The page of that number is a duplicate. */
  makeDuplicate(number: number, of: UrlKey): void {
    const before = this.#lines.lineAt(number);
    const row = JSON.parse(before) as TaskRow;
    const after: TaskRow = { ...row, outcome: { type: 'duplicate', of } };
    const line = JSON.stringify(after);
    this.#writeUnits += this.#unitsOf(after, line) - this.#unitsOf(row, before);
    this.#lines.replace(number, line);
  }

  write(object: string): Promise<FileRef | null> {
    return this.#lines.write(object);
  }

  #unitsOf(row: TaskRow, line: string): number {
    const most = Buffer.byteLength(line); // more than the table has of it
    return most <= TASK_ROW_BYTES ? 1 : writeUnits(storedBytes(this.#execution, row));
  }
}
