import { corrected } from '#core/execution/corrected-row.ts';
import type { CorrectionsOfWave, RowsOfWave, TaskIndex, TaskPage, TaskRow } from '#core/execution/task-index.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { UrlKey } from '#core/url/url-key.ts';

/** Task rows in memory. */
export class MemoryTaskIndex implements TaskIndex {
  readonly #rows = new Map<string, Map<string, TaskRow>>();

  async write(execution: ExecutionId, { parts }: RowsOfWave): Promise<void> {
    for await (const rows of parts) for (const row of rows) this.#of(execution).set(row.key, row);
  }

  async correct(execution: ExecutionId, { corrections }: CorrectionsOfWave): Promise<void> {
    const rows = this.#of(execution);
    for (const correction of corrections) {
      const row = corrected(rows.get(correction.key) ?? null, correction);
      if (row !== null) rows.set(row.key, row);
    }
  }

  async get(execution: ExecutionId, keys: readonly UrlKey[]): Promise<(TaskRow | null)[]> {
    return keys.map((key) => this.#of(execution).get(key) ?? null);
  }

  async list(execution: ExecutionId, limit: number, next?: string): Promise<TaskPage> {
    const keys = [...this.#of(execution).keys()].sort().filter((key) => next === undefined || key > next);
    const rows = keys.slice(0, limit).flatMap((key) => this.#of(execution).get(key) ?? []);
    return { rows, next: keys.length > limit ? (rows.at(-1)?.key ?? null) : null };
  }

  async clear(execution: ExecutionId): Promise<void> {
    this.#rows.delete(execution);
  }

  #of(execution: ExecutionId): Map<string, TaskRow> {
    const rows = this.#rows.get(execution) ?? new Map<string, TaskRow>();
    this.#rows.set(execution, rows);
    return rows;
  }
}
