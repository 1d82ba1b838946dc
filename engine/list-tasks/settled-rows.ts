import type { Archive } from '#core/archive/archive.ts';
import type { Manifest } from '#core/archive/manifest.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { Correction, TaskIndex, TaskRow } from '#core/execution/task-index.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import { readJson } from '#engine/frontier/crawl-state.ts';
import { parseLines } from '#engine/frontier/lines/line-files.ts';

export interface SettledPorts {
  readonly tasks: TaskIndex;
  readonly archive: Archive;
}

const PAGE_ROWS = 500;

/**
 * The settled tasks of an execution as its row says, with what is committed and not projected yet
 * (an advance died between the two, or is at it). Those waves, rarely more than one, are held in
 * memory; everything else is paged.
 */
export class SettledRows {
  readonly #index: TaskIndex;
  readonly #execution: ExecutionId;
  readonly #unprojected: ReadonlyMap<string, TaskRow>;
  readonly #corrections: ReadonlyMap<string, string>;

  private constructor(
    parts: { index: TaskIndex; execution: ExecutionId },
    behind: { rows: ReadonlyMap<string, TaskRow>; corrections: ReadonlyMap<string, string> },
  ) {
    this.#index = parts.index;
    this.#execution = parts.execution;
    this.#unprojected = behind.rows;
    this.#corrections = behind.corrections;
  }

  static async open(ports: SettledPorts, row: Execution): Promise<SettledRows> {
    const rows = new Map<string, TaskRow>();
    const corrections = new Map<string, string>();
    for (const manifest of await unprojected(ports.archive, row)) {
      const { settled, corrections: corrected } = manifest;
      if (settled !== null) {
        for (const task of parseLines<TaskRow>(await ports.archive.get(settled.object), settled.object))
          rows.set(task.key, task);
      }
      if (corrected !== null) {
        const lines = parseLines<Correction>(await ports.archive.get(corrected.object), corrected.object);
        for (const { key, of } of lines) corrections.set(key, of);
      }
    }
    return new SettledRows({ index: ports.tasks, execution: row.id }, { rows, corrections });
  }

  /** Each settled task once. */
  async *all(): AsyncGenerator<TaskRow> {
    for (let next: string | undefined; ; ) {
      const page = await this.#index.list(this.#execution, PAGE_ROWS, next);
      for (const row of page.rows) if (!this.#unprojected.has(row.key)) yield this.#corrected(row);
      if (page.next === null) break;
      next = page.next;
    }
    for (const row of this.#unprojected.values()) yield this.#corrected(row);
  }

  /**
   * A page of the index, in its order; null where a row has a newer one in `behind`.
   * @param at of the previous page; null: the first
   */
  async page(limit: number, at: string | null): Promise<{ rows: (TaskRow | null)[]; next: string | null }> {
    const { rows, next } = await this.#index.list(this.#execution, limit, ...(at === null ? [] : [at]));
    return { rows: rows.map((row) => (this.#unprojected.has(row.key) ? null : this.#corrected(row))), next };
  }

  /** Rows that are committed and not in the index yet. */
  behind(): TaskRow[] {
    return [...this.#unprojected.values()].map((row) => this.#corrected(row));
  }

  /** @param keys at most 1,000 @returns in their order; null for what is not settled */
  async get(keys: readonly UrlKey[]): Promise<(TaskRow | null)[]> {
    const rows = keys.length === 0 ? [] : await this.#index.get(this.#execution, keys);
    return keys.map((key, i) => {
      const row = this.#unprojected.get(key) ?? rows[i] ?? null;
      return row === null ? null : this.#corrected(row);
    });
  }

  #corrected(row: TaskRow): TaskRow {
    const of = this.#corrections.get(row.key);
    return of === undefined ? row : { ...row, outcome: { type: 'duplicate', of: of as UrlKey } };
  }
}

/** Manifests of closed waves whose rows are not in the index yet, oldest first. */
async function unprojected(archive: Archive, row: Execution): Promise<Manifest[]> {
  const manifests: Manifest[] = [];
  for (let next = row.manifest; next !== null && row.projected < row.wave; ) {
    const manifest: Manifest = await readJson(archive, next, 'chunks');
    if (manifest.wave < row.projected) break;
    manifests.push(manifest);
    next = manifest.previous;
  }
  return manifests.reverse();
}
