import type { Archive } from '#core/archive/archive.ts';
import type { TaskRow } from '#core/execution/task-index.ts';
import type { FileRef } from '#core/frontier/frontier.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import { KeyedLines } from '#engine/frontier/lines/keyed-lines.ts';

/** The rows of the tasks that a wave settled. */
export class SettledRows {
  readonly #lines: KeyedLines;
  #bytes = 0;
  #died = 0;

  constructor(archive: Archive) {
    this.#lines = new KeyedLines(archive);
  }

  get count(): number {
    return this.#lines.count;
  }

  /** Bytes of the JSON of all rows. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Tasks that died with their workers. */
  get died(): number {
    return this.#died;
  }

  /** @returns its number, from 0 */
  add(row: TaskRow): number {
    const line = JSON.stringify(row);
    this.#bytes += Buffer.byteLength(line);
    if (row.outcome.type === 'failed' && row.outcome.reason === 'worker-died') this.#died += 1;
    return this.#lines.add(row.key, line);
  }

  /** The page of that number is a duplicate. */
  makeDuplicate(number: number, of: UrlKey): void {
    const before = this.#lines.lineAt(number);
    const row = JSON.parse(before) as TaskRow;
    const after: TaskRow = { ...row, outcome: { type: 'duplicate', of } };
    const line = JSON.stringify(after);
    this.#bytes += Buffer.byteLength(line) - Buffer.byteLength(before);
    this.#lines.replace(number, line);
  }

  write(object: string): Promise<FileRef | null> {
    return this.#lines.write(object);
  }
}
