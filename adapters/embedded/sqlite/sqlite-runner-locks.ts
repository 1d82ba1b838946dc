import type { SqliteDatabase } from '#adapters/embedded/sqlite/sqlite-database.ts';
import type { DriverSign, DriverWatch } from '#core/execution/driver.ts';
import type { RandomId } from '#core/model/clock.ts';
import type { ExecutionId } from '#core/model/ids.ts';

/**
 * A `server` drives for its clients, and its successor continues its executions; a `command` drives
 * for the person who called it.
 */
export type DriverRole = 'server' | 'command';

/** One drive of an execution, as long as it lasts. */
export interface Drive {
  readonly execution: ExecutionId;
  readonly token: string;
}

/** The process id of a drive that its process has left: no process has it. */
const NOBODY = 0;

/**
 * The drives of an execution on this data folder, in all processes. A process that
 * was killed leaves its rows; the operating system says whether it lives, so its successor knows at
 * once that no worker of the dead one is running. A row's beat tells the rest: when a dead process
 * died, that a process with the same id is another one, and that a process is suspended.
 */
export class SqliteRunnerLocks implements DriverWatch {
  readonly #database: SqliteDatabase;
  readonly #random: RandomId;

  constructor(database: SqliteDatabase, random: RandomId) {
    this.#database = database;
    this.#random = random;
  }

  /** Notes that this process drives it; it may do so more than once at a time. */
  enter(execution: ExecutionId, role: DriverRole, now: number): Drive {
    const token = this.#random();
    this.#database.run('INSERT INTO drivers VALUES (?, ?, ?, ?, ?)', execution, token, process.pid, role, now);
    return { execution, token };
  }

  /** A sign of life. */
  beat({ execution, token }: Drive, now: number): void {
    this.#database.run('UPDATE drivers SET beat_at = ? WHERE execution = ? AND token = ?', now, execution, token);
  }

  /** The execution needs no driver now, or has another. */
  leave({ execution, token }: Drive): void {
    this.#database.run('DELETE FROM drivers WHERE execution = ? AND token = ?', execution, token);
  }

  /**
   * The execution has not ended, and this process stops driving it: the last sign of life stays.
   */
  abandon({ execution, token }: Drive, now: number): void {
    const sql = 'UPDATE drivers SET pid = ?, beat_at = ? WHERE execution = ? AND token = ?';
    this.#database.run(sql, NOBODY, now, execution, token);
  }

  /**
   * Is it driven by another than `own`, in a living process? A reused process id makes this true
   * for no reason: then its units are waited for as usual.
   * @param own null: by any
   */
  hasOther(execution: ExecutionId, own: Drive | null = null): boolean {
    return this.otherOf(execution, own) !== null;
  }

  /** Id of such a process; null: there is none. */
  otherOf(execution: ExecutionId, own: Drive | null = null): number | null {
    const rows = this.#database.all('SELECT pid, token FROM drivers WHERE execution = ?', execution);
    const others = rows.filter(({ token }) => token !== own?.token).map(({ pid }) => Number(pid));
    return others.find(lives) ?? null;
  }

  /**
   * Removes the drives of dead processes.
   * @returns the last sign of life of them all (epoch ms); null when there were none
   */
  clearDead(execution: ExecutionId): number | null {
    const rows = this.#database.all('SELECT pid, token, beat_at FROM drivers WHERE execution = ?', execution);
    let last: number | null = null;
    for (const { pid, token, beat_at } of rows) {
      if (lives(Number(pid))) continue;
      last = Math.max(last ?? 0, Number(beat_at));
      this.leave({ execution, token: String(token) });
    }
    return last;
  }

  /** Executions that servers drove, and that no living process drives now. */
  orphansOfServers(): ExecutionId[] {
    const rows = this.#database.all('SELECT execution, pid, role FROM drivers');
    const driven = new Set(rows.filter(({ pid }) => lives(Number(pid))).map(({ execution }) => execution));
    const left = rows.filter(({ role, execution }) => role === 'server' && !driven.has(execution));
    return [...new Set(left.map(({ execution }) => execution as ExecutionId))];
  }

  async signs(): Promise<ReadonlyMap<ExecutionId, DriverSign>> {
    const signs = new Map<ExecutionId, DriverSign>();
    for (const row of this.#database.all('SELECT execution, pid, beat_at FROM drivers')) {
      const execution = row.execution as ExecutionId;
      const sign = { isAlive: lives(Number(row.pid)), beatAt: Number(row.beat_at) };
      const known = signs.get(execution);
      if (known === undefined || isBetter(sign, known)) signs.set(execution, sign);
    }
    return signs;
  }
}

const isBetter = (one: DriverSign, other: DriverSign): boolean =>
  one.isAlive === other.isAlive ? one.beatAt > other.beatAt : one.isAlive;

function lives(pid: number): boolean {
  if (pid === NOBODY) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
