import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EmbeddedRunner } from '#adapters/embedded/embedded-runner.ts';
import { SqliteDatabase } from '#adapters/embedded/sqlite/sqlite-database.ts';
import { SqliteRunnerLocks } from '#adapters/embedded/sqlite/sqlite-runner-locks.ts';
import { systemRandomId } from '#adapters/embedded/system-clock.ts';
import { type UnitEnd, WorkerPool } from '#adapters/embedded/worker-pool.ts';
import type { UnitTicket } from '#core/archive/plan.ts';
import { SurfError } from '#core/error.ts';
import { advance } from '#engine/advance/advance.ts';
import { controlExecution } from '#engine/control/control-execution.ts';
import { crawlOneByOne } from '#test/model/crawl-one-by-one.ts';
import { ModelRun } from '#test/model/model-run.ts';
import { Dice, type ModelPage, type ModelWeb, makeModelWeb } from '#test/model/model-web.ts';

const LIMITS = { depth: null, pages: null, pagesPerLevel: null, pagesPerHost: null };

/** Runs units in this thread. */
class FakePool extends WorkerPool {
  readonly #unit: (ticket: UnitTicket) => Promise<boolean>;

  /** @param unit answers whether it lived */
  constructor(unit: (ticket: UnitTicket) => Promise<boolean>) {
    super({ entry: new URL('file:///never'), workerData: {} });
    this.#unit = unit;
  }

  override async run(ticket: UnitTicket): Promise<UnitEnd> {
    const end = await this.#unit(ticket).catch((error: SurfError) => error);
    if (typeof end !== 'boolean') return { type: 'fault', error: end };
    return end ? { type: 'ended' } : { type: 'died', why: 'planned' };
  }
}

const onePage = (page: ModelPage): ModelWeb => ({
  pages: new Map([['http://a.test/', page]]),
  seeds: ['http://a.test/'],
});

describe('EmbeddedRunner', () => {
  let folder = '';
  let database: SqliteDatabase;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'surf-runner-'));
    database = new SqliteDatabase(folder);
  });
  afterEach(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });

  async function bench(web: ModelWeb, unit?: (run: ModelRun, ticket: UnitTicket) => Promise<boolean>) {
    const run = new ModelRun({ web, limits: LIMITS, parallelism: 3, delaySeconds: 10, seed: 1, deaths: 0 });
    await run.start();
    const work = async (_: ModelRun, { wave, unit: number, plan }: UnitTicket): Promise<boolean> => {
      await run.workOne({ type: 'crawl', wave, plan, units: 1, memoryMb: 256 }, number);
      return true;
    };
    const ended: string[] = [];
    const runner = new EmbeddedRunner({
      advancePorts: () => run.ports,
      drivers: new SqliteRunnerLocks(database, systemRandomId),
      role: 'command',
      hosts: {
        endLeases: async (owner) => void ended.push(owner.replace(run.id, 'x')),
        endLeasesOf: (owner) => void ended.push(owner.replace(run.id, 'x')),
      },
      pool: new FakePool((ticket) => (unit ?? work)(run, ticket)),
      clock: run.clock,
    });
    const events = async () => (await run.catalog.events(run.id, 100)).map(({ type }) => type);
    return { run, runner, ended, events, drivers: () => database.all('SELECT * FROM drivers') };
  }

  it('drives an execution to its end: the same as a crawl one by one, finished, and left', async () => {
    const web = makeModelWeb(new Dice(5), { pages: 30, hosts: 3, killers: false, crossRedirects: true });
    const { run, runner, events, drivers } = await bench(web);

    const row = await runner.drive(run.id, 1);

    expect([row.status, row.projected]).toEqual(['succeeded', row.wave]);
    expect(new Map([...(await run.outcomes())].sort())).toEqual(new Map([...crawlOneByOne(web, LIMITS)].sort()));
    expect((await events()).at(-1)).toBe('finished');
    expect(drivers()).toEqual([]);
  });

  it('marks a begun unit whose worker died, and ends the leases of that unit only', async () => {
    const page: ModelPage = { type: 'page', links: [], body: 'x', flaky: false };
    const { run, runner, ended } = await bench(onePage(page), async (of, { wave, unit }) => {
      await of.units.begin({ execution: of.id, wave, unit }, 't', of.clock.now());
      return false;
    });

    const row = await runner.drive(run.id, 1);

    expect([row.status, row.counts.failed]).toEqual(['failed', { 'worker-died': 1 }]);
    expect(ended).toEqual(['x/', 'x/1/0', 'x/2/0']); // all that a killed process may have left, then unit by unit
    expect((await run.units.rows(run.id, 1, [0])).map(({ died }) => died)).toEqual([true]);
  });

  it('waits until its time, and looks twice a second whether a control call came', async () => {
    const { run, runner } = await bench(onePage({ type: 'page', links: [], body: 'x', flaky: true }));
    const slept: number[] = [];
    run.clock.sleep = async (ms) => {
      slept.push(ms);
      run.clock.pass(ms);
    };

    const row = await runner.drive(run.id, 1);

    expect([row.status, row.counts.stored]).toEqual(['succeeded', 1]);
    expect(slept).toEqual(Array(60).fill(500)); // back-off of 30 s
  });

  it.each(['pause', 'stop'] as const)('ends a wait at once when %s is called', async (type) => {
    const { run, runner, drivers } = await bench(onePage({ type: 'page', links: [], body: 'x', flaky: true }));
    const start = run.clock.now();
    let looks = 0;
    run.clock.sleep = async (ms) => {
      run.clock.pass(ms);
      looks += 1;
      if (looks === 3) await controlExecution(run, run.id, { type });
    };

    const row = await runner.drive(run.id, 1);

    expect(row.status).toBe(type === 'pause' ? 'paused' : 'stopped');
    expect(run.clock.now() - start).toBe(1_500);
    expect(drivers()).toEqual([]);
  });

  it('ends a wait when another process took the next number, and leaves the execution to it', async () => {
    const { run, runner } = await bench(onePage({ type: 'page', links: [], body: 'x', flaky: true }));
    let looks = 0;
    run.clock.sleep = async (ms) => {
      run.clock.pass(ms);
      looks += 1;
      if (looks !== 2) return;
      const { row } = await controlExecution(run, run.id, { type: 'resume' });
      await advance(run.ports, run.id, row.lastRun + 1);
    };

    const row = await runner.drive(run.id, 1);

    expect(row.status).toBe('waiting');
    expect(looks).toBe(2);
  });

  it('neither finishes nor changes what a later run has', async () => {
    const { run, runner, events } = await bench(onePage({ type: 'error' }));
    await run.catalog.acquireRun(run.id, 5);

    const row = await runner.drive(run.id, 1);

    expect([row.status, row.run, await events()]).toEqual(['queued', 5, ['created']]);
  });

  it('leaves its last sign of life in the host store when something fails, and nobody drives it', async () => {
    const { run, runner, drivers } = await bench(onePage({ type: 'error' }));
    run.archive.put = () => Promise.reject(new Error('no space'));

    await expect(runner.drive(run.id, 1)).rejects.toThrow('no space');

    expect(drivers()).toMatchObject([{ execution: run.id, pid: 0 }]);
  });

  it('ends with words when no worker can start, instead of planning waves without end', async () => {
    let waves = 0;
    const { run, runner, drivers } = await bench(onePage({ type: 'error' }), async () => {
      waves += 1;
      return false;
    });

    await expect(runner.drive(run.id, 1)).rejects.toMatchObject({ code: 'WORKER_UNSTARTABLE' });

    expect(waves).toBe(3);
    expect(drivers()).toMatchObject([{ pid: 0 }]);
  });

  it('marks no unit as died that the machine failed, and throws its fault', async () => {
    const { run, runner, events } = await bench(onePage({ type: 'error' }), async () => {
      throw new SurfError('DISK_FULL', 'the disk is full');
    });

    await expect(runner.drive(run.id, 1)).rejects.toMatchObject({ code: 'DISK_FULL' });

    expect(await events()).not.toContain('died');
  });
});
