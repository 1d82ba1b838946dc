import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOOK, HOUR_MS, TellingBench } from '#test/api/notifications/telling-bench.ts';

let bench: TellingBench;
beforeEach(() => {
  bench = new TellingBench();
});
afterEach(() => bench.api.close());

it('tells callers by /v1/me which channels there are', async () => {
  const channels = async () => (await bench.api.send('GET', '/v1/me')).body.channels;
  const usual = await channels();
  await bench.reopen({ mail: bench.mailPolicy, topics: bench.topicNames });

  expect(usual).toEqual(['webhook']);
  expect(await channels()).toEqual(['webhook', 'email', 'topic']);
});

describe('e-mail (S24)', () => {
  const saveMail = (id: string, email: string[]) => bench.save(id, { email, events: ['ended', 'nothing-fetched'] });

  it('tells events once each, without a secret, and again with the same id after a failure', async () => {
    await bench.reopen({ mail: bench.mailPolicy });
    const id = await bench.workflow();
    const made = await saveMail(id, ['anna@EXAMPLE.org', 'eve@example.net']);
    await bench.run(id);
    bench.now = Date.now() + HOUR_MS;
    bench.answer = { status: 451, why: 'try later', ms: 1 };
    await bench.look();
    bench.answer = { status: 250, why: null, note: 'the mail server refused eve@example.net', ms: 1 };
    bench.now += HOUR_MS;
    await bench.look();
    const [first] = await bench.log(id);

    expect(made.body).toMatchObject({ secret: null, url: null, email: ['anna@EXAMPLE.org', 'eve@example.net'] });
    expect(bench.mailed.map(({ subject }) => subject).toSorted()).toEqual([
      ...['Surf: docs ended without one page', 'Surf: docs has ended: failed', 'Surf: docs has ended: failed'],
    ]);
    expect(new Set(bench.mailed.map((one) => one.id)).size).toBe(2);
    expect(first?.last).toMatchObject({ status: 250, note: 'the mail server refused eve@example.net' });
    expect(bench.sent).toEqual([]);
  });

  it('is refused without a mail server, to strangers, beside a webhook, and with a header in an address', async () => {
    const id = await bench.workflow();
    const bodies = [{ url: HOOK, email: ['a@example.org'] }, {}, { email: ['a@example.org\r\nBcc: eve@example.net'] }];
    const without = await saveMail(id, ['anna@example.org']);
    await bench.reopen({ mail: bench.mailPolicy });
    const other = await bench.workflow();
    const stranger = await saveMail(other, ['anna@example.com']);
    const wrong = bodies.map((body) =>
      bench.api.send('PUT', bench.path(other), { body: { events: ['ended'], ...body } }),
    );
    const codes = (await Promise.all(wrong)).map(({ body }) => body.code);

    expect([without.body.title, stranger.body.title]).toEqual([
      ...[expect.stringContaining('sends no e-mail'), expect.stringContaining('anna@example.com')],
    ]);
    expect(codes).toEqual(['SUBSCRIPTION_INVALID', 'SUBSCRIPTION_INVALID', 'REQUEST_INVALID']);
  });

  it('goes to nobody whom the settings refuse by now', async () => {
    await bench.reopen({ mail: bench.mailPolicy });
    const id = await bench.workflow();
    await saveMail(id, ['eve@example.net']);
    await bench.api.send('POST', `${bench.path(id)}/test`);
    bench.mailPolicy = { from: 'surf@example.org', to: ['example.org'] };
    await bench.look();

    expect([bench.mailed, (await bench.log(id))[0]?.state]).toEqual([[], 'waiting']);
  });
});

describe('a topic (S24)', () => {
  it('gets the JSON of a webhook and a subject; one that the settings do not name is refused', async () => {
    await bench.reopen({ topics: bench.topicNames });
    const id = await bench.workflow();
    const other = await bench.save(id, { topic: 'salaries', events: ['ended'] });
    await bench.save(id, { topic: 'crawl-news', events: ['ended'] });
    await bench.run(id);
    bench.now = Date.now() + HOUR_MS;
    await bench.look();
    bench.topicNames = [];
    bench.now += HOUR_MS;
    await bench.api.send('POST', `${bench.path(id)}/test`);
    await bench.look();

    expect([other.body.code, other.body.title]).toEqual(['SUBSCRIPTION_INVALID', expect.stringContaining('salaries')]);
    expect(bench.published).toMatchObject([{ topic: 'crawl-news', subject: 'Surf: docs has ended: failed' }]);
    expect(JSON.parse(bench.published[0]?.body ?? '')).toMatchObject({
      type: 'execution.ended',
      data: { workflow: id },
    });
    expect((await bench.log(id)).map(({ state }) => state)).toEqual(['waiting', 'delivered']);
  });
});
