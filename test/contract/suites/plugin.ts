import { afterEach, describe, expect, it } from 'vitest';
import type { Plugin, PluginReply } from '#core/plugin/plugin.ts';
import { readPluginAnswer } from '#core/plugin/plugin-answer.ts';
import { type PluginPage, pluginEvent } from '#core/plugin/plugin-event.ts';

/** The plug-in of `test/fakes/plugins/behaviours.ts`, and how to end what is behind it. */
export interface PluginFixture {
  readonly plugin: Plugin;
  readonly close: () => Promise<void>;
}

/** A page of this title. */
export const pluginPage = (title: string | null, fields: Partial<PluginPage> = {}): PluginPage => ({
  execution: 'x1',
  workflow: 'shop',
  key: 'k1',
  url: 'http://shop.test/1',
  address: 'http://shop.test/1',
  level: 1,
  status: 200,
  contentType: 'text/html',
  title,
  body: '<h1>x</h1>',
  bodyEncoding: 'text',
  bodyBytes: 10,
  bodyCut: false,
  ...fields,
});

const LONG_MS = 20_000;
const SHORT_MS = 300;

/** What every plug-in promises, for any code of the deployer. */
export function pluginContract(name: string, create: () => Promise<PluginFixture>): void {
  describe(`${name} keeps the Plugin contract`, () => {
    let fixture: PluginFixture;
    afterEach(() => fixture.close());
    const ask = async (title: string, limitMs = LONG_MS): Promise<PluginReply> =>
      await fixture.plugin.call(pluginEvent('says', pluginPage(title), '{"name":"a"}'), limitMs);
    const answerOf = (reply: PluginReply) => (reply.ok ? readPluginAnswer(reply.text) : reply);

    it('gives the page to the code, and its answer back', async () => {
      fixture = await create();

      expect(answerOf(await ask('Ünder'))).toEqual({ ok: true, fields: { title: 'Ünder', calls: 1, seen: ['name'] } });
    });

    it('takes what other plug-ins leave of a page’s time: no whole number of milliseconds', async () => {
      fixture = await create();

      expect(answerOf(await ask('fine', LONG_MS - 0.25))).toMatchObject({ ok: true, fields: { title: 'fine' } });
      expect(await ask('hangs', SHORT_MS + 0.25)).toMatchObject({ ok: false, fault: 'timeout' });
    });

    it('answers many calls at once, each with its own page', async () => {
      fixture = await create();

      const replies = await Promise.all(['a', 'b', 'c', 'd'].map((title) => ask(title)));

      expect(replies.map(answerOf)).toMatchObject(
        ['a', 'b', 'c', 'd'].map((title) => ({ ok: true, fields: { title } })),
      );
    });

    it.each([
      ['throws', 'failed', /out of order/],
      ['nothing', 'failed', /./],
      ['cycle', 'failed', /./],
      ['huge', 'too-large', /more than 64 KiB/],
      ['refuses', 'failed', /^no such language$/],
      ['a list', 'failed', /not a JSON object with fields/],
    ])('that %s is a reply (%s), and the next page gets its fields', async (title, fault, message) => {
      fixture = await create();

      const answer = answerOf(await ask(title));

      expect(answer).toMatchObject({ ok: false, fault, message: expect.stringMatching(message) });
      expect(answerOf(await ask('fine'))).toMatchObject({ ok: true, fields: { title: 'fine' } });
    });

    it.each(['hangs', 'spins'])('that %s is a timeout, and the next page gets its fields', async (title) => {
      fixture = await create();
      await ask('first');

      const reply = await ask(title, SHORT_MS);

      expect(reply).toMatchObject({ ok: false, fault: 'timeout', message: `it gave no answer in ${SHORT_MS} ms` });
      expect(reply.ms).toBeGreaterThanOrEqual(SHORT_MS - 10);
      expect(answerOf(await ask('fine'))).toMatchObject({ ok: true, fields: { title: 'fine' } });
    });
  });
}
