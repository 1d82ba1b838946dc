import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ExecutionId } from '#core/model/ids.ts';
import { finishExecution } from '#engine/finish/finish-execution.ts';
import { type ApiBench, openApiBench } from '#test/api/api-bench.ts';
import { type Site, startSite } from '#test/site/site.ts';

let site: Site;
let api: ApiBench;
let execution: string;
beforeEach(async () => {
  site = await startSite({ handler: (exchange) => exchange.html('<title>One</title><a href="/two">two</a>') });
  api = openApiBench();
  execution = await api.crawl({ seeds: [`${site.origin(0)}/`] }, 'anna');
});
afterEach(async () => {
  await api.close();
  await site.close();
});

const remove = () => api.send('DELETE', `/v1/executions/${execution}`, { as: 'anna' });
const read = (path = '') => api.send('GET', `/v1/executions/${execution}${path}`, { as: 'anna' });
const folder = (): string => join(api.data, 'objects/executions', execution);

/** Everything of the execution that is left: objects and rows. */
async function left(): Promise<unknown[]> {
  const { ports } = api;
  const id = execution as ExecutionId;
  const rows = (await ports.tasks.list(id, 10)).rows.map(({ url }) => url);
  const events = await ports.catalog.events(id, 10);
  const objects: string[] = [];
  for await (const { key } of ports.archive.list(`executions/${id}/`)) objects.push(key);
  return [...rows, ...events, ...objects];
}

describe('deleting an execution over the API', () => {
  it('marks it, and its run leaves nothing: no rows, no events, no objects', async () => {
    const before = await left();

    const answer = await remove();
    const during = await read();
    await api.drive(execution);

    expect(before.length).toBeGreaterThan(6);
    expect([answer.status, answer.body]).toEqual([202, { execution, status: 'deleting' }]);
    expect([during.status, during.body.status]).toEqual([200, 'deleting']);
    expect(api.started.at(-1)).toBe(`${execution}-${api.started.at(-1)?.split('-')[1]}`);
    expect(await left()).toEqual([]);
    expect(
      existsSync(folder())
        ? readdirSync(folder(), { recursive: true, withFileTypes: true }).filter((f) => f.isFile())
        : [],
    ).toEqual([]);
    expect((await read()).body.code).toBe('EXECUTION_NOT_FOUND');
    expect((await remove()).body.code).toBe('EXECUTION_NOT_FOUND');
    expect((await api.send('GET', '/v1/executions', { as: 'anna' })).body.items).toEqual([]);
  });

  it('says the same at a second request, and refuses every command meanwhile', async () => {
    await remove();

    const again = await remove();
    const commands = ['pause', 'resume', 'stop', 'continue', 'verify'].map((action) =>
      api.send('POST', `/v1/executions/${execution}/actions`, { as: 'anna', body: { action } }),
    );

    expect(again.status).toBe(202);
    for (const { status, body } of await Promise.all(commands)) {
      expect([status, body.code]).toEqual([409, 'STATE_CONFLICT']);
    }
  });

  it('continues where it was killed, wherever that was', async () => {
    const { ports } = api;
    await remove();
    let calls = 0;
    let fuse = 0;
    const blown = <Args extends unknown[], T>(call: (...args: Args) => Promise<T>) => {
      return async (...args: Args): Promise<T> => {
        if (++calls > fuse) throw new Error('killed');
        return await call(...args);
      };
    };
    const archive = {
      ...ports.archive,
      list: ports.archive.list.bind(ports.archive),
      delete: blown((keys: readonly string[]) => ports.archive.delete(keys)),
    };
    const fragile = {
      ...ports,
      archive: {
        ...archive,
        put: ports.archive.put.bind(ports.archive),
        get: ports.archive.get.bind(ports.archive),
        range: ports.archive.range.bind(ports.archive),
      },
      tasks: { clear: blown((id: ExecutionId) => ports.tasks.clear(id)) } as typeof ports.tasks,
      units: { clear: blown((id: ExecutionId, wave: number) => ports.units.clear(id, wave)) },
    };

    for (; fuse < 20; fuse++) {
      calls = 0;
      const end = await finishExecution(fragile, execution as ExecutionId).catch((error: Error) => error.message);
      if (end === null) break;
      expect([fuse, end, (await read()).body.status]).toEqual([fuse, 'killed', 'deleting']);
    }

    expect(fuse).toBeGreaterThan(1);
    expect(await left()).toEqual([]);
  });

  it('is refused while it runs, or is paused, or is the base of another', async () => {
    const workflow = (await read()).body.workflow as { id: string };
    const start = (body: object) => api.send('POST', `/v1/workflows/${workflow.id}/executions`, { as: 'anna', body });
    const going = String((await start({})).body.execution);
    const above = String((await start({ base: execution })).body.execution);

    const early = await api.send('DELETE', `/v1/executions/${going}`, { as: 'anna' });
    const base = await remove();

    expect([early.status, early.body.code]).toEqual([409, 'STATE_CONFLICT']);
    expect(early.body.title).toContain('queued');
    expect([base.status, base.body.code]).toEqual([409, 'STATE_CONFLICT']);
    expect(base.body.title).toContain(above);
    expect((await api.send('DELETE', `/v1/executions/${execution}`, { as: 'bert' })).status).toBe(404);
    expect((await read()).body.status).toBe('succeeded');
  });
});

describe('retentionDays (S28)', () => {
  it('gives an execution the day of its deletion when it ends', async () => {
    const kept = await api.crawl({ seeds: [`${site.origin(0)}/`], retentionDays: 2 });

    const row = await api.ports.catalog.execution(kept as ExecutionId);
    expect(row.deadlineAt).toBe((row.endedAt ?? 0) + 2 * 86_400_000);
    expect((await api.ports.catalog.execution(execution as ExecutionId)).deadlineAt).toBeNull();
  });

  it('is said as a time by the execution and by the list, and not of one that stays', async () => {
    const kept = await api.crawl({ seeds: [`${site.origin(0)}/`], retentionDays: 2 });

    const { body } = await api.send('GET', `/v1/executions/${kept}`);
    const { items } = (await api.send('GET', '/v1/executions')).body as { items: Record<string, unknown>[] };

    const expiresAt = new Date(Date.parse(String(body.endedAt)) + 2 * 86_400_000).toISOString();
    expect(body).toMatchObject({ expiresAt, keptFor: null });
    expect(items.map((item) => [item.execution, item.expiresAt])).toEqual([
      [kept, expiresAt],
      [execution, null],
    ]);
  });
});

describe('verification over the API', () => {
  it('recomputes every figure, and changes nothing', async () => {
    const before = await left();

    const verify = { as: 'anna', body: { action: 'verify' } } as const;
    const answer = await api.send('POST', `/v1/executions/${execution}/actions`, verify);

    expect(answer.body.verification).toMatchObject({
      execution,
      holds: true,
      differences: [],
      total: 0,
      pages: 1,
      counts: { duplicate: 1 },
    });
    expect(await left()).toEqual(before);
  });
});
