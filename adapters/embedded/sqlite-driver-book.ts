import type { SqliteDatabase } from '#adapters/embedded/sqlite-database.ts';
import type { RandomId } from '#core/execution/clock.ts';
import type { ExecutionId } from '#core/execution/ids.ts';

/** One drive of an execution, as long as it goes on. */
export interface Drive {
  readonly execution: ExecutionId;
  readonly token: string;
}

/**
 * Which drives of an execution there are on this data folder, in whatever processes. A process that was killed leaves its rows; whether it lives is asked of
 * the operating system. So whoever takes over knows at once that no worker of the dead one goes on, instead of waiting for its last beat to grow old.
 */
export class SqliteDriverBook {
  readonly #database: SqliteDatabase;
  readonly #random: RandomId;

  constructor(database: SqliteDatabase, random: RandomId) {
    this.#database = database;
    this.#random = random;
  }

  /** Notes that this process drives it, once more perhaps. */
  enter(execution: ExecutionId): Drive {
    const token = this.#random();
    this.#database.run('INSERT INTO drives (execution, pid, token) VALUES (?, ?, ?)', execution, process.pid, token);
    return { execution, token };
  }

  leave({ execution, token }: Drive): void {
    this.#database.run(
      'DELETE FROM drives WHERE execution = ? AND pid = ? AND token = ?',
      execution,
      process.pid,
      token,
    );
  }

  /**
   * Is it driven by another than `own`, in a living process? A reused process id makes this true for no reason: then its units are waited for as usual.
   * @param own null: by any
   */
  hasOther(execution: ExecutionId, own: Drive | null = null): boolean {
    const rows = this.#database.all('SELECT pid, token FROM drives WHERE execution = ?', execution);
    return rows.some(({ pid, token }) => token !== own?.token && lives(Number(pid)));
  }
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
