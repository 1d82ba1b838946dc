import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { pluginModule, ThreadPlugin } from '#adapters/threads/plugins/thread-plugin.ts';
import { pluginEvent } from '#core/plugin/plugin-event.ts';
import { pluginContract, pluginPage } from '#test/contract/suites/plugin.ts';

const ENTRY = new URL('./plugin-thread.ts', import.meta.url);
const BEHAVIOURS = new URL('../../../test/fakes/plugins/behaviours.ts', import.meta.url).href;
const TERMS = { name: 'says', storesData: true, timeoutMs: 5_000, memoryMb: 1_024 };

pluginContract('ThreadPlugin', async () => {
  const plugin = new ThreadPlugin(ENTRY, { ...TERMS, module: BEHAVIOURS });
  return { plugin, close: () => plugin.close() };
});

describe('a module of an operator', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'surf-plugin-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  let count = 0;
  const moduleOf = (source: string): string => {
    const file = join(folder, `m${count++}.mjs`);
    writeFileSync(file, source);
    return pathToFileURL(file).href;
  };

  it('reads storesData and timeoutSeconds of the module', async () => {
    const source = 'export const storesData = true, timeoutSeconds = 0.5; export const handler = () => ({fields: {}});';
    const module = moduleOf(source);

    expect(await pluginModule(ENTRY, 'says', module)).toEqual({
      name: 'says',
      storesData: true,
      timeoutMs: 500,
      memoryMb: 1_024,
      module,
    });
  });

  it.each([
    ['export const storesData = false;', 'exports no function handler'],
    ['export const handler = () => ({});', 'does not say whether it stores data'],
    ['export const handler = () => ({}), storesData = "no";', 'does not say whether it stores data'],
    [
      'export const handler = () => ({}), storesData = true, timeoutSeconds = 31;',
      'timeoutSeconds is not a number up to 30',
    ],
    ['throw new Error("no database");', 'Error: no database'],
    ['not a module', 'SyntaxError'],
    ['process.exit(3);', 'its thread ended'],
  ])('that is %j is refused', async (source, why) => {
    await expect(pluginModule(ENTRY, 'says', moduleOf(source))).rejects.toMatchObject({
      code: 'PLUGIN_INVALID',
      message: expect.stringContaining(why),
      remedy: expect.stringContaining('export const handler'),
    });
  });

  it('that is not there is refused', async () => {
    await expect(pluginModule(ENTRY, 'says', 'file:///nowhere/x.mjs')).rejects.toMatchObject({
      code: 'PLUGIN_INVALID',
    });
  });

  describe('in a crawl', () => {
    let plugin: ThreadPlugin;
    afterEach(() => plugin.close());
    const ask = (title: string) => plugin.call(pluginEvent('says', pluginPage(title), '{}'), 5_000);

    it('that can no longer be loaded is a fault of each page', async () => {
      plugin = new ThreadPlugin(ENTRY, { ...TERMS, module: moduleOf('throw new Error("no database");') });
      const replies = await Promise.all(['a', 'b', 'c', 'd'].map(ask));

      expect(replies.map((reply) => !reply.ok && reply.message)).toEqual([
        ...Array<string>(3).fill('Error: no database'),
        'its module could not be loaded',
      ]);
    });

    it('that ends its thread is a fault of that page, and the next one gets a new thread', async () => {
      plugin = new ThreadPlugin(ENTRY, { ...TERMS, module: BEHAVIOURS });

      const [first, second] = [await ask('exits'), await ask('fine')];

      expect(first).toMatchObject({ ok: false, fault: 'failed', message: 'its thread ended' });
      expect(second).toMatchObject({ ok: true, text: '{"fields":{"title":"fine","calls":1,"seen":[]}}' });
    });

    it('has one page at a time', async () => {
      const source = `let open = 0;
        export const handler = async () => {
          open += 1;
          await new Promise((resolve) => setTimeout(resolve, 20));
          return { fields: { open: open-- } };
        };`;
      plugin = new ThreadPlugin(ENTRY, { ...TERMS, module: moduleOf(source) });

      const replies = await Promise.all(['a', 'b', 'c'].map(ask));

      expect(replies.map((reply) => reply.ok && reply.text)).toEqual(Array<string>(3).fill('{"fields":{"open":1}}'));
    });
  });
});
