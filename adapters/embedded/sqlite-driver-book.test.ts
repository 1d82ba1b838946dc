import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SqliteDatabase } from '#adapters/embedded/sqlite-database.ts';
import { SqliteDriverBook } from '#adapters/embedded/sqlite-driver-book.ts';
import { systemRandomId } from '#adapters/embedded/system-clock.ts';
import { EXECUTION, OTHER_EXECUTION } from '#test/contract/samples.ts';

const T0 = 1_763_700_000_000;

describe('SqliteDriverBook', () => {
  let folder = '';
  let database: SqliteDatabase;
  let book: SqliteDriverBook;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'surf-drivers-'));
    database = new SqliteDatabase(folder);
    book = new SqliteDriverBook(database, systemRandomId);
  });
  afterEach(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });

  /** As if process `pid` had entered. */
  const entered = (pid: number): unknown =>
    database.run('INSERT INTO drivers VALUES (?, ?, ?, ?, ?)', EXECUTION, `of ${pid}`, pid, 'server', T0);

  it('a drive is not another than itself', () => {
    const own = book.enter(EXECUTION, 'command', T0);

    expect([book.hasOther(EXECUTION, own), book.hasOther(OTHER_EXECUTION)]).toEqual([false, false]);
    expect(book.hasOther(EXECUTION)).toBe(true);
  });

  it('two drives of one process are each another to the other, until one leaves', () => {
    const [first, second] = [book.enter(EXECUTION, 'command', T0), book.enter(EXECUTION, 'command', T0)];
    expect([book.hasOther(EXECUTION, first), book.hasOther(EXECUTION, second)]).toEqual([true, true]);

    book.leave(first);

    expect([book.hasOther(EXECUTION), book.hasOther(EXECUTION, second)]).toEqual([true, false]);
  });

  it('a living process is another driver, of its own execution only, until it dies', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    entered(child.pid ?? 0);
    expect([book.hasOther(EXECUTION), book.hasOther(OTHER_EXECUTION)]).toEqual([true, false]);

    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;

    expect(book.hasOther(EXECUTION)).toBe(false);
  });

  it('a dead process is not another driver, and does not hide a living one', () => {
    entered(spawnSync(process.execPath, ['-e', '']).pid);
    expect(book.hasOther(EXECUTION)).toBe(false);

    entered(process.ppid);

    expect(book.hasOther(EXECUTION)).toBe(true);
  });

  it('forgets a drive that left', () => {
    book.leave(book.enter(EXECUTION, 'command', T0));

    expect(database.all('SELECT * FROM drivers')).toEqual([]);
    expect(book.hasOther(EXECUTION)).toBe(false);
  });

  it('what a server left is an orphan, what a command left is not, and neither while it is driven', () => {
    const [served, called] = [book.enter(EXECUTION, 'server', T0), book.enter(OTHER_EXECUTION, 'command', T0)];
    expect(book.orphansOfServers()).toEqual([]);

    book.abandon(served, T0 + 1);
    book.abandon(called, T0 + 1);

    expect(book.orphansOfServers()).toEqual([EXECUTION]);
  });

  it('keeps the last sign of life of what was abandoned, until its successor clears it', async () => {
    const drive = book.enter(EXECUTION, 'command', T0);
    book.beat(drive, T0 + 4_000);
    expect((await book.signs()).get(EXECUTION)).toEqual({ isAlive: true, beatAt: T0 + 4_000 });

    book.abandon(drive, T0 + 5_000);

    expect((await book.signs()).get(EXECUTION)).toEqual({ isAlive: false, beatAt: T0 + 5_000 });
    expect([book.clearDead(EXECUTION), book.clearDead(EXECUTION)]).toEqual([T0 + 5_000, null]);
  });
});
