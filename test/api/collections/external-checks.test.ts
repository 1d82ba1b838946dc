import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDue } from '#api/schedules/start-due.ts';
import { LOCAL_CALLER } from '#core/identity/caller.ts';
import { type ApiBench, openApiBench } from '#test/api/api-bench.ts';
import type { Exchange } from '#test/site/exchange.ts';
import { type Site, startSite } from '#test/site/site.ts';

const DAY_MS = 86_400_000;
const PRIVATE = { settings: { allowPrivateNetwork: true, connectTo: [] } };

/** A page with links to another host: one answers, one is gone, one is banned. */
const handler = async (exchange: Exchange): Promise<void> => {
  const links = ['/ok', '/gone', '/banned'].map((path) => `<a href="${exchange.originAt(1)}${path}">x</a>`);
  if (exchange.context.origin === 0) return exchange.html(links.join(''));
  return exchange.html('<p>there</p>', exchange.url.pathname === '/gone' ? 404 : 200);
};

describe('checks of external links that a server starts (G2)', () => {
  let site: Site;
  let api: ApiBench;
  let ahead = 0;
  const clock = { now: () => Date.now() + ahead, monotonic: () => Date.now(), sleep: async () => undefined };
  let workflow: string;
  let crawled: string;
  beforeAll(async () => {
    site = await startSite({ handler, hosts: 2 });
    api = openApiBench({ clock });
    crawled = await crawl();
    workflow = (await api.ports.catalog.execution(crawled as never)).workflowId;
  });
  afterAll(async () => {
    await api.close();
    await site.close();
  });

  const crawl = (as: 'admin' | 'anna' = 'admin'): Promise<string> => {
    const external = { keep: true, banned: ['*/banned'] };
    const seeds = [`${site.origin(0)}/`];
    return api.crawl({ name: 'docs', seeds, external, revisit: { policy: 'uniform' }, politeness: NAMED }, as);
  };
  const NAMED = { delaySeconds: 0, userAgent: 'docs-bot' };
  const next = async (days = 30) =>
    (await api.send('GET', `/v1/executions/${crawled}/external/check?days=${days}`)).body;
  const start = (body: object = {}, of = crawled) =>
    api.send('POST', `/v1/executions/${of}/external/check`, { body: { ...PRIVATE, ...body } });
  const checks = async () => {
    const { body } = await api.send('GET', `/v1/executions/${crawled}/external`);
    return (body.register as { checks: object }).checks;
  };
  const definitionOf = async ({ body }: { body: Record<string, unknown> }) => {
    const { id, version } = body.workflow as { id: string; version: number };
    return (await api.ports.catalog.workflow(id as never, version)).definition;
  };
  const end = async ({ body }: { body: Record<string, unknown> }): Promise<string> => {
    await api.drive(String(body.execution));
    return String(body.execution);
  };

  it('say before what they request, bring answers into the register, and ask nothing twice', async () => {
    const before = await next();
    const started = await start();
    const beside = await start();
    const running = await next();
    const check = await end(started);
    const again = await start();

    expect(before).toMatchObject({ links: 2, hosts: 1, more: false, requests: { least: 3, most: 5 }, last: null });
    expect([before.seconds, before.costUsd]).toEqual([1, null]);
    expect(started.status).toBe(201);
    expect(await definitionOf(started)).toMatchObject({
      name: 'external links of docs',
      limits: { depth: 0 },
      fetch: { headFirst: true },
      external: { checks: crawled },
      politeness: { userAgent: 'docs-bot', delaySeconds: 1 },
    });
    expect([beside.status, beside.body.code, running.last]).toEqual([
      ...[409, 'STATE_CONFLICT'],
      { execution: check, status: 'queued', finished: false },
    ]);
    expect(await checks()).toEqual({ alive: 1, dead: 1, unknown: 0 });
    expect([again.status, again.body.title]).toEqual([409, expect.stringContaining('no external link')]);
    expect(await next()).toMatchObject({ links: 0, last: { execution: check, status: 'succeeded', finished: true } });
    expect(await next(0)).toMatchObject({ links: 2 });
  });

  it('are versions of one saved workflow, whose changes hold, and of a new one when it is deleted', async () => {
    const first = await start({ days: 0 });
    await end(first);
    const { id, version } = first.body.workflow as { id: string; version: number };
    const definition = await definitionOf(first);
    const path = `/v1/workflows/${id}`;
    const changed = { ...definition, politeness: { ...definition.politeness, delaySeconds: 0 } };
    await api.send('PUT', path, { body: changed, headers: { 'if-match': `"${version}"` } });
    const second = await start({ days: 0 });
    await end(second);
    await api.send('DELETE', path, { headers: { 'if-match': `"${version + 2}"` } });
    const third = await start({ days: 0 });
    await end(third);

    expect(second.body.workflow).toEqual({ id, version: version + 2 });
    expect((await definitionOf(second)).politeness.delaySeconds).toBe(0);
    expect(third.body.workflow).toMatchObject({ version: 1 });
    expect((third.body.workflow as { id: string }).id).not.toBe(id);
  });

  it('are refused to others than the person who crawled, and where no links are kept', async () => {
    const annas = await crawl('anna');
    const none = await api.crawl({ name: 'plain', seeds: [`${site.origin(0)}/`] });
    const asBert = await api.send('POST', `/v1/executions/${annas}/external/check`, { body: {}, as: 'bert' });

    expect([(await start({}, annas)).body.code, asBert.body.code]).toEqual(['RIGHT_MISSING', 'EXECUTION_NOT_FOUND']);
    expect((await start({}, none)).body.code).toBe('OUTPUT_NOT_KEPT');
  });

  it('are started by a schedule once a period, which is not a time of the next crawl', async () => {
    const look = () => startDue({ ...api.ports, clock, callerOf: async () => LOCAL_CALLER, defaults: PRIVATE });
    const saved = await api.send('PUT', `/v1/workflows/${workflow}/schedules/links`, {
      body: { when: 'rate(1 day)', checkDays: 2 },
    });
    const last = async () => {
      const { body } = await api.send('GET', `/v1/workflows/${workflow}/schedules`);
      return (body.items as { last: { outcome: string; why: string | null } | null }[])[0]?.last;
    };
    const outcomes: unknown[] = [];
    const made = Date.now();
    for (const day of [1, 2]) {
      ahead = made + day * DAY_MS + 60_000 - Date.now();
      const { started, faults } = await look();
      expect([started.length, faults]).toEqual([day === 2 ? 1 : 0, []]);
      for (const id of started) {
        await api.drive(id);
        outcomes.push((await api.ports.catalog.execution(id)).name);
      }
      outcomes.push((await last())?.outcome, (await last())?.why);
    }
    const life = await api.send('GET', `/v1/workflows/${workflow}/collection`);

    expect(saved.body).toMatchObject({ checkDays: 2, overlap: 'skip' });
    expect(outcomes).toEqual([
      ...['skipped', expect.stringContaining('no external link')],
      ...['external links of docs', 'started', null],
    ]);
    expect(life.body.next).toBeNull();
  });
});
