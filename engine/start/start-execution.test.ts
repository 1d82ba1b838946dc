import { describe, expect, it } from 'vitest';
import { WorkflowVersion } from '#core/execution/catalog.ts';
import { Execution } from '#core/execution/execution.ts';
import { NO_COUNTS } from '#core/frontier/ledger.ts';
import type { ExecutionId, WorkflowId } from '#core/model/ids.ts';
import { Workflow } from '#core/workflow/workflow.ts';
import { createWorkflow, startExecution } from '#engine/start/start-execution.ts';
import { FakeClock } from '#test/fakes/fake-clock.ts';
import { MemoryCatalog } from '#test/fakes/memory/memory-catalog.ts';

const SETTINGS = { allowPrivateNetwork: true, connectTo: [] };

function makePorts() {
  let names = 0;
  return {
    catalog: new MemoryCatalog(),
    clock: new FakeClock(),
    random: () => `${String(names++).padStart(10, '0')}abcdefgh`,
  };
}

const workflow = Workflow.parse({ name: 'two seeds', seeds: ['http://a.test/', 'http://b.test/'] });

describe('startExecution', () => {
  it('makes a queued execution of a new workflow, with nothing done and its settings kept apart', async () => {
    const ports = makePorts();

    const made = await startExecution(ports, { workflow, settings: SETTINGS });

    expect(Execution.parse(made)).toEqual(made);
    expect(made).toMatchObject({ status: 'queued', desired: 'run', wave: 0, run: 0, lastRun: 1, projected: 0 });
    expect(made).toMatchObject({ name: 'two seeds', settings: SETTINGS, counts: NO_COUNTS, limits: {}, costUsd: 0 });
    expect([made.frontier, made.plan, made.manifest, made.runningSince, made.endedAt]).toEqual(Array(5).fill(null));
    expect(await ports.catalog.execution(made.id)).toEqual(made);
    const saved = await ports.catalog.workflow(made.workflowId, made.workflowVersion);
    expect(WorkflowVersion.parse(saved)).toMatchObject({ version: 1, definition: workflow });
  });

  it('leaves it to the watchdog when nobody starts run 1: the deadline passes', async () => {
    const ports = makePorts();

    const { id } = await startExecution(ports, { workflow, settings: SETTINGS });

    expect(await ports.catalog.overdue(ports.clock.now() + 119_000)).toEqual([]);
    expect((await ports.catalog.overdue(ports.clock.now() + 121_000)).map((row) => row.id)).toEqual([id]);
  });

  it('writes the first line of its history', async () => {
    const ports = makePorts();

    const { id, workflowId } = await startExecution(ports, { workflow, settings: SETTINGS });

    expect(await ports.catalog.events(id, 10)).toEqual([
      {
        seq: 1,
        at: ports.clock.now(),
        type: 'created',
        text: `workflow ${workflowId} version 1: 2 seeds, allowPrivateNetwork`,
      },
    ]);
  });

  it.each(['succeeded', 'limited', 'stopped', 'failed'] as const)('takes a base that has ended %s', async (status) => {
    const ports = makePorts();
    const base = await startExecution(ports, { workflow, settings: SETTINGS });
    await ports.catalog.createExecution({ ...base, status });

    const made = await startExecution(ports, { workflow, settings: SETTINGS, base: base.id });

    expect(made.base).toBe(base.id);
    expect(Execution.parse(made)).toEqual(made);
    expect((await ports.catalog.events(made.id, 1))[0]?.text).toMatch(new RegExp(`base ${base.id}$`));
  });

  it.each(['queued', 'running', 'waiting', 'paused'] as const)('refuses a base that is %s', async (status) => {
    const ports = makePorts();
    const base = await startExecution(ports, { workflow, settings: SETTINGS });
    await ports.catalog.createExecution({ ...base, status });

    await expect(startExecution(ports, { workflow, settings: SETTINGS, base: base.id })).rejects.toMatchObject({
      code: 'BASE_NOT_ENDED',
      remedy: expect.stringContaining('stop it'),
    });
    expect((await ports.catalog.executions(10)).rows).toHaveLength(1);
  });

  it('refuses a base that does not exist', async () => {
    const start = { workflow, settings: SETTINGS, base: 'x00000000nothere' as ExecutionId };

    await expect(startExecution(makePorts(), start)).rejects.toMatchObject({ code: 'EXECUTION_NOT_FOUND' });
  });

  it('runs a workflow that exists, and makes none', async () => {
    const ports = makePorts();
    const of = { id: await createWorkflow(ports, workflow), version: 3 };

    const made = await startExecution(ports, { workflow, settings: SETTINGS, of });

    expect([made.workflowId, made.workflowVersion]).toEqual([of.id, 3]);
    await expect(ports.catalog.workflow(of.id, 2)).rejects.toMatchObject({ code: 'WORKFLOW_NOT_FOUND' });
  });

  it('gives names that sort by the time they were made, each once', async () => {
    const ports = makePorts();
    const ids: string[] = [];
    for (const ms of [0, 0, 1, 1_000, 10 ** 9, 10 ** 12]) {
      ports.clock.pass(ms);
      ids.push((await startExecution(ports, { workflow, settings: SETTINGS })).id);
    }

    expect(ids).toEqual([...ids].sort());
    expect(new Set(ids).size).toBe(6);
    expect((await createWorkflow(ports, workflow)) satisfies WorkflowId).toMatch(/^w[0-9a-z]{19}$/);
  });
});
