import { afterEach, describe, expect, it } from 'vitest';
import { type UnitEnd, WorkerPool } from '#adapters/embedded/worker-pool.ts';
import { EXECUTION } from '#test/contract/samples.ts';

const entry = new URL('../../test/fakes/unit-worker.ts', import.meta.url);

describe('WorkerPool', () => {
  const pools: WorkerPool[] = [];
  afterEach(async () => {
    for (const pool of pools.splice(0)) await pool.close();
  });

  /** `run(plan)` runs a unit of which the test worker makes what the plan says. */
  function open(threads?: number) {
    const pool = new WorkerPool({ entry, workerData: {}, ...(threads !== undefined && { threads }) });
    pools.push(pool);
    let unit = 0;
    const run = (plan: string): Promise<UnitEnd> =>
      pool.run({ execution: EXECUTION, wave: 1, unit: unit++, plan }, 256);
    /** The thread that the next unit would get. */
    const next = async (): Promise<string> => {
      const end = await run('who');
      return end.type === 'died' ? end.why.replace(/,.*/, '') : end.type;
    };
    return { pool, run, next };
  }

  it('says that a unit ended, or why it did not', async () => {
    const { run } = open(1);

    expect(await run('end')).toEqual({ type: 'ended' });
    expect(await run('who')).toEqual({ type: 'died', why: expect.stringMatching(/^thread \d+, unit 1, 256 MB$/) });
  });

  it('a thread that exits takes its units with it, no others, and the next unit gets a new one', async () => {
    const { run, next } = open(2);
    const first = run('hold');
    const other = run('hold');
    const killer = run('exit'); // of the two threads the one that was first

    expect(await first).toEqual({ type: 'died', why: 'the thread ended' });
    expect(await killer).toEqual({ type: 'died', why: 'the thread ended' });
    const state = await Promise.race([other, run('end').then(() => 'still held')]);

    expect(state).toBe('still held');
    expect(await next()).toMatch(/^thread \d+$/);
  });

  it('tells what a thread died of', async () => {
    const { run } = open(1);

    expect(await run('throw')).toEqual({ type: 'died', why: 'thrown outside of any unit' });
    expect(await run('end')).toEqual({ type: 'ended' });
  });

  it('gives a unit to the thread with the fewest; starts no more threads than allowed, and one only when all are busy', async () => {
    const { run, next } = open(2);
    const one = await next();
    expect(await next()).toBe(one);

    void run('hold');
    const two = await next();
    void run('hold');
    const seen = [await next(), await next()];
    void run('hold'); // the first has two now

    expect(two).not.toBe(one);
    expect(seen).toEqual([one, one]);
    expect(await next()).toBe(two);
  });

  it('starts a thread before it is needed, and only one', async () => {
    const { pool, next } = open(1);

    pool.warmUp();
    pool.warmUp();

    expect(await next()).toBe(await next());
  });

  it('ends every unit when it is closed, and a unit of a module that cannot be loaded', async () => {
    const { pool, run } = open(3);
    const held = [run('hold'), run('hold'), run('hold'), run('hold')];
    const broken = new WorkerPool({ entry: new URL('missing.mjs', entry), workerData: {}, threads: 1 });

    await pool.close();

    expect((await Promise.all(held)).map(({ type }) => type)).toEqual(['died', 'died', 'died', 'died']);
    expect(await broken.run({ execution: EXECUTION, wave: 1, unit: 0, plan: 'end' }, 256)).toMatchObject({
      type: 'died',
      why: expect.stringContaining('missing.mjs'),
    });
  });
});
