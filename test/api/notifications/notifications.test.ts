import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { uncompared } from '#engine/notify/pages/page-events.ts';
import { HOOK, HOUR_MS, MINUTE_MS, TellingBench } from '#test/api/notifications/telling-bench.ts';

let bench: TellingBench;
beforeEach(() => {
  bench = new TellingBench();
});
afterEach(() => bench.api.close());

describe('subscriptions of a workflow', () => {
  it('are saved with a secret that is shown once, listed, changed and deleted', async () => {
    const id = await bench.workflow();
    const made = await bench.save(id, { events: ['ended'] });
    const changed = await bench.save(id, { events: ['ended', 'failed'], atMostEveryMinutes: 30 });
    const listed = await bench.api.send('GET', `/v1/workflows/${id}/subscriptions`);
    const rotated = await bench.api.send('POST', `${bench.path(id)}/rotate`);
    const removed = await bench.api.send('DELETE', bench.path(id));
    const again = await bench.api.send('DELETE', bench.path(id));

    expect(made.body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(changed.body).toMatchObject({ secret: null, atMostEveryMinutes: 30, enabled: true, owner: 'local' });
    expect(listed.text).not.toContain('whsec_');
    expect(rotated.body.secret).not.toBe(made.body.secret);
    expect(rotated.body.oldSecretUntil).toBe('2026-11-25T07:00:00.000Z');
    expect([removed.status, again.status, again.body.code]).toEqual([204, 404, 'SUBSCRIPTION_NOT_FOUND']);
  });

  it('are refused with what is wrong', async () => {
    const id = await bench.workflow('anna');
    const codes = await Promise.all(
      [
        { events: ['ended'], url: 'ftp://hook.example/' },
        { events: ['ended'], url: 'https://user:pass@hook.example/' },
        { events: ['ended'], url: 'http://169.254.169.254/latest' },
        { events: ['ended'], url: 'http://10.0.0.1/' },
        { events: ['ended'], url: 'https://hook.example:25/' },
        { events: ['ended'], allowPrivateNetwork: true },
        { events: ['ended'], watch: { word: 'x' } },
        { events: ['new-pages'], watch: { word: 'x' } },
        { events: ['page-changed'], watch: { selector: 'a[' } },
        { events: ['page-changed'], watch: { urls: 'shop/*' } },
        { events: ['page-changed'], watch: { urls: 're:(' } },
        { events: [] },
      ].map(async (body) => (await bench.save(id, body, 'anna')).body.code),
    );

    expect(codes).toEqual([
      ...Array<string>(5).fill('SUBSCRIPTION_INVALID'),
      ...['RIGHT_MISSING', ...Array<string>(4).fill('SUBSCRIPTION_INVALID')],
      ...['EXPRESSION_INVALID', 'REQUEST_INVALID'],
    ]);
    const mail = await bench.save(id, { events: ['ended'], url: 'me@hook.example' }, 'anna');
    expect([mail.body.code, mail.body.remedy]).toEqual(['SUBSCRIPTION_INVALID', expect.stringContaining('--email')]);
  });

  it('are at most ten, and end with their workflow', async () => {
    const id = await bench.workflow();
    const names = Array.from({ length: 11 }, (_, i) => `s${i}`);
    const statuses: number[] = [];
    for (const name of names)
      statuses.push(
        (await bench.api.send('PUT', bench.path(id, name), { body: { url: HOOK, events: ['ended'] } })).status,
      );
    await bench.api.send('DELETE', `/v1/workflows/${id}`, { headers: { 'if-match': '"1"' } });

    expect(statuses).toEqual([...Array<number>(10).fill(200), 422]);
    expect(await bench.api.ports.subscriptions.all()).toEqual([]);
  });

  it('of another user are nobody’s business', async () => {
    const id = await bench.workflow('anna');
    await bench.save(id, { events: ['ended'] }, 'anna');
    const asked = await Promise.all([
      ...[
        bench.api.send('GET', `/v1/workflows/${id}/subscriptions`, { as: 'bert' }),
        bench.save(id, { events: ['failed'] }, 'bert'),
      ],
      ...['test', 'rotate'].map((verb) => bench.api.send('POST', `${bench.path(id)}/${verb}`, { as: 'bert' })),
      bench.api.send('GET', `${bench.path(id)}/deliveries`, { as: 'bert' }),
    ]);

    expect(asked.map(({ body }) => body.code)).toEqual(Array<string>(5).fill('WORKFLOW_NOT_FOUND'));
  });
});

describe('news (S24)', () => {
  it('are sent once, also when several processes check at once: an end, and that nothing was fetched', async () => {
    const id = await bench.workflow();
    await bench.save(id, { events: ['started', 'ended', 'failed', 'nothing-fetched'] });
    const before = await bench.row(id);
    bench.now += 1_000;
    const execution = await bench.run(id);
    bench.now = Date.now() + HOUR_MS;
    await Promise.all([bench.look(), bench.look(), bench.look()]);
    await bench.look();

    expect(new Set(bench.sent.map(({ id: message }) => message)).size).toBe(bench.typesSent().length);
    expect(bench.typesSent().toSorted()).toEqual([
      ...['execution.ended', 'execution.failed', 'execution.nothing-fetched', 'execution.started'],
    ]);
    expect(JSON.parse(bench.sent[0]?.body ?? '')).toMatchObject({
      data: { workflow: id, subscription: 'ops', execution },
    });
    expect(before.followed).toEqual([]);
  });

  it('from before a subscription, or before its event was added, are not told', async () => {
    const id = await bench.workflow();
    await bench.run(id);
    bench.now = Date.now() + HOUR_MS;
    await bench.save(id, { events: ['ended'] });
    await bench.look();
    await bench.save(id, { events: ['ended', 'failed'] });
    await bench.look();

    expect(bench.typesSent()).toEqual([]);
  });

  it('about pages that another program still compares are sent once, when it has compared them', async () => {
    const id = await bench.workflow();
    await bench.save(id, { events: ['ended', 'page-changed'] });
    const ids: string[] = [];
    for (let i = 0; i < 6; i++) {
      if (i === 5) bench.now += 2 * HOUR_MS; // behind it the others are looked at only if they are followed
      ids.push(await bench.run(id));
    }
    bench.now = Date.now() + HOUR_MS;
    bench.pageNews = async () => null;
    await bench.look();
    await bench.look();
    const before = bench.typesSent();
    bench.pageNews = async (row) =>
      uncompared({ row, before: row, events: ['page-changed'], why: 'one of them is too large' });
    await bench.look();
    await bench.look();

    const told = bench.sent.slice(ids.length).map(({ body }) => JSON.parse(body).data);
    expect(before).toEqual(Array<string>(ids.length).fill('execution.ended'));
    expect(told.map(({ execution }) => execution).toSorted()).toEqual(ids.toSorted());
    expect(told[0].pages).toMatchObject({ notCompared: 'one of them is too large' });
  });

  it('of one look come in the order of their events, and are listed so, though read in another', async () => {
    const id = await bench.workflow();
    await bench.save(id, { events: ['ended'] });
    const runs: string[] = [];
    for (let n = 0; n < 6; n += 1) {
      runs.push(await bench.run(id));
      bench.now += MINUTE_MS;
    }
    const { subscriptions } = bench.api.ports;
    const waiting = subscriptions.waiting.bind(subscriptions);
    subscriptions.waiting = async () => (await waiting()).reverse();
    await bench.look();
    const listed = (await bench.log(id)).map(({ id }) => id);

    const executions = bench.sent.map(
      ({ body }) => (JSON.parse(body) as { data: { execution: string } }).data.execution,
    );
    expect(executions).toEqual(runs);
    expect(listed).toEqual(bench.sent.map(({ id }) => id).reverse());
  });

  it('of a mark that was lost behind its message come with the same id', async () => {
    const id = await bench.workflow();
    await bench.save(id, { events: ['ended'] });
    await bench.run(id);
    bench.now = Date.now() + HOUR_MS;
    const lost = await bench.row(id);
    await bench.look();
    // As if the process had died before it wrote what it had done.
    await bench.api.ports.subscriptions.delete({ workflow: lost.workflow, name: 'ops' });
    await bench.api.ports.subscriptions.save({ ...lost, version: 1 });
    await bench.look();

    expect(new Set(bench.sent.map(({ id: message }) => message)).size).toBe(1);
  });

  it('come together, at most one message in this many minutes', async () => {
    const id = await bench.workflow();
    await bench.save(id, { events: ['ended'], atMostEveryMinutes: 60 });
    bench.now = Date.now() + MINUTE_MS;
    for (let i = 0; i < 3; i++) {
      await bench.run(id);
      await bench.look();
    }
    const first = bench.typesSent();
    bench.now += 60 * MINUTE_MS;
    await bench.look();
    const { data } = JSON.parse(bench.sent[1]?.body ?? '') as { data: { events: unknown[] } };

    expect([first, bench.typesSent(), data.events.length]).toEqual([
      ...[['execution.ended'], ['execution.ended', 'digest'], 2],
    ]);
  });

  it('say when four fifths of the budget are used, once', async () => {
    const id = await bench.workflow('admin', { budgetUsd: 0.000_001 });
    await bench.save(id, { events: ['budget-80'] });
    await bench.run(id);
    bench.now = Date.now() + HOUR_MS;
    await bench.look();
    await bench.look();

    expect(bench.typesSent()).toEqual(['execution.budget-80']);
    expect(JSON.parse(bench.sent[0]?.body ?? '')).toMatchObject({ data: { budgetUsd: 0.000_001 } });
  });

  it('are not made while the subscription is off', async () => {
    const id = await bench.workflow();
    await bench.save(id, { events: ['ended'], enabled: false });
    await bench.run(id);
    bench.now = Date.now() + HOUR_MS;
    await bench.look();
    await bench.save(id, { events: ['ended'] });
    await bench.look();

    expect(bench.typesSent()).toEqual([]);
  });
});

describe('a message', () => {
  it('is tried for a day with growing waits, is dead then, and can be sent again with its id', async () => {
    const id = await bench.workflow();
    await bench.save(id, { events: ['ended'] });
    await bench.api.send('POST', `${bench.path(id)}/test`);
    bench.answer = { status: 500, why: 'the target answers 500', ms: 1 };
    const waits: number[] = [];
    for (let last = bench.now; (await bench.log(id))[0]?.state === 'waiting'; last = bench.now) {
      const [row] = await bench.api.ports.subscriptions.waiting();
      bench.now = row?.nextTryAt ?? bench.now;
      if (bench.sent.length > 0) waits.push((bench.now - last) / MINUTE_MS);
      await bench.look();
    }
    const [dead] = await bench.log(id);
    const again = await bench.api.send('POST', `${bench.path(id)}/deliveries/${dead?.id}/retry`);
    bench.answer = { status: 204, why: null, ms: 1 };
    await bench.look();

    expect([dead?.state, dead?.attempts, waits.length]).toEqual(['dead', 9, 8]);
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(21 * 60);
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeLessThan(27 * 60);
    expect([again.status, (await bench.log(id))[0]]).toMatchObject([
      202,
      { id: dead?.id, state: 'delivered', attempts: 1 },
    ]);
    expect(new Set(bench.sent.map(({ id: message }) => message)).size).toBe(1);
  });

  it('is dead at once when its target is gone', async () => {
    const id = await bench.workflow();
    await bench.save(id, { events: ['ended'] });
    await bench.api.send('POST', `${bench.path(id)}/test`);
    bench.answer = { status: 410, why: 'the target answers 410', ms: 1 };
    await bench.look();

    expect((await bench.log(id))[0]).toMatchObject({ state: 'dead', attempts: 1 });
  });

  it('that a dying process had begun to send is sent again when its claim is over', async () => {
    const id = await bench.workflow();
    await bench.save(id, { events: ['ended'] });
    await bench.api.send('POST', `${bench.path(id)}/test`);
    const [row] = await bench.api.ports.subscriptions.waiting();
    if (row === undefined) throw new Error('no message waits');
    await bench.api.ports.subscriptions.saveDelivery({
      ...row,
      version: 2,
      attempts: 1,
      nextTryAt: bench.now + 20_000,
    });
    await bench.look();
    const early = bench.sent.length;
    bench.now += 20_000;
    await bench.look();

    expect([early, bench.sent.length, (await bench.log(id))[0]?.state]).toEqual([0, 1, 'delivered']);
  });

  it('is signed with the previous secret, too, for a day', async () => {
    const id = await bench.workflow();
    const { body } = await bench.save(id, { events: ['ended'] });
    const { body: rotated } = await bench.api.send('POST', `${bench.path(id)}/rotate`);
    await bench.api.send('POST', `${bench.path(id)}/test`);
    await bench.look();
    bench.now += 25 * HOUR_MS;
    await bench.api.send('POST', `${bench.path(id)}/test`);
    await bench.look();

    expect(bench.sent.map(({ secrets }) => secrets)).toEqual([[rotated.secret, body.secret], [rotated.secret]]);
  });

  it('goes to a private network only for who may reach it', async () => {
    const id = await bench.workflow();
    await bench.save(id, { events: ['ended'], url: 'http://10.0.0.1/', allowPrivateNetwork: true });
    await bench.api.send('POST', `${bench.path(id)}/test`);
    await bench.look();
    await bench.save(id, { events: ['ended'] });
    await bench.api.send('POST', `${bench.path(id)}/test`);
    await bench.look();

    expect(bench.sent.map(({ allowPrivateNetwork }) => allowPrivateNetwork)).toEqual([true, false]);
  });

  it('of an unknown id cannot be sent again', async () => {
    const id = await bench.workflow();
    await bench.save(id, { events: ['ended'] });
    const { body } = await bench.api.send('POST', `${bench.path(id)}/deliveries/msg_${'0'.repeat(32)}/retry`);

    expect(body.code).toBe('MESSAGE_NOT_FOUND');
  });
});
