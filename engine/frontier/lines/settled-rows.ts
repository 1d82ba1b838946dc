import type { Archive } from '#core/archive/archive.ts';
import type { TaskRow } from '#core/execution/task-index.ts';
import type { FileRef } from '#core/frontier/frontier.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import { KeyedLines } from '#engine/frontier/lines/keyed-lines.ts';

/** The rows of the tasks that a wave settled. */
export class SettledRows {
  readonly #lines: KeyedLines;
  #died = 0;

  constructor(archive: Archive) {
    this.#lines = new KeyedLines(archive);
  }

  get count(): number {
    return this.#lines.count;
  }

  /** Bytes of the JSON of all rows. */
  get bytes(): number {
    return this.#lines.bytes;
  }

  /** Tasks that died with their workers. */
  get died(): number {
    return this.#died;
  }

  /** @returns its number, from 0 */
  add(row: TaskRow): number {
    if (row.outcome.type === 'failed' && row.outcome.reason === 'worker-died') this.#died += 1;
    return this.#lines.add(row.key, JSON.stringify(row));
  }

  /** The page of that number is a duplicate. */
  makeDuplicate(number: number, of: UrlKey): void {
    const row = JSON.parse(this.#lines.lineAt(number)) as TaskRow;
    const after: TaskRow = { ...row, outcome: { type: 'duplicate', of } };
    this.#lines.replace(number, JSON.stringify(after));
  }

  write(object: string): Promise<FileRef | null> {
    return this.#lines.write(object);
  }
}
