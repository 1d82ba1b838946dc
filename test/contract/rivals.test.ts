import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FileArchive } from '#adapters/embedded/files/file-archive.ts';
import { SqliteCatalog } from '#adapters/embedded/sqlite/sqlite-catalog.ts';
import { SqliteDatabase } from '#adapters/embedded/sqlite/sqlite-database.ts';
import { SqliteTaskIndex } from '#adapters/embedded/sqlite/sqlite-task-index.ts';
import { SqliteUnitStore } from '#adapters/embedded/sqlite/sqlite-unit-store.ts';
import { systemRandomId } from '#adapters/embedded/system-clock.ts';
import { amount } from '#test/campaign.ts';
import { RivalProcesses, type RivalTask } from '#test/contract/rivals.ts';
import { EXECUTION, sampleExecution, unitNumbers } from '#test/contract/samples.ts';

const PROCESSES = 16;
const ROUNDS = amount({ gate: 4, campaign: 8 });

/** What in-process rivals cannot show: SQLite's locks and the file system between processes. */
describe('sixteen client processes on one data folder', () => {
  let sixteen: RivalProcesses;
  const open: (() => Promise<void> | void)[] = [];
  beforeAll(async () => {
    sixteen = await RivalProcesses.start(PROCESSES);
  });
  afterAll(() => sixteen.kill());
  afterEach(async () => {
    for (const close of open.splice(0).reverse()) await close();
  });

  const fresh = () => {
    const folder = mkdtempSync(join(tmpdir(), 'surf-rivals-'));
    open.push(() => rm(folder, { recursive: true }));
    const database = () => {
      const connection = new SqliteDatabase(folder);
      open.push(() => connection.close());
      return connection;
    };
    return { folder, database };
  };

  /** Processes of the test's own, which it may kill. */
  const victims = async () => {
    const processes = await RivalProcesses.start(4);
    open.push(() => processes.kill());
    return processes;
  };

  const winnersOfRounds = async (folder: string, task: (round: number) => RivalTask, won: unknown) => {
    const winners: number[][] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const answers = await sixteen.all(folder, task(round));
      winners.push(answers.flatMap((answer, i) => (answer === won ? [i] : [])));
    }
    return winners;
  };

  it('make one database when all open a folder that is not there yet', async () => {
    // Without its own wait for the switch to WAL about every fourth round fails.
    for (let round = 0; round < amount({ gate: 10, campaign: 40 }); round++) {
      const { folder } = fresh();

      const answers = await sixteen.all(folder, { type: 'open' });

      expect(answers).toEqual(Array.from({ length: PROCESSES }, () => 1));
    }
  });

  it('have exactly one winner of every commit, whose commit the row is (N11)', async () => {
    const { folder, database } = fresh();
    const catalog = new SqliteCatalog(database());
    await catalog.createExecution(sampleExecution({ wave: 0 }));
    const frontiers: (string | null)[] = [];

    const winners: number[][] = [];
    for (let wave = 0; wave < ROUNDS; wave++) {
      const condition = { wave, run: 1, desired: 'run', status: 'running' } as const;
      const answers = await sixteen.all(folder, { type: 'commit', condition });
      winners.push(answers.flatMap((answer, i) => (answer === 'committed' ? [i] : [])));
      frontiers.push((await catalog.execution(EXECUTION)).frontier);
    }

    expect(winners.map((numbers) => numbers.length)).toEqual(Array.from({ length: ROUNDS }, () => 1));
    expect(frontiers).toEqual(winners.map(([number]) => `rival-${number}`));
  });

  it('have exactly one holder of every lease (N5)', async () => {
    const { folder } = fresh();

    const winners = await winnersOfRounds(folder, (round) => ({ type: 'lease', host: `host${round}.example` }), true);

    expect(winners.map((numbers) => numbers.length)).toEqual(Array.from({ length: ROUNDS }, () => 1));
  });

  it('have exactly one that begins each unit', async () => {
    const { folder, database } = fresh();

    const winners = await winnersOfRounds(folder, (unit) => ({ type: 'begin', unit }), true);

    const rows = await new SqliteUnitStore(database()).rows(EXECUTION, 1, unitNumbers(ROUNDS));
    expect(winners.map((numbers) => numbers.length)).toEqual(Array.from({ length: ROUNDS }, () => 1));
    expect(rows.map(({ token }) => token)).toEqual(winners.map(([number]) => `rival-${number}`));
  });

  it('have exactly one that creates each object, whose bytes it has', async () => {
    const { folder } = fresh();

    const winners = await winnersOfRounds(folder, (round) => ({ type: 'put', key: `new/${round}/object` }), 'created');

    const archive = new FileArchive(folder, systemRandomId);
    expect(winners.map((numbers) => numbers.length)).toEqual(Array.from({ length: ROUNDS }, () => 1));
    for (const [round, [number]] of winners.entries()) {
      expect(Buffer.from(await archive.get(`new/${round}/object`)).toString()).toBe(`rival-${number}`);
    }
  });

  it('number events without gaps and add shared ones once', async () => {
    const { folder, database } = fresh();

    for (let round = 0; round < ROUNDS; round++) await sixteen.all(folder, { type: 'event', round });

    const events = await new SqliteCatalog(database()).events(EXECUTION, 1_000);
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: ROUNDS * (PROCESSES + 1) }, (_, i) => i + 1));
    expect(events.filter(({ text }) => text === 'shared')).toHaveLength(ROUNDS);
  });

  it('write task rows at once without losing one or being turned away', async () => {
    const { folder, database } = fresh();

    await sixteen.all(folder, { type: 'write-rows', rows: 2_000 });

    const index = new SqliteTaskIndex(database());
    expect((await index.list(EXECUTION, 1_000)).rows).toHaveLength(1_000);
    let rows = 0;
    for (let next: string | null | undefined; next !== null; ) {
      const page = await index.list(EXECUTION, 1_000, ...(next === undefined ? [] : [next]));
      rows += page.rows.length;
      next = page.next;
    }
    expect(rows).toBe(2_000);
  });

  it('leave whole objects only when they are killed in the middle of puts (N11)', async () => {
    const { folder } = fresh();
    const processes = await victims();
    const archive = new FileArchive(folder, systemRandomId);

    processes.begin(folder, { type: 'put-without-end', prefix: 'killed/' });
    await untilSome(() => archive.list('killed/'));
    await processes.kill();

    let objects = 0;
    for await (const { key, bytes } of archive.list('killed/')) {
      const data = await archive.get(key);
      expect(bytes).toBe(2 * 1024 * 1024);
      expect(data.every((byte) => byte === data[0])).toBe(true);
      objects += 1;
    }
    expect(objects).toBeGreaterThan(3);
  });

  it('leave a database that opens, each batch whole, when they are killed in the middle of writes (N11)', async () => {
    const { folder, database } = fresh();
    const processes = await victims();
    const index = new SqliteTaskIndex(database());

    processes.begin(folder, { type: 'write-without-end' });
    while ((await index.list(EXECUTION, 1)).rows.length === 0) await setTimeout(5);
    await setTimeout(300);
    await processes.kill();

    const { rows } = await new SqliteTaskIndex(database()).list(EXECUTION, 1_000);
    expect(rows).toHaveLength(500);
    expect(new Set(rows.map(({ title }) => title)).size).toBe(1);
    expect(database().get('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' });
  });
});

/** Waits until the listing has several objects. */
async function untilSome(list: () => AsyncIterable<unknown>): Promise<void> {
  for (let count = 0; count < 8; ) {
    await setTimeout(5);
    count = 0;
    for await (const _ of list()) count += 1;
  }
}
