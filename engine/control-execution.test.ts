import { describe, expect, it } from 'vitest';
import { codeOf } from '#core/error.ts';
import { type Execution, ExecutionStatus, LimitsOverride } from '#core/execution/execution.ts';
import { type Command, controlExecution } from '#engine/control-execution.ts';
import { EXECUTION, OTHER_EXECUTION, sampleExecution } from '#test/contract/samples.ts';
import { FakeClock } from '#test/fakes/fake-clock.ts';
import { MemoryCatalog } from '#test/fakes/memory-catalog.ts';

async function benchOf(change: Partial<Execution>) {
  const catalog = new MemoryCatalog();
  await catalog.createExecution(sampleExecution(change));
  return { catalog, clock: new FakeClock() };
}

const COMMANDS: readonly Command[] = [
  { type: 'resume' },
  { type: 'pause' },
  { type: 'stop' },
  { type: 'continue', limits: {} },
];

/** semantics.md, "Commands": does it (what is desired then), is done already (=), or STATE_CONFLICT (!). */
const TABLE: Record<ExecutionStatus, readonly [resume: string, pause: string, stop: string, goOn: string]> = {
  queued: ['run', 'pause', 'stop', '!'],
  running: ['run', 'pause', 'stop', '!'],
  waiting: ['run', 'pause', 'stop', '!'],
  paused: ['run', '=', 'stop', '!'],
  succeeded: ['!', '!', '!', '!'],
  limited: ['!', '!', '!', 'run'],
  stopped: ['!', '!', '=', 'run'],
  failed: ['!', '!', '!', '!'],
  deleting: ['!', '!', '!', '!'],
};

const CASES = ExecutionStatus.options.flatMap((status) =>
  COMMANDS.map((command, i) => [command.type, status, TABLE[status][i] ?? '', command] as const),
);

describe('controlExecution', () => {
  it.each(CASES)('%s of a %s execution: %s', async (type, status, expected, command) => {
    const bench = await benchOf({ status, run: 4, lastRun: 6 });
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
    expect(row).toEqual({ ...before, desired: expected, lastRun: 7, deadlineAt });
    expect(events).toEqual([{ seq: 1, at: bench.clock.now(), type: 'control', text: type }]);
  });

  it('knows no execution that is not there', async () => {
    const bench = await benchOf({});

    await expect(controlExecution(bench, OTHER_EXECUTION, { type: 'stop' })).rejects.toMatchObject({
      code: 'EXECUTION_NOT_FOUND',
    });
  });

  it('gives every call a run of its own: each supersedes the one before', async () => {
    const bench = await benchOf({ run: 1, lastRun: 1 });

    const runs: number[] = [];
    for (const type of ['pause', 'resume', 'stop'] as const) {
      runs.push((await controlExecution(bench, EXECUTION, { type })).row.lastRun);
    }

    expect(runs).toEqual([2, 3, 4]);
    expect((await bench.catalog.events(EXECUTION, 10)).map(({ text }) => text)).toEqual(['pause', 'resume', 'stop']);
  });
});

describe('continue', () => {
  const used = { status: 'limited', bytes: 4_000, costUsd: 0.5, ranMs: 90_000, secondsBaseMs: 1 } as const;
  const go = (catalog: Awaited<ReturnType<typeof benchOf>>, limits: LimitsOverride) =>
    controlExecution(catalog, EXECUTION, { type: 'continue', limits: LimitsOverride.parse(limits) });

  it('sets new totals beside those that it set before; what is not named stays', async () => {
    const bench = await benchOf({ ...used, limits: { pages: 5, depth: 2 } });

    const { row } = await go(bench, { pages: 500, totalBytes: null });

    expect(row.limits).toEqual({ pages: 500, depth: 2, totalBytes: null });
    expect(row.secondsBaseMs).toBe(1);
    const [event] = await bench.catalog.events(EXECUTION, 1);
    expect(event?.text).toBe('continue with pages 500, totalBytes none');
  });

  it('counts seconds anew from what has run', async () => {
    const bench = await benchOf(used);

    const { row } = await go(bench, { seconds: 60 });

    expect([row.limits.seconds, row.secondsBaseMs]).toEqual([60, 90_000]);
  });

  it.each([
    ['pages', { pages: 4 }, { pages: 5 }], // 4 stored and 1 notModified
    ['totalBytes', { totalBytes: 3_999 }, { totalBytes: 4_000 }],
    ['budgetUsd', { budgetUsd: 0.49 }, { budgetUsd: 0.5 }],
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

  it('refuses no limit that is not counted in totals, and no unlimited one', async () => {
    const bench = await benchOf(used);

    const { row } = await go(bench, { depth: 0, pagesPerHost: 0, pagesPerLevel: 0, pages: null, seconds: 1 });

    expect(row.limits).toEqual({ depth: 0, pagesPerHost: 0, pagesPerLevel: 0, pages: null, seconds: 1 });
  });

  it('says STATE_CONFLICT rather than CONTINUE_BELOW_USED where it is not possible at all', async () => {
    const bench = await benchOf({ ...used, status: 'running' });

    await expect(go(bench, { pages: 0 })).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  });
});
