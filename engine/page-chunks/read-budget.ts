import type { Archive } from '#core/archive/archive.ts';
import { KEYS_A_READ, type TaskIndex } from '#core/execution/task-index.ts';

/**
 * Counts what one call reads, so that it can end its page in time: the bound on reads holds for
 * every crawl.
 */
export class ReadBudget {
  readonly #most: number;
  #used = 0;

  /** @param most reads after which nothing new is begun */
  constructor(most: number) {
    this.#most = most;
  }

  get isSpent(): boolean {
    return this.#used >= this.#most;
  }

  get used(): number {
    return this.#used;
  }

  /** Wraps the archive to count its reads. */
  archive(archive: Archive): Archive {
    const count = (): void => this.#count(1);
    return {
      put: (key, parts) => archive.put(key, parts),
      get(key) {
        count();
        return archive.get(key);
      },
      range(key, offset, length) {
        count();
        return archive.range(key, offset, length);
      },
      list(prefix) {
        count();
        return archive.list(prefix);
      },
      delete: (keys) => archive.delete(keys),
    };
  }

  /** Wraps the index to count its reads. */
  tasks(tasks: TaskIndex): TaskIndex {
    const count = (reads: number): void => this.#count(reads);
    return {
      write: (execution, rows) => tasks.write(execution, rows),
      correct: (execution, corrections) => tasks.correct(execution, corrections),
      get(execution, keys) {
        count(Math.ceil(keys.length / KEYS_A_READ));
        return tasks.get(execution, keys);
      },
      list(execution, limit, next) {
        count(1);
        return tasks.list(execution, limit, next);
      },
      clear: (execution) => tasks.clear(execution),
    };
  }

  #count(reads: number): void {
    this.#used += reads;
  }
}
