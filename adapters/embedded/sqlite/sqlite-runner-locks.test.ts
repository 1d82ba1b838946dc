import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SqliteDatabase } from '#adapters/embedded/sqlite/sqlite-database.ts';
import { SqliteRunnerLocks } from '#adapters/embedded/sqlite/sqlite-runner-locks.ts';
import { systemRandomId } from '#adapters/embedded/system-clock.ts';
import { EXECUTION, OTHER_EXECUTION } from '#test/contract/samples.ts';

const T0 = 1_763_700_000_000;

describe('SqliteRunnerLocks', () => {
  let folder = '';
  let database: SqliteDatabase;
  let store: SqliteRunnerLocks;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'surf-drivers-'));
    database = new SqliteDatabase(folder);
    store = new SqliteRunnerLocks(database, systemRandomId);
  });
  afterEach(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });

  /** As if process `pid` had entered. */
  const entered = (pid: number): unknown =>
    database.run('INSERT INTO drivers VALUES (?, ?, ?, ?, ?)', EXECUTION, `of ${pid}`, pid, 'server', T0);

  it('a drive is not another than itself', () => {
    const own = store.enter(EXECUTION, 'command', T0);

    expect([store.hasOther(EXECUTION, own), store.hasOther(OTHER_EXECUTION)]).toEqual([false, false]);
    expect(store.hasOther(EXECUTION)).toBe(true);
  });

  it('two drives of one process are each another to the other, until one leaves', () => {
    const [first, second] = [store.enter(EXECUTION, 'command', T0), store.enter(EXECUTION, 'command', T0)];
    expect([store.hasOther(EXECUTION, first), store.hasOther(EXECUTION, second)]).toEqual([true, true]);

    store.leave(first);

    expect([store.hasOther(EXECUTION), store.hasOther(EXECUTION, second)]).toEqual([true, false]);
  });

  it('a living process is another driver, only of its execution, until it dies', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    entered(child.pid ?? 0);
    expect([store.hasOther(EXECUTION), store.hasOther(OTHER_EXECUTION)]).toEqual([true, false]);

    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;

    expect(store.hasOther(EXECUTION)).toBe(false);
  });

  it('a dead process is not another driver, and does not hide a living one', () => {
    entered(spawnSync(process.execPath, ['-e', '']).pid);
    expect(store.hasOther(EXECUTION)).toBe(false);

    entered(process.ppid);

    expect(store.hasOther(EXECUTION)).toBe(true);
  });

  it('forgets a drive that left', () => {
    store.leave(store.enter(EXECUTION, 'command', T0));

    expect(database.all('SELECT * FROM drivers')).toEqual([]);
    expect(store.hasOther(EXECUTION)).toBe(false);
  });

  it('what a server left is an orphan, what a command left is not, and neither while it is driven', () => {
    const [served, called] = [store.enter(EXECUTION, 'server', T0), store.enter(OTHER_EXECUTION, 'command', T0)];
    expect(store.orphansOfServers()).toEqual([]);

    store.abandon(served, T0 + 1);
    store.abandon(called, T0 + 1);

    expect(store.orphansOfServers()).toEqual([EXECUTION]);
  });

  it('keeps the last sign of life of what was abandoned, until its successor clears it', async () => {
    const drive = store.enter(EXECUTION, 'command', T0);
    store.beat(drive, T0 + 4_000);
    expect((await store.signs()).get(EXECUTION)).toEqual({ isAlive: true, beatAt: T0 + 4_000 });

    store.abandon(drive, T0 + 5_000);

    expect((await store.signs()).get(EXECUTION)).toEqual({ isAlive: false, beatAt: T0 + 5_000 });
    expect([store.clearDead(EXECUTION), store.clearDead(EXECUTION)]).toEqual([T0 + 5_000, null]);
  });
});
