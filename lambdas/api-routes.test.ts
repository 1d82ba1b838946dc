import { describe, expect, it } from 'vitest';
import type { ExecutionId } from '#core/execution/ids.ts';
import { FakeClock } from '#test/fakes/fake-clock.ts';
import { MemoryArchive } from '#test/fakes/memory-archive.ts';
import { MemoryCatalog } from '#test/fakes/memory-catalog.ts';
import { MemoryTaskIndex } from '#test/fakes/memory-task-index.ts';
import { MemoryUnitBook } from '#test/fakes/memory-unit-book.ts';
import { type ApiParts, answerRequest } from './api-routes.ts';

function bench(limits: Partial<{ pages: number; budgetUsd: number; parallelism: number }> = {}) {
  const started: string[] = [];
  const problems: string[] = [];
  const clock = new FakeClock();
  const ports = {
    ...{ catalog: new MemoryCatalog(), archive: new MemoryArchive(), tasks: new MemoryTaskIndex() },
    ...{ units: new MemoryUnitBook(), clock, random: () => '0123456789abcdef01' },
    runner: { start: async (id: ExecutionId, run: number) => void started.push(`${id}-${run}`) },
  };
  const parts: ApiParts = {
    ports,
    telemetry: {
      line: () => undefined,
      count: () => undefined,
      flush: () => undefined,
      problem: (message) => void problems.push(message),
    },
    stage: 'test',
    identity: { issuer: 'https://issuer.example', clientId: 'console' },
    start: {
      userAgent: 'surf-crawler/0.1 (+me@example.org)',
      limits: { pages: null, budgetUsd: null, parallelism: null, ...limits },
      settings: { allowPrivateNetwork: false, connectTo: [] },
    },
  };
  const ask = (method: string, path: string, body: unknown = null, query: Record<string, string> = {}) =>
    answerRequest(parts, { method, path, query, body: body === null ? null : JSON.stringify(body) });
  return { ports, ask, started, problems };
}

const SEEDS = { seeds: ['https://example.org/'] };

describe('the routes of a deployment', () => {
  it('tell nothing but health and what the console needs without a key', async () => {
    const { ask } = bench();

    expect(await ask('GET', '/health')).toEqual({ status: 200, value: { status: 'ok' } });
    expect((await ask('GET', '/config.json')).value).toEqual({
      ...{ issuer: 'https://issuer.example', clientId: 'console', stage: 'test', version: '0.1.0' },
    });
  });

  it('start a workflow as JSON, with the deployment’s user agent and settings', async () => {
    const { ask, ports, started } = bench();

    const { status, value } = await ask('POST', '/v1/executions', SEEDS);

    const { execution } = value as { execution: ExecutionId };
    const row = await ports.catalog.execution(execution);
    const { definition } = await ports.catalog.workflow(row.workflowId, 1);
    expect([status, started]).toEqual([201, [`${execution}-1`]]);
    expect(definition.politeness.userAgent).toBe('surf-crawler/0.1 (+me@example.org)');
    expect(row.settings).toEqual({ allowPrivateNetwork: false, connectTo: [] });
  });

  it('leave a workflow its own user agent', async () => {
    const { ask, ports } = bench();
    const { value } = await ask('POST', '/v1/executions', { ...SEEDS, politeness: { userAgent: 'mine/2' } });
    const row = await ports.catalog.execution((value as { execution: ExecutionId }).execution);

    expect((await ports.catalog.workflow(row.workflowId, 1)).definition.politeness.userAgent).toBe('mine/2');
  });

  it.each([
    [{ pages: 100 }, { limits: { pages: 101 } }, /pages 101 is more than the 100/],
    [{ pages: 100 }, { limits: { pages: null } }, /pages none is more than the 100/],
    [{ budgetUsd: 1 }, {}, /budgetUsd none is more than the 1/],
    [{ parallelism: 2 }, {}, /parallelism 8 is more than the 2/],
  ])('refuse more than %o', async (limits, change, message) => {
    const { ask, started } = bench(limits);

    const { status, value } = await ask('POST', '/v1/executions', { ...SEEDS, ...change });

    expect([status, started]).toEqual([400, []]);
    expect((value as { error: { message: string } }).error.message).toMatch(message);
  });

  it('say what is wrong with a workflow, and how to mend it', async () => {
    const { ask } = bench();

    expect(await ask('POST', '/v1/executions', { seeds: [] })).toMatchObject({
      status: 400,
      value: { error: { code: 'SEED_MISSING' } },
    });
    expect(await ask('POST', '/v1/executions')).toMatchObject({ status: 400 });
    expect(await ask('POST', '/v1/executions', { ...SEEDS, limit: 1 })).toMatchObject({
      value: { error: { code: 'FIELD_UNKNOWN', remedy: expect.any(String) } },
    });
  });

  it('stop, once; a second stop is no error, and starts nothing', async () => {
    const { ask, started } = bench();
    const { value } = await ask('POST', '/v1/executions', SEEDS);
    const { execution } = value as { execution: string };

    const stop = await ask('POST', `/v1/executions/${execution}/stop`);

    expect(stop).toEqual({ status: 202, value: { execution, status: 'queued', desired: 'stop' } });
    expect(started).toEqual([`${execution}-1`, `${execution}-2`]);
    expect(await ask('POST', `/v1/executions/${execution}/continue`, { limits: { pages: 5 } })).toMatchObject({
      status: 409,
      value: { error: { code: 'STATE_CONFLICT' } },
    });
    expect(await ask('POST', `/v1/executions/${execution}/continue`, { limits: { colour: 5 } })).toMatchObject({
      status: 400,
    });
    expect(await ask('POST', `/v1/executions/${execution}/explode`)).toMatchObject({ status: 400 });
  });

  it('list tasks page by page', async () => {
    const { ask } = bench();
    const { value } = await ask('POST', '/v1/executions', SEEDS);
    const path = `/v1/executions/${(value as { execution: string }).execution}/tasks`;

    expect(await ask('GET', path)).toEqual({ status: 200, value: { tasks: [], next: null } });
    expect(await ask('GET', path, null, { limit: '1001' })).toMatchObject({ status: 400 });
    expect(await ask('GET', path, null, { next: '-1' })).toMatchObject({ status: 400 });
  });

  it('answer 404 for what is not there, and nothing of our inside when something breaks', async () => {
    const { ask, ports, problems } = bench();
    ports.catalog.execution = async () => {
      throw new Error('secret table name');
    };

    expect(await ask('GET', '/v1/executions/xabcdefgh')).toEqual({
      status: 500,
      value: { error: { code: 'INTERNAL', message: 'something went wrong on our side' } },
    });
    expect(problems).toEqual(['request failed']);
    expect((await bench().ask('GET', '/v1/executions/xabcdefgh')).status).toBe(404);
    for (const path of ['/', '/v2/executions', '/v1/executions/../x', '/v1/executions/xabcdefgh/tasks/1'])
      expect((await bench().ask('GET', path)).status).toBe(404);
  });
});
