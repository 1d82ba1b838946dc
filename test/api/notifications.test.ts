import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ExecutionId, WorkflowId } from '#core/model/ids.ts';
import type { MailService, OutgoingMail, OutgoingMessage, SendResult } from '#core/notify/message-sender.ts';
import type { SubscriptionRow } from '#core/notify/subscription.ts';
import { tellNews } from '#engine/notify/tell-news.ts';
import { startExecution } from '#engine/start/start-execution.ts';
import { type ApiBench, CALLERS, openApiBench } from '#test/api/api-bench.ts';

const T0 = Date.parse('2026-11-24T07:00:00Z');
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const HOOK = 'https://hook.example/in';

let api: ApiBench;
let now = T0;
let sent: OutgoingMessage[] = [];
let answer: SendResult;
let mailed: OutgoingMail[] = [];
let mail: MailService;
const clock = { now: () => now, monotonic: () => now, sleep: async () => undefined };

beforeEach(() => {
  now = T0;
  sent = [];
  mailed = [];
  mail = {
    policy: { from: 'surf@example.org', to: ['example.org', 'eve@example.net'] },
    send: async (one) => {
      mailed.push(one);
      return answer;
    },
  };
  answer = { status: 204, why: null, ms: 1 };
  api = openApiBench({ clock });
});
afterEach(() => api.close());

async function workflow(as: keyof typeof CALLERS = 'admin', limits: object = {}): Promise<string> {
  const definition = { name: 'docs', seeds: ['http://127.0.0.1:9/'], limits };
  return String((await api.send('POST', '/v1/workflows', { body: definition, as })).body.id);
}

const path = (id: string, name = 'ops') => `/v1/workflows/${id}/subscriptions/${name}`;
const save = (id: string, body: object, as: keyof typeof CALLERS = 'admin') =>
  api.send('PUT', path(id), { body: { url: HOOK, ...body }, as });

const look = () =>
  tellNews(
    {
      ...{ catalog: api.ports.catalog, subscriptions: api.ports.subscriptions, clock, isPrivateOpen: false },
      ...{ mail, pageNews: null, mayReachPrivate: async () => true, random: api.ports.random },
      send: async (message) => {
        sent.push(message);
        return answer;
      },
    },
    60,
  );

/** An execution whose only seed is refused: it ends at once, with nothing fetched. */
async function execute(id: string, as: keyof typeof CALLERS = 'admin'): Promise<ExecutionId> {
  const { definition } = await api.ports.catalog.workflow(id as WorkflowId, 1);
  const row = await startExecution(
    { ...api.ports, clock },
    {
      ...{ workflow: definition, settings: { allowPrivateNetwork: false, connectTo: [] } },
      ...{ of: { id: id as WorkflowId, version: 1 }, owner: CALLERS[as].user },
    },
  );
  return row.id;
}

async function run(id: string): Promise<ExecutionId> {
  const execution = await execute(id);
  await api.drive(execution);
  return execution;
}

const typesSent = () => sent.map(({ body }) => (JSON.parse(body) as { type: string }).type);
const subscriptionRow = async (id: string) =>
  (await api.ports.subscriptions.find({ workflow: id as WorkflowId, name: 'ops' })) as SubscriptionRow;
const log = async (id: string) =>
  (await api.send('GET', `${path(id)}/deliveries`)).body.items as { id: string; state: string; attempts: number }[];

describe('subscriptions of a workflow', () => {
  it('are saved with a secret that is shown once, listed, changed and deleted', async () => {
    const id = await workflow();
    const made = await save(id, { events: ['ended'] });
    const changed = await save(id, { events: ['ended', 'failed'], atMostEveryMinutes: 30 });
    const listed = await api.send('GET', `/v1/workflows/${id}/subscriptions`);
    const rotated = await api.send('POST', `${path(id)}/rotate`);
    const removed = await api.send('DELETE', path(id));
    const again = await api.send('DELETE', path(id));

    expect(made.body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(changed.body).toMatchObject({ secret: null, atMostEveryMinutes: 30, enabled: true, owner: 'local' });
    expect(listed.text).not.toContain('whsec_');
    expect(rotated.body.secret).not.toBe(made.body.secret);
    expect(rotated.body.oldSecretUntil).toBe('2026-11-25T07:00:00.000Z');
    expect([removed.status, again.status, again.body.code]).toEqual([204, 404, 'SUBSCRIPTION_NOT_FOUND']);
  });

  it('are refused with what is wrong', async () => {
    const id = await workflow('anna');
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
        { events: ['page-changed'], watch: { urls: '(' } },
        { events: [] },
      ].map(async (body) => (await save(id, body, 'anna')).body.code),
    );

    expect(codes).toEqual([
      ...Array<string>(5).fill('SUBSCRIPTION_INVALID'),
      ...['RIGHT_MISSING', 'SUBSCRIPTION_INVALID', 'SUBSCRIPTION_INVALID', 'SUBSCRIPTION_INVALID'],
      ...['EXPRESSION_INVALID', 'REQUEST_INVALID'],
    ]);
  });

  it('that ask for pages are refused where no executions are compared', async () => {
    await api.close();
    api = openApiBench({ clock, exports: null });
    const { body } = await save(await workflow(), { events: ['ended', 'new-pages'] });

    expect([body.code, body.title]).toEqual(['SUBSCRIPTION_INVALID', expect.stringContaining('new-pages')]);
  });

  it('are at most ten, and end with their workflow', async () => {
    const id = await workflow();
    const names = Array.from({ length: 11 }, (_, i) => `s${i}`);
    const statuses: number[] = [];
    for (const name of names)
      statuses.push((await api.send('PUT', path(id, name), { body: { url: HOOK, events: ['ended'] } })).status);
    await api.send('DELETE', `/v1/workflows/${id}`, { headers: { 'if-match': '"1"' } });

    expect(statuses).toEqual([...Array<number>(10).fill(200), 422]);
    expect(await api.ports.subscriptions.all()).toEqual([]);
  });

  it('of another user are nobody’s business', async () => {
    const id = await workflow('anna');
    await save(id, { events: ['ended'] }, 'anna');
    const asked = await Promise.all([
      ...[
        api.send('GET', `/v1/workflows/${id}/subscriptions`, { as: 'bert' }),
        save(id, { events: ['failed'] }, 'bert'),
      ],
      ...['test', 'rotate'].map((verb) => api.send('POST', `${path(id)}/${verb}`, { as: 'bert' })),
      api.send('GET', `${path(id)}/deliveries`, { as: 'bert' }),
    ]);

    expect(asked.map(({ body }) => body.code)).toEqual(Array<string>(5).fill('WORKFLOW_NOT_FOUND'));
  });
});

describe('news (S24)', () => {
  it('are told once, also when several look at once: an end, and that nothing was fetched', async () => {
    const id = await workflow();
    await save(id, { events: ['started', 'ended', 'failed', 'nothing-fetched'] });
    const before = await subscriptionRow(id);
    now += 1_000;
    const execution = await run(id);
    now = Date.now() + HOUR_MS;
    await Promise.all([look(), look(), look()]);
    await look();

    expect(new Set(sent.map(({ id: message }) => message)).size).toBe(typesSent().length);
    expect(typesSent().toSorted()).toEqual([
      ...['execution.ended', 'execution.failed', 'execution.nothing-fetched', 'execution.started'],
    ]);
    expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({ data: { workflow: id, subscription: 'ops', execution } });
    expect(before.followed).toEqual([]);
  });

  it('from before a subscription, or before its event was added, are not told', async () => {
    const id = await workflow();
    await run(id);
    now = Date.now() + HOUR_MS;
    await save(id, { events: ['ended'] });
    await look();
    await save(id, { events: ['ended', 'failed'] });
    await look();

    expect(typesSent()).toEqual([]);
  });

  it('of a mark that was lost behind its message come with the same id', async () => {
    const id = await workflow();
    await save(id, { events: ['ended'] });
    await run(id);
    now = Date.now() + HOUR_MS;
    const lost = await subscriptionRow(id);
    await look();
    // As if the process had died before it wrote what it had done.
    await api.ports.subscriptions.delete({ workflow: lost.workflow, name: 'ops' });
    await api.ports.subscriptions.save({ ...lost, version: 1 });
    await look();

    expect(new Set(sent.map(({ id: message }) => message)).size).toBe(1);
  });

  it('come together, at most one message in so many minutes', async () => {
    const id = await workflow();
    await save(id, { events: ['ended'], atMostEveryMinutes: 60 });
    now = Date.now() + MINUTE_MS;
    for (let i = 0; i < 3; i++) {
      await run(id);
      await look();
    }
    const first = typesSent();
    now += 60 * MINUTE_MS;
    await look();
    const { data } = JSON.parse(sent[1]?.body ?? '') as { data: { events: unknown[] } };

    expect([first, typesSent(), data.events.length]).toEqual([
      ...[['execution.ended'], ['execution.ended', 'digest'], 2],
    ]);
  });

  it('say when four fifths of the budget are used, once', async () => {
    const id = await workflow('admin', { budgetUsd: 0.000_001 });
    await save(id, { events: ['budget-80'] });
    await run(id);
    now = Date.now() + HOUR_MS;
    await look();
    await look();

    expect(typesSent()).toEqual(['execution.budget-80']);
    expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({ data: { budgetUsd: 0.000_001 } });
  });

  it('are not made while the subscription is off', async () => {
    const id = await workflow();
    await save(id, { events: ['ended'], enabled: false });
    await run(id);
    now = Date.now() + HOUR_MS;
    await look();
    await save(id, { events: ['ended'] });
    await look();

    expect(typesSent()).toEqual([]);
  });
});

describe('a message', () => {
  it('is tried for a day with growing waits, is dead then, and can be sent again with its id', async () => {
    const id = await workflow();
    await save(id, { events: ['ended'] });
    await api.send('POST', `${path(id)}/test`);
    answer = { status: 500, why: 'the target answers 500', ms: 1 };
    const waits: number[] = [];
    for (let last = now; (await log(id))[0]?.state === 'waiting'; last = now) {
      const [row] = await api.ports.subscriptions.waiting();
      now = row?.nextTryAt ?? now;
      if (sent.length > 0) waits.push((now - last) / MINUTE_MS);
      await look();
    }
    const [dead] = await log(id);
    const again = await api.send('POST', `${path(id)}/deliveries/${dead?.id}/retry`);
    answer = { status: 204, why: null, ms: 1 };
    await look();

    expect([dead?.state, dead?.attempts, waits.length]).toEqual(['dead', 9, 8]);
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(21 * 60);
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeLessThan(27 * 60);
    expect([again.status, (await log(id))[0]]).toMatchObject([202, { id: dead?.id, state: 'delivered', attempts: 1 }]);
    expect(new Set(sent.map(({ id: message }) => message)).size).toBe(1);
  });

  it('is dead at once when its target is gone', async () => {
    const id = await workflow();
    await save(id, { events: ['ended'] });
    await api.send('POST', `${path(id)}/test`);
    answer = { status: 410, why: 'the target answers 410', ms: 1 };
    await look();

    expect((await log(id))[0]).toMatchObject({ state: 'dead', attempts: 1 });
  });

  it('that a dying process had begun to send is sent again when its claim is over', async () => {
    const id = await workflow();
    await save(id, { events: ['ended'] });
    await api.send('POST', `${path(id)}/test`);
    const [row] = await api.ports.subscriptions.waiting();
    if (row === undefined) throw new Error('no message waits');
    await api.ports.subscriptions.saveDelivery({ ...row, version: 2, attempts: 1, nextTryAt: now + 20_000 });
    await look();
    const early = sent.length;
    now += 20_000;
    await look();

    expect([early, sent.length, (await log(id))[0]?.state]).toEqual([0, 1, 'delivered']);
  });

  it('is signed with the secret before, too, for a day', async () => {
    const id = await workflow();
    const { body } = await save(id, { events: ['ended'] });
    const { body: rotated } = await api.send('POST', `${path(id)}/rotate`);
    await api.send('POST', `${path(id)}/test`);
    await look();
    now += 25 * HOUR_MS;
    await api.send('POST', `${path(id)}/test`);
    await look();

    expect(sent.map(({ secrets }) => secrets)).toEqual([[rotated.secret, body.secret], [rotated.secret]]);
  });

  it('goes to a private network only for who may reach it', async () => {
    const id = await workflow();
    await save(id, { events: ['ended'], url: 'http://10.0.0.1/', allowPrivateNetwork: true });
    await api.send('POST', `${path(id)}/test`);
    await look();
    await save(id, { events: ['ended'] });
    await api.send('POST', `${path(id)}/test`);
    await look();

    expect(sent.map(({ allowPrivateNetwork }) => allowPrivateNetwork)).toEqual([true, false]);
  });

  it('of an unknown id cannot be sent again', async () => {
    const id = await workflow();
    await save(id, { events: ['ended'] });
    const { body } = await api.send('POST', `${path(id)}/deliveries/msg_${'0'.repeat(32)}/retry`);

    expect(body.code).toBe('MESSAGE_NOT_FOUND');
  });
});

describe('e-mail (S24)', () => {
  const saveMail = (id: string, email: string[]) =>
    api.send('PUT', path(id), { body: { email, events: ['ended', 'nothing-fetched'] } });
  const reopen = async (policy: MailService['policy'] | null) => {
    await api.close();
    api = openApiBench({ clock, mail: policy });
  };

  it('tells events once each, without a secret, and again with the same id after a failure', async () => {
    await reopen(mail.policy);
    const id = await workflow();
    const made = await saveMail(id, ['anna@EXAMPLE.org', 'eve@example.net']);
    await run(id);
    now = Date.now() + HOUR_MS;
    answer = { status: 451, why: 'try later', ms: 1 };
    await look();
    answer = { status: 250, why: null, note: 'the mail server refused eve@example.net', ms: 1 };
    now += HOUR_MS;
    await look();
    const [first] = (await api.send('GET', `${path(id)}/deliveries`)).body.items as { last: object }[];

    expect(made.body).toMatchObject({ secret: null, url: null, email: ['anna@EXAMPLE.org', 'eve@example.net'] });
    expect(mailed.map(({ subject }) => subject).toSorted()).toEqual([
      ...['Surf: docs ended without one page', 'Surf: docs has ended: failed', 'Surf: docs has ended: failed'],
    ]);
    expect(new Set(mailed.map((one) => one.id)).size).toBe(2);
    expect(first?.last).toMatchObject({ status: 250, note: 'the mail server refused eve@example.net' });
    expect(sent).toEqual([]);
  });

  it('is refused without a mail server, to strangers, beside a webhook, and with a header in an address', async () => {
    const id = await workflow();
    const bodies = [{ url: HOOK, email: ['a@example.org'] }, {}, { email: ['a@example.org\r\nBcc: eve@example.net'] }];
    const without = await saveMail(id, ['anna@example.org']);
    await reopen(mail.policy);
    const other = await workflow();
    const stranger = await saveMail(other, ['anna@example.com']);
    const wrong = bodies.map((body) => api.send('PUT', path(other), { body: { events: ['ended'], ...body } }));
    const codes = (await Promise.all(wrong)).map(({ body }) => body.code);

    expect([without.body.title, stranger.body.title]).toEqual([
      ...[expect.stringContaining('sends no e-mail'), expect.stringContaining('anna@example.com')],
    ]);
    expect(codes).toEqual(['SUBSCRIPTION_INVALID', 'SUBSCRIPTION_INVALID', 'REQUEST_INVALID']);
  });

  it('goes to nobody whom the settings refuse by now', async () => {
    await reopen(mail.policy);
    const id = await workflow();
    await saveMail(id, ['eve@example.net']);
    await api.send('POST', `${path(id)}/test`);
    mail = { ...mail, policy: { from: 'surf@example.org' } };
    await look();

    expect([mailed, (await log(id))[0]?.state]).toEqual([[], 'waiting']);
  });
});
