import { describe, expect, it } from 'vitest';
import { codeOf } from '#core/error.ts';
import { type Execution, ExecutionStatus, LimitsOverride } from '#core/execution/execution.ts';
import { type Command, controlExecution } from '#engine/control/control-execution.ts';
import { EXECUTION, OTHER_EXECUTION, sampleExecution, sampleWorkflow } from '#test/contract/samples.ts';
import { FakeClock } from '#test/fakes/fake-clock.ts';
import { MemoryArchive } from '#test/fakes/memory/memory-archive.ts';
import { MemoryCatalog } from '#test/fakes/memory/memory-catalog.ts';

/** An execution with 3 pages on level 0 and 2 on level 1, 4 of them of one host. */
async function benchOf(change: Partial<Execution>, limits: object = {}) {
  const [catalog, archive] = [new MemoryCatalog(), new MemoryArchive()];
  const { definition, ...version } = sampleWorkflow(1);
  await catalog.saveWorkflow({
    ...version,
    definition: { ...definition, limits: { ...definition.limits, ...limits } },
  });
  await catalog.createExecution(sampleExecution(change));
  const levels = [
    { stored: 2, notModified: 1 },
    { stored: 2, notModified: 0 },
  ];
  await archive.put(sampleExecution().frontier ?? '', json({ lists: [], levels, hosts: 'hosts.json' }));
  await archive.put('hosts.json', json({ names: ['a.example', 'b.example'], pages: [1, 4] }));
  return { catalog, archive, clock: new FakeClock() };
}

const json = (value: object): Uint8Array[] => [Buffer.from(JSON.stringify(value))];

const COMMANDS: readonly Command[] = [{ type: 'resume' }, { type: 'pause' }, { type: 'stop' }];

/**
 * semantics.md, "Commands": does it (what is desired then), is done already (=), or STATE_CONFLICT
 * (!).
 */
const TABLE: Record<ExecutionStatus, readonly [resume: string, pause: string, stop: string]> = {
  queued: ['run', 'pause', 'stop'],
  running: ['run', 'pause', 'stop'],
  waiting: ['run', 'pause', 'stop'],
  paused: ['run', '=', 'stop'],
  succeeded: ['!', '!', '!'],
  limited: ['run', '!', '!'],
  stopped: ['run', '!', '='],
  failed: ['!', '!', '!'],
  deleting: ['!', '!', '!'],
};

/** States that `resume` opens again. */
const OPENED: readonly ExecutionStatus[] = ['paused', 'limited', 'stopped'];

const CASES = ExecutionStatus.options.flatMap((status) =>
  COMMANDS.map((command, i) => [command.type, status, TABLE[status][i] ?? '', command] as const),
);

describe('controlExecution', () => {
  it.each(CASES)('%s of a %s execution: %s', async (type, status, expected, command) => {
    const bench = await benchOf({
      status,
      run: 4,
      lastRun: 6,
      ...(OPENED.includes(status) && { endedAt: 5, reason: 'pages' }),
    });
    const before = await bench.catalog.execution(EXECUTION);

    const answer = await controlExecution(bench, EXECUTION, command).catch((error: unknown) => error);

    const row = await bench.catalog.execution(EXECUTION);
    const events = await bench.catalog.events(EXECUTION, 10);
    if (expected === '!') {
      expect(answer).toMatchObject({ code: 'STATE_CONFLICT', remedy: expect.stringContaining('execution') });
      expect((answer as Error).message).toContain(`is ${status}`);
    }
    if (expected === '!' || expected === '=') {
      if (expected === '=') expect(answer).toEqual({ row: before, changed: false });
      expect([row, events]).toEqual([before, []]);
      return;
    }
    expect(answer).toEqual({ row, changed: true });
    const deadlineAt = bench.clock.now() + 120_000;
    const opened =
      type === 'resume' && OPENED.includes(status) ? { status: 'running', endedAt: null, reason: null } : {};
    expect(row).toEqual({ ...before, ...opened, desired: expected, lastRun: 8, deadlineAt, dueAt: deadlineAt });
    expect(events).toEqual([{ seq: 1, at: bench.clock.now(), type: 'control', text: type }]);
  });

  it.each(ExecutionStatus.options)(
    'rebuild of a %s execution: only when it has ended, and never opens it',
    async (status) => {
      const bench = await benchOf({ status, wave: 3, projected: 3 });
      const before = await bench.catalog.execution(EXECUTION);

      const answer = await controlExecution(bench, EXECUTION, { type: 'rebuild' }).catch((error: unknown) => error);

      const row = await bench.catalog.execution(EXECUTION);
      if (['queued', 'running', 'waiting', 'deleting'].includes(status)) {
        expect([codeOf(answer), row]).toEqual(['STATE_CONFLICT', before]);
        return;
      }
      const desired = status === 'paused' ? 'pause' : 'stop';
      expect(answer).toEqual({ row, changed: true });
      expect(row).toEqual({ ...before, desired, projected: 0, lastRun: 3 });
    },
  );

  it('rebuilds once: what is being written again is not begun again', async () => {
    const bench = await benchOf({ status: 'succeeded', wave: 3, projected: 1 });

    expect(await controlExecution(bench, EXECUTION, { type: 'rebuild' })).toMatchObject({ changed: false });
  });

  it('knows no execution that is not there', async () => {
    const bench = await benchOf({});

    await expect(controlExecution(bench, OTHER_EXECUTION, { type: 'stop' })).rejects.toMatchObject({
      code: 'EXECUTION_NOT_FOUND',
    });
  });

  it('gives every call a new run: each supersedes the previous one', async () => {
    const bench = await benchOf({ run: 1, lastRun: 1 });

    const runs: number[] = [];
    for (const type of ['pause', 'resume', 'stop'] as const) {
      runs.push((await controlExecution(bench, EXECUTION, { type })).row.lastRun);
    }

    expect(runs).toEqual([3, 5, 7]);
    expect((await bench.catalog.events(EXECUTION, 10)).map(({ text }) => text)).toEqual(['pause', 'resume', 'stop']);
  });
});

describe('resume with limits', () => {
  const used = { status: 'limited', bytes: 4_000, costUsd: 0.5, ranMs: 90_000, secondsBaseMs: 1 } as const;
  const go = (bench: Awaited<ReturnType<typeof benchOf>>, limits: LimitsOverride) =>
    controlExecution(bench, EXECUTION, { type: 'resume', limits: LimitsOverride.parse(limits) });

  it('sets new totals beside those that it set before; what is not named stays', async () => {
    const bench = await benchOf({ ...used, limits: { pages: 5, depth: 2 } });

    const { row } = await go(bench, { pages: 500, totalBytes: null });

    expect(row.limits).toEqual({ pages: 500, depth: 2, totalBytes: null });
    expect(row.secondsBaseMs).toBe(1);
    const [event] = await bench.catalog.events(EXECUTION, 1);
    expect(event?.text).toBe('resume with pages 500, totalBytes none');
  });

  it('counts seconds again from the time already run', async () => {
    const bench = await benchOf(used);

    const { row } = await go(bench, { seconds: 60 });

    expect([row.limits.seconds, row.secondsBaseMs]).toEqual([60, 90_000]);
  });

  it.each([
    ['pages', { pages: 4 }, { pages: 5 }], // 4 stored and 1 notModified
    ['totalBytes', { totalBytes: 3_999 }, { totalBytes: 4_000 }],
    ['budgetUsd', { budgetUsd: 0.49 }, { budgetUsd: 0.5 }],
    ['pagesPerLevel', { pagesPerLevel: 2 }, { pagesPerLevel: 3 }],
    ['pagesPerHost', { pagesPerHost: 3 }, { pagesPerHost: 4 }],
  ])(
    'refuses %s below what is used, and changes nothing; what is used exactly is enough',
    async (name, below, just) => {
      const bench = await benchOf({ ...used, counts: { ...sampleExecution().counts, notModified: 1 } });
      const before = await bench.catalog.execution(EXECUTION);

      const refused = await go(bench, below).catch((error: unknown) => error);

      expect(codeOf(refused)).toBe('CONTINUE_BELOW_USED');
      expect((refused as Error).message).toContain(name);
      expect(await bench.catalog.execution(EXECUTION)).toEqual(before);
      expect((await go(bench, just)).changed).toBe(true);
    },
  );

  it('refuses a pageBytes below what the last page passed totalBytes by', async () => {
    const bench = await benchOf(used, { totalBytes: 3_000 });

    await expect(go(bench, { pageBytes: 999 })).rejects.toMatchObject({ code: 'CONTINUE_BELOW_USED' });
    expect((await go(bench, { pageBytes: 1_000 })).changed).toBe(true);
  });

  it('refuses no limit that is not counted in totals, and no unlimited one', async () => {
    const bench = await benchOf(used);

    const { row } = await go(bench, { depth: 0, pagesPerHost: null, pagesPerLevel: null, pages: null, seconds: 1 });

    expect(row.limits).toEqual({ depth: 0, pagesPerHost: null, pagesPerLevel: null, pages: null, seconds: 1 });
  });

  it('only raises the limits of an execution whose wave is under way', async () => {
    const bench = await benchOf({ ...used, status: 'running', limits: { pages: 50 } });

    await expect(go(bench, { pages: 49 })).rejects.toMatchObject({
      code: 'CONTINUE_BELOW_USED',
      message: expect.stringContaining('the limit 50 that its wave was planned with'),
    });
    await expect(go(bench, { pagesPerHost: 9 })).rejects.toMatchObject({ code: 'CONTINUE_BELOW_USED' });
    expect((await go(bench, { pages: 50, pagesPerHost: null })).row).toMatchObject({ status: 'running' });
  });

  it('says STATE_CONFLICT rather than CONTINUE_BELOW_USED where it is not possible at all', async () => {
    const bench = await benchOf({ ...used, status: 'succeeded' });

    await expect(go(bench, { pages: 0 })).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  });
});
