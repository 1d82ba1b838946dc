import { describe, expect, it } from 'vitest';
import type { TaskRow } from '#core/execution/task-index.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import { settledWaves } from '#engine/archive-reader/waves/settled-waves.ts';
import { WaveRows } from '#engine/archive-reader/waves/wave-rows.ts';
import { History } from '#test/verify/history.ts';
import type { ScriptedPage } from '#test/verify/scripted-worker.ts';

const ORIGIN = 'https://site.example';

/** The page of lower rank comes a wave later than its copy, as its host answers late. */
const WEB: Readonly<Record<string, ScriptedPage>> = {
  '/': { links: [`${ORIGIN}/late`, `${ORIGIN}/early`, `${ORIGIN}/gone`, `${ORIGIN}/old`] },
  '/late': { body: 'one text', deferred: 1 },
  '/early': { body: 'one text' },
  '/gone': { fail: 'http-4xx' },
  '/old': { redirect: `${ORIGIN}/new` },
  '/new': { body: 'new' },
};

async function crawled(): Promise<History> {
  const history = new History((url) => WEB[new URL(url).pathname]);
  await history.crawl({ seeds: [`${ORIGIN}/`] });
  return history;
}

describe('the settled waves of an execution', () => {
  it('have each row of the task index once, copies that a later wave named included', async () => {
    const crawl = await crawled();
    const indexed = (await crawl.tasks.list(crawl.id, 1_000)).rows;
    const rows: TaskRow[] = [];
    const waves: number[] = [];
    let corrected = 0;

    for await (const wave of settledWaves(crawl.archive, await crawl.row())) {
      waves.push(wave.manifest.wave);
      corrected += wave.manifest.corrections?.rows ?? 0;
      for (const key of wave.rows.keys()) rows.push(wave.rows.get(key) as TaskRow);
    }

    const byKey = (a: TaskRow, b: TaskRow): number => (a.key < b.key ? -1 : 1);
    expect(rows.sort(byKey)).toEqual([...indexed].sort(byKey));
    expect(rows.map(({ outcome }) => outcome.type).sort()).toEqual(
      ['duplicate', 'failed', 'redirected', 'stored', 'stored', 'stored'].sort(),
    );
    expect(corrected).toBe(1);
    expect(waves).toEqual(waves.map((_, i) => i));
  });

  it('end in OBJECT_CORRUPT that names the object, where a list is cut', async () => {
    const crawl = await crawled();
    const [settled] = (await crawl.manifests()).flatMap(({ manifest }) => manifest.settled ?? []);
    const object = settled?.object ?? '';
    const bytes = await crawl.archive.get(object);
    await crawl.archive.delete([object]);
    await crawl.archive.put(object, [bytes.subarray(0, -5)]);

    const read = async (): Promise<void> => {
      for await (const { rows } of settledWaves(crawl.archive, await crawl.row())) [...rows.keys()];
    };

    await expect(read()).rejects.toMatchObject({ code: 'OBJECT_CORRUPT', message: expect.stringContaining(object) });
  });
});

describe('the rows of a wave', () => {
  const rowsOf = (text: string): WaveRows => new WaveRows('settled.jsonl', Buffer.from(text), new Map());

  it('are found by key where a line begins in another way than Surf writes it', () => {
    const key = '0001645c8665cc770edb2480756b5c2b' as UrlKey;

    expect(rowsOf(`{"key":"${key}","v":1,"url":"http://ä.example/"}\n`).get(key)).toMatchObject({
      url: 'http://ä.example/',
    });
    expect(rowsOf('').get(key)).toBeUndefined();
  });

  it('are OBJECT_CORRUPT when they are not JSON', () => {
    expect(() => rowsOf('no row\n')).toThrow(expect.objectContaining({ code: 'OBJECT_CORRUPT' }));
  });
});
