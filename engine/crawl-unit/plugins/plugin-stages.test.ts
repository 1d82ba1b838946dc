import { describe, expect, it } from 'vitest';
import type { Plugin, PluginReply } from '#core/plugin/plugin.ts';
import type { PluginEvent } from '#core/plugin/plugin-event.ts';
import { PluginStages } from '#engine/crawl-unit/plugins/plugin-stages.ts';
import { pluginPage } from '#test/contract/suites/plugin.ts';

const NOTHING = '{"record":{},"errors":[]}';
const SILENT: PluginReply = { ok: false, fault: 'timeout', message: 'silent', ms: 5_000 };

interface Asked {
  readonly event: PluginEvent;
  readonly limitMs: number;
}

/** A plug-in that answers so, and what it was asked. */
function pluginOf(name: string, answer: (event: PluginEvent, nth: number) => PluginReply | object) {
  const asked: Asked[] = [];
  const plugin: Plugin = {
    name,
    storesData: false,
    timeoutMs: 5_000,
    memoryMb: 1_024,
    async call(text, limitMs) {
      const event = JSON.parse(text) as PluginEvent;
      asked.push({ event, limitMs });
      const given = answer(event, asked.length);
      return 'ok' in given ? given : { ok: true, text: JSON.stringify(given), ms: 10 };
    },
  };
  return { plugin, asked };
}

const stagesOf = (plugins: readonly { plugin: Plugin }[], names: readonly string[]) =>
  new PluginStages({
    plugins: plugins.map(({ plugin }) => plugin),
    workflow: { name: 'shop', plugins: names },
    execution: 'x1',
  });

const run = async (stages: PluginStages, before = NOTHING) =>
  JSON.parse(await stages.run(pluginPage('t'), before)) as { record: object; errors: object[] };

describe('the stages behind a page (S21)', () => {
  it('are called in the order of the operator; a later one sees the fields of an earlier one', async () => {
    const first = pluginOf('first', () => ({ fields: { a: 1 } }));
    const unused = pluginOf('unused', () => ({ fields: { b: 2 } }));
    const last = pluginOf('last', ({ record }) => ({ fields: { seen: Object.keys(record ?? {}) } }));

    const line = await run(stagesOf([first, unused, last], ['last', 'first']), '{"record":{"name":"x"},"errors":[]}');

    expect(line).toEqual({ record: { name: 'x', 'first.a': 1, 'last.seen': ['name', 'first.a'] }, errors: [] });
    expect(unused.asked).toEqual([]);
    expect(first.asked).toEqual([
      { event: { ...pluginPage('t'), v: 1, plugin: 'first', record: { name: 'x' } }, limitMs: 5_000 },
    ]);
  });

  it('that go wrong are errors of the record; those after them are called', async () => {
    const fails = pluginOf('fails', () => ({ error: 'no text' }));
    const large = pluginOf('large', () => ({ fields: { a: 'x'.repeat(100_000) } }));
    const slow = pluginOf('slow', () => SILENT);
    const fine = pluginOf('fine', () => ({ fields: { a: 1 } }));

    const names = ['fails', 'large', 'slow', 'fine'];
    const line = await run(stagesOf([fails, large, slow, fine], names), '{"record":{},"errors":[{"field":"b"}]}');

    expect(line).toEqual({
      record: { 'fine.a': 1 },
      errors: [
        { field: 'b' },
        { field: 'fails', code: 'plugin-failed', message: 'no text' },
        { field: 'large', code: 'too-large', message: 'it answered more than 64 KiB' },
        { field: 'slow', code: 'plugin-timeout', message: 'silent' },
      ],
    });
  });

  it('that this worker does not have are errors of the record', async () => {
    expect(await run(stagesOf([], ['gone']))).toEqual({
      record: {},
      errors: [{ field: 'gone', code: 'plugin-failed', message: 'this worker has no plug-in of this name' }],
    });
  });

  it('have 30 s of a page together', async () => {
    const slow = (name: string) =>
      pluginOf(name, () => ({ ok: true, text: '{"fields":{}}', ms: 14_000 }) as PluginReply);
    const all = [slow('a'), slow('b'), slow('c'), slow('d')];

    const { errors } = await run(stagesOf(all, ['a', 'b', 'c', 'd']));

    expect(all.map(({ asked }) => asked.map(({ limitMs }) => limitMs))).toEqual([[5_000], [5_000], [2_000], []]);
    expect(errors).toEqual([{ field: 'd', code: 'plugin-timeout', message: expect.stringContaining('all 30 s') }]);
  });

  it('are not called again by the unit after three timeouts in a row', async () => {
    const slow = pluginOf('slow', (_, nth) => (nth === 3 ? { fields: {} } : SILENT));
    const stages = stagesOf([slow], ['slow']);

    const codes: number[] = [];
    for (let page = 0; page < 8; page += 1) codes.push((await run(stages)).errors.length);

    expect(codes).toEqual([1, 1, 0, 1, 1, 1, 1, 1]);
    expect(slow.asked).toHaveLength(6);
  });
});
