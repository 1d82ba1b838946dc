import { beforeAll, describe, expect, it } from 'vitest';
import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import { Workflow } from '#core/workflow/workflow.ts';
import { advance } from '#engine/advance/advance.ts';
import { MAX_ATTEMPTS } from '#engine/advance/lease.ts';
import type { AdvancePorts } from '#engine/advance/ports.ts';
import { describeExecution } from '#engine/overview/describe-execution.ts';
import { verify } from '#engine/verify/verify.ts';
import { machineOf, type TemplateMachine } from '#test/asl/machine-definition.ts';
import { type MachineWorker, SurfMachine, type SurfMachineOptions } from '#test/asl/surf-machine.ts';
import type { ModelWeb } from '#test/model/model-web.ts';
import { workUnit } from '#test/model/model-worker.ts';
import { synthesize } from '../infra/template.ts';

let machine: TemplateMachine;
beforeAll(() => {
  machine = machineOf(synthesize().template);
});

const MINUTE_MS = 60_000;
/** An error of AWS, which names the account, and a stack. */
const FAULT = 'out of memory of arn:aws:lambda:eu-central-1:111122223333:function:x\n    at heap';
const PAGES = 4;
const urls = Array.from({ length: PAGES }, (_, n) => `http://h.test/${n}`);
/** A page that links the next. */
const web: ModelWeb = {
  seeds: urls.slice(0, 1),
  pages: new Map(
    urls.map((url, n) => [
      url,
      { type: 'page', links: urls.slice(n + 1, n + 2), body: `body of ${url}`, flaky: false },
    ]),
  ),
};

/** @param dieAfter pages that a worker reports before it dies */
const worker =
  (dieAfter: number): MachineWorker =>
  async (ticket, { archive, units, clock, random }) => {
    const parts = { web, tried: new Map(), ask: () => undefined, token: random(), chunk: 2 };
    const lived = await workUnit(ticket, { ...parts, archive, units, now: clock.now(), dieAfter });
    await clock.sleep(1_000);
    if (!lived) throw new Error('Runtime exited with error: signal: killed');
  };

async function started(options: Partial<SurfMachineOptions>, budgetUsd: number | null = null): Promise<SurfMachine> {
  const surf = new SurfMachine({
    machine,
    worker: worker(Number.POSITIVE_INFINITY),
    ...options,
  });
  const limits = { depth: null, pages: null, pagesPerLevel: null, pagesPerHost: null, budgetUsd };
  await surf.start(Workflow.parse({ seeds: web.seeds, scope: { mode: 'any' }, limits }));
  return surf;
}

/** Every write of an object takes that long, and an advance as long as two at least. */
const slow =
  (ms: () => number) =>
  (ports: AdvancePorts): AdvancePorts => ({
    ...ports,
    archive: {
      ...bound(ports.archive),
      put: async (key, parts) => {
        await ports.clock.sleep(ms());
        return await ports.archive.put(key, parts);
      },
    },
  });

const bound = (archive: AdvancePorts['archive']): AdvancePorts['archive'] => ({
  put: (key, parts) => archive.put(key, parts),
  get: (key) => archive.get(key),
  range: (key, offset, length) => archive.range(key, offset, length),
  list: (prefix) => archive.list(prefix),
  delete: (keys) => archive.delete(keys),
});

/** It gives no sign of life either: it dies in the middle. */
const dying =
  (isBroken: () => boolean) =>
  (ports: AdvancePorts): AdvancePorts => ({
    ...ports,
    archive: {
      ...bound(ports.archive),
      put: (key, parts) => (isBroken() ? Promise.reject(new Error(FAULT)) : ports.archive.put(key, parts)),
    },
  });

/** What `verify` says of it; the model's workers write no WARC records. */
async function differencesOf(surf: SurfMachine): Promise<string[]> {
  const { differences } = await verify({ ...surf.ports, decodeBody }, surf.id);
  return differences.filter(({ code }) => code !== 'warc-pointer').map(({ code, where }) => `${code} ${where}`);
}

describe('an advance that takes longer than a deadline', () => {
  it('commits, because the watchdog leaves a call alone that gives signs of life', async () => {
    const surf = await started({ advancePorts: slow(() => 2.5 * MINUTE_MS) });

    await surf.settleBesideWatchdog(24);

    const row = await surf.catalog.execution(surf.id);
    const events = await surf.catalog.events(surf.id, 1_000);
    expect(row).toMatchObject({ status: 'succeeded', counts: { stored: PAGES } });
    expect(surf.steps.runs.size).toBe(row.wave);
    expect(events.filter(({ text }) => text.startsWith('watchdog'))).toEqual([]);
    expect(surf.clock.elapsed / row.wave).toBeGreaterThan(5 * MINUTE_MS);
  });

  it('is a dead one when its signs stop: the next run begins two minutes later at the earliest', async () => {
    let first = true;
    const surf = await started({
      interfere: ({ state }) => {
        if (state !== 'Advance' || !first) return undefined;
        first = false;
        return 'dies-at-start';
      },
    });

    await surf.settleBesideWatchdog(24);

    expect(await surf.catalog.execution(surf.id)).toMatchObject({ status: 'succeeded', counts: { stored: PAGES } });
  });
});

describe('a wave that no advance can close', () => {
  it('ends the execution failed(advance) after 24 calls, each charged, and resume continues there', async () => {
    let broken = false;
    const surf = await started({ advancePorts: dying(() => broken) });
    await surf.clock.run(surf.clock.sleep(500));
    broken = true;
    await surf.settleBesideWatchdog(24);

    const given = await surf.catalog.execution(surf.id);
    expect(given).toMatchObject({ status: 'failed', reason: 'advance', uncommitted: { attempts: MAX_ATTEMPTS } });
    expect(given.costUsd).toBeGreaterThan(given.uncommitted?.usd ?? 1);
    expect(given.uncommitted?.usd).toBeGreaterThan(MAX_ATTEMPTS * 0.000_5);
    expect(given.frontier).not.toBeNull();
    expect(given.uncommitted?.error).toBe('out of memory of arn:aws:lambda:eu-central-1::function:x');
    const [told] = (await surf.catalog.events(surf.id, 1_000)).filter(({ text }) => text.includes('advance'));
    expect(told?.text).toBe(
      `24 calls of advance could not close wave ${given.wave}: out of memory of arn:aws:lambda:eu-central-1::function:x`,
    );
    expect((await describeExecution(surf.ports, surf.id)).cause).toContain(
      ': out of memory of arn:aws:lambda:eu-central-1::function:x; resume tries the wave again',
    );
    expect(await differencesOf(surf)).toEqual([]);

    broken = false;
    await surf.control({ type: 'resume' });
    await surf.settleBesideWatchdog(24);

    const row = await surf.catalog.execution(surf.id);
    expect(row).toMatchObject({ status: 'succeeded', reason: null, counts: { stored: PAGES } });
    expect(row.costUsd).toBeGreaterThanOrEqual(given.costUsd);
    expect(await differencesOf(surf)).toEqual([]);
  });

  it('ends limited(budget) when its calls have used the budget up, and passes it by one call at most', async () => {
    const surf = await started({ advancePorts: slow(() => 100 * MINUTE_MS) }, 0.02);

    await surf.settleBesideWatchdog(24);

    const row = await surf.catalog.execution(surf.id);
    expect(row).toMatchObject({ status: 'limited', reason: 'budget' });
    expect(row.costUsd).toBeGreaterThanOrEqual(0.02);
    expect(row.costUsd).toBeLessThan(0.02 + 0.022);
    expect(surf.calls.get('surf-main-advance')).toBe(2);
  });
});

describe('two calls of one run at once', () => {
  it('of which one gives the wave up end the execution: the other, which works longer, does not open it again', async () => {
    const surf = await started({});
    await surf.clock.run(surf.clock.sleep(500));
    surf.steps.stop(`${surf.id}-1`);
    await surf.settle();
    const open = await surf.catalog.execution(surf.id);
    const uncommitted = { wave: open.wave, attempts: MAX_ATTEMPTS - 1, usd: 0 };
    await surf.catalog.renewLease(surf.id, open, { deadlineAt: surf.clock.now(), uncommitted });
    const checkpoint = (phase: string) => (phase === 'advance:objects' ? surf.clock.sleep(2 * MINUTE_MS) : undefined);
    const again = async () => {
      await surf.clock.sleep(MINUTE_MS);
      return await advance(surf.ports, surf.id, 2);
    };

    const steps = await surf.clock.run(Promise.all([advance({ ...surf.ports, checkpoint }, surf.id, 2), again()]));

    const end = { type: 'end', status: 'failed', reason: 'advance' };
    expect(steps).toEqual([end, end]);
    const row = await surf.catalog.execution(surf.id);
    expect(row).toMatchObject({ status: 'failed', wave: open.wave, deadlineAt: null, counts: { stored: 0 } });
    await surf.clock.run(surf.clock.sleep(10 * MINUTE_MS));
    expect(await surf.watchdog()).toMatchObject({ started: 0, late: [] });
  });
});

describe('a failure of another kind', () => {
  it('is over: resume says so', async () => {
    const surf = await started({ worker: worker(0) });
    await surf.settleBesideWatchdog(24);
    expect(await surf.catalog.execution(surf.id)).toMatchObject({ status: 'failed', reason: 'no-seed' });

    await expect(surf.control({ type: 'resume' })).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  });
});

describe('workers that cannot start', () => {
  it('pause the execution after 30 waves, with nothing settled, and resume continues when they can', async () => {
    let isBroken = true;
    const alive = worker(Number.POSITIVE_INFINITY);
    const surf = await started({
      worker: async (ticket, machine) => {
        await machine.clock.sleep(1_000);
        if (isBroken) throw new Error('Runtime.ImportModuleError');
        await alive(ticket, machine);
      },
    });
    await surf.settleBesideWatchdog(24);
    const paused = await surf.catalog.execution(surf.id);
    expect(paused).toMatchObject({
      status: 'paused',
      reason: 'workers-not-started',
      counts: { stored: 0, pending: 1 },
    });
    expect(await differencesOf(surf)).toEqual([]);

    isBroken = false;
    await surf.control({ type: 'resume' });
    await surf.settleBesideWatchdog(24);

    expect(await surf.catalog.execution(surf.id)).toMatchObject({ status: 'succeeded', counts: { stored: PAGES } });
    expect(await differencesOf(surf)).toEqual([]);
  });
});
