import type { SqliteDatabase } from '#adapters/embedded/sqlite-database.ts';
import type { ExecutionId } from '#core/execution/ids.ts';

/**
 * Which processes drive an execution on this data folder. A process that was killed leaves its row; whether it lives is asked of the operating
 * system. So whoever takes over knows at once that no worker of the dead one goes on, instead of waiting for its last beat to grow old.
 */
export class SqliteDriverBook {
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  /** Notes that this process drives it. @returns false when it was noted before */
  enter(id: ExecutionId): boolean {
    return this.#database.run('INSERT OR IGNORE INTO drivers (execution, pid) VALUES (?, ?)', id, process.pid) === 1;
  }

  leave(id: ExecutionId): void {
    this.#database.run('DELETE FROM drivers WHERE execution = ? AND pid = ?', id, process.pid);
  }

  /** Does another living process drive it? A reused process id makes this true for no reason: then its units are waited for as usual. */
  hasOther(id: ExecutionId): boolean {
    const rows = this.#database.all('SELECT pid FROM drivers WHERE execution = ?', id);
    return rows.some(({ pid }) => Number(pid) !== process.pid && lives(Number(pid)));
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
