import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dayOf } from '#core/identity/account-store.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { type IdentityBench, openIdentityBench, UNHURRIED } from '#test/api/accounts/identity-bench.ts';

const SHOP = { name: 'shop', seeds: ['http://shop.example/'] };
const MONTH_MS = 31 * 86_400_000;

let api: IdentityBench;
beforeEach(() => {
  const standard = { ...UNHURRIED.standard, pagesPerMonth: 100, usdPerDay: 0.5 };
  api = openIdentityBench({ roles: { ...UNHURRIED, standard } });
});
afterEach(() => api.close());

async function start(as: string, limits: object = {}) {
  const { body } = await api.send(as, 'POST /v1/workflows', { body: { ...SHOP, limits } });
  return await api.send(as, `POST /v1/workflows/${String(body.id)}/executions`, { body: {} });
}

const act = (as: string, execution: unknown, action: object) =>
  api.send(as, `POST /v1/executions/${String(execution)}/actions`, { body: action });

async function stop(execution: unknown): Promise<void> {
  await act('anna', execution, { action: 'stop' });
  await api.embedded.drive(execution as ExecutionId);
}

/** As if a crawl of anna's had fetched so many pages. */
const fetched = (execution: unknown, pages: number, usd = 0): Promise<void> =>
  api.ports.accounts.countWork({
    execution: execution as ExecutionId,
    user: 'anna',
    day: dayOf(api.clock.now()),
    before: { pages: 0, usd: 0, storedBytes: 0 },
    after: { pages, usd, storedBytes: 0 },
  });

/** Both answers have the same. */
async function quotas(as: string): Promise<Record<string, unknown>[]> {
  const [usage, me] = await Promise.all([api.send(as, 'GET /v1/usage'), api.send(as, 'GET /v1/me')]);
  expect(me.body.quotas).toEqual(usage.body.quotas);
  return usage.body.quotas as Record<string, unknown>[];
}

describe('quotas of a role (S27)', () => {
  it('lower the limits of what starts to what is left, and set that aside until it ends', async () => {
    const first = await start('anna');
    const second = await start('anna');
    await stop(first.body.execution);
    await fetched(first.body.execution, 60);
    const third = await start('anna', { pages: 70 });
    await stop(third.body.execution);
    const fourth = await start('anna', { pages: 15 });

    expect([first.status, first.body.limits]).toEqual([201, expect.objectContaining({ pages: 100, budgetUsd: 0.5 })]);
    expect([second.status, second.body.code]).toEqual([403, 'QUOTA_USED']);
    expect(second.body.title).toBe(
      'pagesPerMonth is used up: 0 pages of 100 pages, and 100 pages are set aside for executions that have not ended',
    );
    expect(third.body.limits).toMatchObject({ pages: 40 });
    expect(fourth.body.limits).toMatchObject({ pages: 15 });
    expect(await quotas('anna')).toMatchObject([
      { quota: 'pagesPerMonth', most: 100, used: 60, setAside: 15, left: 25 },
      { quota: 'usdPerDay', most: 0.5, left: 0 },
    ]);
  });

  it('refuse what starts or continues when they are used up, and begin again with the next month', async () => {
    const { body } = await start('anna');
    await stop(body.execution);
    await fetched(body.execution, 100);

    const refused = await start('anna');
    const resumed = await act('anna', body.execution, { action: 'resume' });
    api.clock.ahead = MONTH_MS;
    const later = await act('anna', body.execution, { action: 'resume' });

    expect([refused.status, refused.body.code]).toEqual([403, 'QUOTA_USED']);
    expect(refused.body.remedy).toMatch(/^wait until \d{4}-\d{2}-01T00:00:00\.000Z, or ask an administrator/);
    expect([resumed.status, resumed.body.code]).toEqual([403, 'QUOTA_USED']);
    expect(later.status).toBe(200);
  });

  it('count money, too: a day’s is used up', async () => {
    const { body } = await start('anna');
    await stop(body.execution);
    await fetched(body.execution, 10, 0.4999);

    const refused = await start('anna');

    expect(refused.body.title).toBe('usdPerDay is used up: 0.500 USD of 0.500 USD');
  });

  it('repeat the answer of a start that came before, and bound nobody else', async () => {
    const { body } = await api.send('anna', 'POST /v1/workflows', { body: SHOP });
    const request = `POST /v1/workflows/${String(body.id)}/executions`;
    const once = { body: {}, headers: { 'idempotency-key': 'once' } };

    const answers = [await api.send('anna', request, once), await api.send('anna', request, once)];

    expect(answers.map(({ status, body: { execution } }) => [status, execution])).toEqual([
      [201, answers[0]?.body.execution],
      [201, answers[0]?.body.execution],
    ]);
    expect((await start('bert')).status).toBe(201);
    expect((await start('root')).body.limits).toMatchObject({ pages: 10_000 });
    expect(await quotas('root')).toEqual([]);
  });
});

describe('a quota of storage (S27)', () => {
  beforeEach(async () => {
    await api.close();
    const standard = { ...UNHURRIED.standard, storedBytes: 1_000 };
    api = openIdentityBench({ roles: { ...UNHURRIED, standard } });
  });

  const keeps = (execution: unknown, part: 'crawl' | 'files', bytes: number): Promise<void> =>
    api.ports.accounts.keepStored({ execution: execution as ExecutionId, user: 'anna', part, bytes });

  it('refuses what starts or continues while as much is kept, with figures and what to do, and sets nothing aside', async () => {
    const first = await start('anna');
    const second = await start('anna');
    await stop(first.body.execution);
    await stop(second.body.execution);
    await keeps(first.body.execution, 'crawl', 700);
    await keeps(first.body.execution, 'files', 300);

    const refused = await start('anna');
    const resumed = await act('anna', second.body.execution, { action: 'resume' });

    expect([first.status, second.status]).toEqual([201, 201]);
    expect([refused.status, refused.body.code]).toEqual([403, 'QUOTA_USED']);
    expect(refused.body.title).toBe('storedBytes is used up: 1000 stored bytes of 1000 stored bytes');
    expect(refused.body.remedy).toMatch(/^delete executions that nobody needs .+, or ask an administrator/);
    expect([resumed.status, resumed.body.code]).toEqual([403, 'QUOTA_USED']);
    expect(await quotas('anna')).toEqual([
      { quota: 'storedBytes', most: 1_000, used: 1_000, setAside: 0, left: 0, resetsAt: null },
    ]);
    expect((await start('bert')).status).toBe(201);
  });

  it('lets the next execution start when one was deleted', async () => {
    const { body } = await start('anna');
    await stop(body.execution);
    await keeps(body.execution, 'crawl', 1_000);
    const refused = await start('anna');

    const deleted = await api.send('anna', `DELETE /v1/executions/${String(body.execution)}`);
    await api.embedded.drive(body.execution as ExecutionId).catch(() => undefined);

    expect([refused.status, deleted.status]).toEqual([403, 202]);
    expect((await start('anna')).status).toBe(201);
    expect(await quotas('anna')).toMatchObject([{ used: 0, left: 1_000 }]);
  });
});
