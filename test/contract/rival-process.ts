import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { FileArchive } from '#adapters/embedded/files/file-archive.ts';
import { SqliteCatalog } from '#adapters/embedded/sqlite/sqlite-catalog.ts';
import { SqliteDatabase } from '#adapters/embedded/sqlite/sqlite-database.ts';
import { SqliteHostStore } from '#adapters/embedded/sqlite/sqlite-host-store.ts';
import { SqliteTaskIndex } from '#adapters/embedded/sqlite/sqlite-task-index.ts';
import { SqliteUnitStore } from '#adapters/embedded/sqlite/sqlite-unit-store.ts';
import { systemRandomId } from '#adapters/embedded/system-clock.ts';
import type { HostKey } from '#core/politeness/hosts/host-key.ts';
import type { RivalRequest, RivalTask } from '#test/contract/rivals.ts';
import { EXECUTION, sampleCommit, sampleTask, waveOf } from '#test/contract/samples.ts';

/**
 * A separate client process: `node rival-process.ts <number>`. Answers each line, a RivalRequest,
 * with one line of JSON.
 */
const me = `rival-${process.argv[2]}`;

/** One connection a folder, as a process has. */
const databases = new Map<string, SqliteDatabase>();
function databaseOf(folder: string): SqliteDatabase {
  const database = databases.get(folder) ?? new SqliteDatabase(folder);
  databases.set(folder, database);
  return database;
}

async function perform(task: RivalTask, folder: string): Promise<unknown> {
  const opened = () => databaseOf(folder);
  const archive = new FileArchive(folder, systemRandomId);
  switch (task.type) {
    case 'open':
      return opened().get('SELECT count(*) AS formats FROM meta')?.formats;
    case 'put':
      return archive.put(task.key, [new TextEncoder().encode(me)]);
    case 'commit':
      return new SqliteCatalog(opened()).commit(
        EXECUTION,
        task.condition,
        sampleCommit(task.condition.wave + 1, { frontier: me }),
      );
    case 'event':
      return new SqliteCatalog(opened()).addEvents(EXECUTION, [
        { once: me + task.round, at: task.round, type: 'closed', text: me },
        { once: `shared${task.round}`, at: task.round, type: 'closed', text: 'shared' },
      ]);
    case 'begin':
      return new SqliteUnitStore(opened()).begin({ execution: EXECUTION, wave: 1, unit: task.unit }, me, 1);
    case 'lease':
      return (await new SqliteHostStore(opened()).lease(task.host as HostKey, me, 1_763_700_000_000, 1_000)).granted;
    case 'write-rows':
      return new SqliteTaskIndex(opened()).write(
        EXECUTION,
        waveOf(Array.from({ length: task.rows }, (_, i) => sampleTask(i, { title: me }))),
      );
    case 'put-without-end':
      for (let n = 0; ; n++)
        await archive.put(
          `${task.prefix}${me}/${n}`,
          Array.from({ length: 32 }, () => new Uint8Array(65_536).fill(n % 256)),
        );
    case 'write-without-end':
      for (let n = 0; ; n++) {
        const rows = Array.from({ length: 500 }, (_, i) => sampleTask(i, { title: `${me} ${n}` }));
        await new SqliteTaskIndex(opened()).write(EXECUTION, waveOf(rows));
      }
  }
}

process.stdout.write('"ready"\n');
for await (const line of createInterface({ input: process.stdin })) {
  const { task, folder, startAt } = JSON.parse(line) as RivalRequest;
  await setTimeout(Math.max(0, startAt - Date.now()));
  const answer = await perform(task, folder).then(
    (value) => ({ value: value ?? null }),
    (error: unknown) => ({ error: String(error) }),
  );
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
