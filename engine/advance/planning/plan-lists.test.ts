import { describe, expect, it } from 'vitest';
import { pagesOf } from '#test/fakes/unit-bench.ts';
import { History } from '#test/verify/history.ts';

const SEED = 'http://s.example/';
const HOSTS = Array.from({ length: 24 }, (_, n) => `h${String(n).padStart(2, '0')}.example`);
const LINKS = HOSTS.flatMap((host) => pagesOf(host, 1));

/** A crawl whose second level has twelve lists, with the lists that it opens. */
async function begun(politeness: object): Promise<{ history: History; opened: () => string[] }> {
  const history = new History((url) => (url === SEED ? { links: LINKS } : {}), { listTasks: 2 });
  const opened: string[] = [];
  const get = history.archive.get.bind(history.archive);
  history.archive.get = (key) => {
    if (key.endsWith('index.bin') && key.includes('/000001/')) opened.push(key);
    return get(key);
  };
  const workflow = { seeds: [SEED], scope: { mode: 'any' }, parallelism: 1, unitSeconds: 60 };
  await history.start({ ...workflow, politeness: { delaySeconds: 0, ...politeness } });
  await history.go(1);
  return { history, opened: () => opened.splice(0) };
}

describe('the plan of a level of several lists', () => {
  it('opens two of them, then four times as many, until they fill the wave', async () => {
    const { history, opened } = await begun({ requestsPerMinute: 9 });

    const first = opened();
    const step = await history.go();

    expect(first).toHaveLength(8);
    expect(step).toMatchObject({ status: 'succeeded' });
    expect((await history.row()).counts).toMatchObject({ discovered: 25, stored: 25 });
    expect((await history.verify()).differences).toEqual([]);
  });

  it('opens all of them where they do not', async () => {
    const { opened } = await begun({});

    expect(opened()).toHaveLength(12);
  });
});
