import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CALLERS } from '#test/api/api-bench.ts';
import { HOOK, HOUR_MS, TellingBench } from '#test/api/notifications/telling-bench.ts';

const MINE = '/v1/me/subscriptions';
const BODY = { url: HOOK, events: ['ended'] };

let bench: TellingBench;
beforeEach(() => {
  bench = new TellingBench();
});
afterEach(() => bench.api.close());

const save = (as: keyof typeof CALLERS, body: object = BODY) => bench.api.send('PUT', `${MINE}/all`, { body, as });

/** The workflows that messages tell of. */
const told = (): unknown[] =>
  bench.sent.map(({ body }) => (JSON.parse(body) as { data: { workflow: unknown } }).data.workflow);

async function runOf(as: keyof typeof CALLERS): Promise<string> {
  const id = await bench.workflow(as);
  await bench.run(id, as);
  return id;
}

describe('subscriptions of a user (S24)', () => {
  it('tell of every workflow that the user may read, also of later ones, and of no other', async () => {
    for (const as of ['admin', 'anna'] as const) await save(as);
    const [own, other] = [await runOf('anna'), await runOf('bert')];
    bench.now = Date.now() + HOUR_MS;
    await bench.look();
    await bench.look();

    expect(told().toSorted()).toEqual([own, own, other].toSorted());
    expect(new Set(bench.sent.map(({ id }) => id)).size).toBe(3);
  });

  it('tell nothing more when a right was taken away between the look and the try, or the user is gone', async () => {
    await save('admin');
    await save('anna');
    await runOf('bert');
    const own = await runOf('anna');
    bench.answer = { status: 500, why: 'the target answers 500', ms: 1 };
    bench.now = Date.now() + HOUR_MS;
    await bench.look();
    const before = bench.sent.splice(0).length;
    bench.answer = { status: 204, why: null, ms: 1 };
    bench.callers[CALLERS.admin.user] = { ...CALLERS.admin, role: 'standard' };
    delete bench.callers.anna;
    bench.now += HOUR_MS;
    await bench.look();
    const { items } = (await bench.api.send('GET', `${MINE}/all/deliveries`)).body;

    expect([before, own, bench.sent]).toEqual([2, expect.any(String), []]);
    expect(items).toMatchObject([
      { state: 'waiting' }, // the newer one, behind the one that failed
      { state: 'dead', last: { why: expect.stringContaining('no longer read') } },
    ]);
  });

  it('tell no more than the role of the key that saved them may read', async () => {
    await save('admin');
    const row = (await bench.api.ports.subscriptions.all())[0];
    if (row === undefined) throw new Error('nothing was saved');
    await bench.api.ports.subscriptions.save({ ...row, role: 'standard', version: 2 });
    await runOf('bert');
    bench.now = Date.now() + HOUR_MS;
    await bench.look();

    expect([row.role, bench.sent]).toEqual(['administrator', []]);
  });

  it('are listed, tested, rotated and deleted by their user, and are nobody else’s', async () => {
    const made = await save('anna');
    const others = await bench.api.send('GET', MINE, { as: 'bert' });
    const rotated = await bench.api.send('POST', `${MINE}/all/rotate`, { as: 'anna' });
    const tested = await bench.api.send('POST', `${MINE}/all/test`, { as: 'anna' });
    await bench.look();
    const again = await bench.api.send('POST', `${MINE}/all/deliveries/${tested.body.id}/retry`, { as: 'anna' });
    const stranger = await bench.api.send('POST', `${MINE}/all/test`, { as: 'bert' });
    const removed = await bench.api.send('DELETE', `${MINE}/all`, { as: 'anna' });

    expect(made.body).toMatchObject({ workflow: null, owner: 'anna', secret: expect.stringMatching(/^whsec_/) });
    expect([others.body.items, rotated.body.secret === made.body.secret]).toEqual([[], false]);
    expect(JSON.parse(bench.sent[0]?.body ?? '')).toMatchObject({ type: 'test', data: { subscription: 'all' } });
    expect([again.status, stranger.body.code, removed.status]).toEqual([202, 'SUBSCRIPTION_NOT_FOUND', 204]);
  });
});
