import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkflowId } from '#core/model/ids.ts';
import { startExecution } from '#engine/start/start-execution.ts';
import { type ApiBench, openApiBench } from '#test/api/api-bench.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { ChangingSite } from '#test/site/sites/changing-site.ts';

const DAY_MS = 86_400_000;

describe('the life of a collection, through the API', () => {
  const pages = new ChangingSite();
  let site: Site;
  let api: ApiBench;
  let id: WorkflowId;
  const ticks: string[] = [];
  beforeAll(async () => {
    site = await startSite({ handler: pages.handler });
    api = openApiBench();
    const body = {
      name: 'docs',
      seeds: [`${site.origin(0)}/`],
      politeness: { delaySeconds: 0 },
      retry: { attempts: 1 },
      revisit: { policy: 'uniform' },
    };
    id = String((await api.send('POST', '/v1/workflows', { body, as: 'anna' })).body.id) as WorkflowId;
    const { definition } = await api.ports.catalog.workflow(id, 1);
    for (const days of [0, 4, 9]) {
      const { catalog, random, clock } = api.ports;
      const later = { ...clock, now: () => clock.now() + days * DAY_MS };
      const row = await startExecution(
        { catalog, random, clock: later },
        {
          workflow: definition,
          settings: { allowPrivateNetwork: true, connectTo: [] },
          openedByDeployment: true,
          of: { id, version: 1 },
          owner: 'anna',
        },
      );
      await api.drive(row.id);
      ticks.push(row.id);
      pages.isLater = true;
    }
  });
  afterAll(async () => {
    await api.close();
    await site.close();
  });

  const life = (as: 'anna' | 'bert' = 'anna', query = '') =>
    api.send('GET', `/v1/workflows/${id}/collection${query}`, { as });

  it('has its runs, the newest first, with what each knew and how fresh that was', async () => {
    const { status, body } = await life();
    const [third, second, first] = body.ticks as { freshness: { fresh: number; ageDays: number } | null }[];

    expect([status, body.policy, body.next]).toEqual([200, 'uniform', null]);
    expect((body.ticks as { execution: string }[]).map(({ execution }) => execution)).toEqual(ticks.toReversed());
    expect(first).toMatchObject({ pages: null, due: null, freshness: null, status: 'succeeded' });
    expect(second).toMatchObject({ pages: 25, gone: 0, freshness: { pages: 25, hosts: [{ pages: 25 }] } });
    const { fresh = 0, ageDays = 0 } = third?.freshness ?? {};
    expect(fresh).toBeGreaterThan(1);
    expect(fresh).toBeLessThan(25);
    expect(ageDays).toBeGreaterThan(0);
  });

  it('has the next time of its schedules, and as many runs as `limit` says', async () => {
    await api.send('PUT', `/v1/workflows/${id}/schedules/daily`, { body: { when: 'rate(1 day)' }, as: 'anna' });
    const { body } = await life('anna', '?limit=1');

    expect(body.ticks).toHaveLength(1);
    expect(Date.parse(String(body.next))).toBeGreaterThan(0);
  });

  it('is not there for somebody else', async () => {
    expect((await life('bert')).status).toBe(404);
  });
});
