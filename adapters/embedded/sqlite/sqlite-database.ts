import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import {
  diskFull,
  fileFault,
  folderFault,
  folderGone,
  isDiskFull,
  isOutOfFiles,
  openFilesExhausted,
} from '#adapters/embedded/files/file-fault.ts';
import { makeFolder } from '#adapters/embedded/files/make-folder.ts';
import { DATABASE_FORMAT, SCHEMA } from '#adapters/embedded/sqlite/sqlite-schema.ts';
import { SurfError } from '#core/error.ts';

/** Time for which a call waits for other threads and processes before it gives up. */
const BUSY_TIMEOUT_MS = 10_000;

/** Bytes of a page; a task row of about 600 bytes costs half the time that it costs with 4,096. */
const PAGE_BYTES = 8_192;

export type Row = Record<string, SQLOutputValue>;

/**
 * One connection to `<data>/surf.db`, shared by the adapters of a thread.
 *
 * Any number of threads and processes open the same file at once (WAL). A single statement is
 * atomic by itself; several are only within `transaction`. After a power cut a prefix of all
 * transactions is there, which contains every durable one.
 *
 * @throws SurfError in every method: STORE_THROTTLED (retryable) when others kept the file locked
 * for 10 s, DISK_FULL, OPEN_FILES_EXHAUSTED, DATA_FOLDER_READ_ONLY, DATA_FOLDER_GONE (on writes),
 * DATABASE_CORRUPT (no database, or a damaged page), STORE_UNAVAILABLE when it cannot be read or
 * written for another reason
 */
export class SqliteDatabase {
  readonly #folder: string;
  readonly #connection: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  /** Inode of the open file: another file at its place is another database. */
  readonly #inode: number | null | undefined;

  /**
   * Opens the database of the data folder `folder`; makes both when they are missing.
   * @param options.existing another thread of the process has made it: one that is missing was
   * removed.
   * @default false
   * @throws SurfError FORMAT_UNKNOWN when a newer Surf wrote it
   */
  constructor(folder: string, { existing = false }: { readonly existing?: boolean } = {}) {
    this.#folder = folder;
    if (existing && inodeOf(folder) === null) throw folderGone(folder);
    this.#connection = translated(folder, () => {
      makeFolder(folder);
      refuseEmptied(folder);
      return new DatabaseSync(join(folder, 'surf.db'), { timeout: BUSY_TIMEOUT_MS });
    });
    try {
      this.#prepareFile(folder);
    } catch (error) {
      this.#connection.close();
      throw error;
    }
    this.#inode = inodeOf(folder);
  }

  /** First row of the answer. */
  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return translated(this.#folder, () => this.#statement(sql).get(...values));
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return translated(this.#folder, () => this.#statement(sql).all(...values));
  }

  /** @returns the number of rows that it changed */
  run(sql: string, ...values: SQLInputValue[]): number {
    if (!this.#connection.isTransaction) this.#refuseRemoved();
    return translated(this.#folder, () => Number(this.#statement(sql).run(...values).changes));
  }

  /**
   * Runs `work` alone: no other connection writes meanwhile, and all of it happens or, when it
   * throws, nothing.
   * @param durability `durable`: survives a power cut when this returns; `ordered`: survives one if
   * something durable was written since
   */
  transaction<T>(durability: 'durable' | 'ordered', work: () => T): T {
    this.#refuseRemoved();
    return translated(this.#folder, () => {
      // The setting holds for the connection, so it is set for each transaction; outside of one, as
      // SQLite demands.
      if (durability === 'durable') this.#connection.exec('PRAGMA synchronous = FULL');
      try {
        this.#connection.exec('BEGIN IMMEDIATE');
        try {
          const result = work();
          this.#connection.exec('COMMIT');
          return result;
        } catch (error) {
          if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK');
          throw error;
        }
      } finally {
        if (durability === 'durable') this.#connection.exec('PRAGMA synchronous = NORMAL');
      }
    });
  }

  close(): void {
    this.#statements.clear();
    this.#connection.close();
  }

  /**
   * A file that was removed while it is open takes writes that nobody will ever read. A check takes
   * about 2 µs.
   */
  #refuseRemoved(): void {
    if (this.#inode !== undefined && inodeOf(this.#folder) !== this.#inode) throw folderGone(this.#folder);
  }

  /** The SQL texts are constants of the adapters, so the cache is as large as they are many. */
  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#connection.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  /**
   * Each format so far has only tables that the previous one lacks: making them is the whole
   * upgrade.
   */
  #prepareFile(folder: string): void {
    translated(folder, () => {
      this.#connection.exec(`PRAGMA page_size = ${PAGE_BYTES}`);
      enterWal(this.#connection);
      this.#connection.exec('PRAGMA synchronous = NORMAL');
    });
    if (this.get(`SELECT 1 FROM sqlite_master WHERE name = 'meta'`) === undefined) {
      this.transaction('durable', () => {
        this.#connection.exec(SCHEMA);
        this.run(`INSERT OR IGNORE INTO meta VALUES ('format', ?)`, String(DATABASE_FORMAT));
      });
    }
    const format = Number(this.get(`SELECT value FROM meta WHERE name = 'format'`)?.value);
    if (format >= 1 && format < DATABASE_FORMAT) {
      this.transaction('durable', () => {
        this.#connection.exec(SCHEMA);
        this.run(`UPDATE meta SET value = ? WHERE name = 'format'`, String(DATABASE_FORMAT));
      });
    } else if (format !== DATABASE_FORMAT) {
      throw otherFormat(folder, format);
    }
  }
}

function otherFormat(folder: string, format: number): SurfError {
  const read = `this one reads formats up to ${DATABASE_FORMAT}`;
  return format > DATABASE_FORMAT
    ? new SurfError('FORMAT_UNKNOWN', `a newer Surf wrote the data folder ${folder}: format ${format}; ${read}`, {
        remedy: 'upgrade Surf, or name another data folder with --data; nothing was changed',
      })
    : new SurfError('FORMAT_UNKNOWN', `the data folder ${folder} has an unknown format; ${read}`, {
        remedy: `restore ${join(folder, 'surf.db')} from a copy, or name another data folder with --data`,
      });
}

/** Null: there is no database in the folder. */
const inodeOf = (folder: string): number | null =>
  statSync(join(folder, 'surf.db'), { throwIfNoEntry: false })?.ino ?? null;

/**
 * SQLite does not wait for the lock that the switch to WAL needs, so several processes that make
 * one file at once must ask again.
 * @see https://www.sqlite.org/wal.html §8
 */
function enterWal(connection: DatabaseSync): void {
  const giveUpAt = performance.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    try {
      connection.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > giveUpAt) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

/** Primary result codes. @see https://www.sqlite.org/rescode.html */
const BUSY = 5;
const LOCKED = 6;

/** The extended code has the primary one in its low byte. */
const primaryCode = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;

function isBusy(error: unknown): boolean {
  const code = primaryCode(error);
  return code === BUSY || code === LOCKED;
}

const READ_ONLY = 8;
const IO_ERROR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANNOT_OPEN = 14;
const NO_DATABASE = 26;

/** Codes that are the machine's fault; all others are ours and pass as they are. */
const UNAVAILABLE: ReadonlySet<number> = new Set([READ_ONLY, IO_ERROR, CORRUPT, FULL, CANNOT_OPEN, NO_DATABASE]);

function translated<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (isBusy(error)) {
      throw new SurfError('STORE_THROTTLED', 'the database is kept busy by other processes', {
        remedy: 'try again; fewer Surf processes on one data folder help',
        retryable: true,
        cause: error,
      });
    }
    throw faultOf(error, folder) ?? error;
  }
}

/** A fault of the machine in our words; null for all others. */
function faultOf(error: unknown, folder: string): SurfError | null {
  const code = primaryCode(error) ?? (isFileError(error) ? CANNOT_OPEN : undefined);
  if (code === undefined || !UNAVAILABLE.has(code)) return null;
  const file = join(folder, 'surf.db');
  const { message } = error as Error;
  const fault = fileFault(error, `${file} cannot be opened (${message})`, { path: folder, folder });
  if (fault !== null) return fault;
  if (code === FULL || (code !== READ_ONLY && isDiskFull(folder))) return diskFull(`${file} cannot grow`, error);
  if (code === CORRUPT || code === NO_DATABASE) {
    return new SurfError('DATABASE_CORRUPT', `the database ${file} is damaged: ${message}`, {
      remedy: `restore ${file} from a copy; the pages below ${join(folder, 'objects')} are not touched by this`,
      cause: error,
    });
  }
  if (code === CANNOT_OPEN && isOutOfFiles()) return openFilesExhausted(`${file} cannot be opened`, error);
  if (isFileError(error)) return noFolder(folder, error as NodeJS.ErrnoException);
  const isClosed = folderFault(folder, [file, `${file}-wal`, `${file}-shm`], error);
  if (isClosed !== null) return isClosed;
  return new SurfError('STORE_UNAVAILABLE', `the database ${file} cannot be used: ${message}`, {
    remedy: 'check the data folder: free space, permissions, and that it is on a local disk',
    cause: error,
  });
}

function noFolder(folder: string, cause: NodeJS.ErrnoException): SurfError {
  const isFile = /^(?:EEXIST|ENOTDIR)$/.test(cause.code ?? '');
  const why = isFile ? 'a file is in its place' : `it cannot be made (${cause.message})`;
  const remedy = 'give a folder, or a new path: --data FOLDER';
  return new SurfError('STORE_UNAVAILABLE', `${folder} cannot be a data folder: ${why}`, { remedy, cause });
}

/** Error of mkdir: no permission, a file in the way, no space. */
const isFileError = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

/**
 * A missing or empty file is a new database to SQLite. Beside the objects of executions it is one
 * that was removed or emptied: to begin again in it would hide them all.
 */
function refuseEmptied(folder: string): void {
  const file = join(folder, 'surf.db');
  const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? null;
  if ((bytes ?? 0) > 0 || existsSync(`${file}-wal`) || !hasObjects(folder)) return;
  const what = bytes === null ? 'was removed' : 'is empty';
  throw new SurfError(
    'DATABASE_CORRUPT',
    `the database ${file} ${what}, and there are objects of executions beside it`,
    {
      remedy: `restore ${file} from a copy; to start over, use another data folder`,
    },
  );
}

/** True if the data folder has objects of executions, which its database lists. */
export const hasObjects = (folder: string): boolean => existsSync(join(folder, 'objects', 'executions'));
