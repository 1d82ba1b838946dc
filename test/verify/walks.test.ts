import { describe, expect, it } from 'vitest';
import type { Frontier } from '#core/frontier/frontier.ts';
import { Walks } from '#core/frontier/walks.ts';
import { urlKey } from '#core/url/canonical-url.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { KeyRules } from '#core/url/key-rules.ts';
import { type Random, seededRandom } from '#test/site/random.ts';
import { History, type Json } from '#test/verify/history.ts';
import type { ScriptedPage } from '#test/verify/scripted-worker.ts';

const HOSTS = ['http://a.example', 'http://b.example'];

/** Pages, copies, redirects, failures, pages that are deferred or kill their worker. */
function randomWeb(random: Random): { web: Map<string, ScriptedPage>; urls: string[] } {
  const urls = Array.from({ length: 40 }, (_, n) => `${random.pick(HOSTS)}/${n}`);
  const pageOf = (n: number): ScriptedPage => {
    const kind = random.next();
    if (kind < 0.15) return { redirect: random.pick(urls) };
    if (kind < 0.25) return { fail: 'http-4xx' };
    if (kind < 0.28 && n > 1) return { kills: true };
    const links = Array.from({ length: random.below(6) }, () => (random.next() < 0.2 ? '!' : '') + random.pick(urls));
    return {
      links: [...links, 'http://outside.example/'],
      ...(random.next() < 0.2 && { body: 'copy' }),
      ...(random.next() < 0.1 && { deferred: 1 }),
    };
  };
  return { web: new Map(urls.map((url, n) => [url, pageOf(n)])), urls };
}

const workflowOf = (urls: readonly string[], more: Json = {}): Json => ({
  seeds: urls.slice(0, 2),
  scope: { mode: 'any', exclude: ['http://outside.example/*'] },
  order: 'sample',
  sample: { walks: 5, steps: 30 },
  ...more,
});

async function walksOf(history: History): Promise<Walks> {
  const row = await history.row();
  const frontier = JSON.parse(Buffer.from(await history.archive.get(row.frontier ?? '')).toString()) as Frontier;
  return Walks.parse(JSON.parse(Buffer.from(await history.archive.get(frontier.walks?.object ?? '')).toString()));
}

/** Some writes of `advance` fail: it dies there, and is called again. */
const goOn = async (history: History, random: Random, most?: number): Promise<string> =>
  (await history.goDying(random, { share: 0.03, most })).step.type;

async function expectSame(found: History, expected: History): Promise<void> {
  expect(await walksOf(found)).toEqual(await walksOf(expected));
  expect((await found.row()).counts).toEqual((await expected.row()).counts);
  expect((await found.verify()).differences).toEqual([]);
}

describe('a sample (G8)', () => {
  it('walks the same with other workers, kills, pauses and limits that are raised, and verify agrees (N3, N11)', async () => {
    for (let seed = 1; seed <= 6; seed++) {
      const random = seededRandom(seed);
      const { web, urls } = randomWeb(random);
      const plain = new History((url) => web.get(url));
      await plain.crawl(workflowOf(urls, { parallelism: 1 }));
      const disturbed = new History((url) => web.get(url));
      await disturbed.start(workflowOf(urls, { parallelism: 4, hostsPerWorker: 1, limits: { pages: 4 } }));

      for (let waves = 1; waves <= 3; waves++) {
        if ((await goOn(disturbed, random, waves)) === 'end') break;
        await disturbed.control({ type: 'pause' });
        await goOn(disturbed, random);
        await disturbed.control({ type: 'resume' });
      }
      if ((await disturbed.row()).status !== 'limited') await goOn(disturbed, random);
      if ((await disturbed.row()).status === 'limited') {
        expect((await disturbed.verify()).differences, `seed ${seed}, limited`).toEqual([]);
        await disturbed.control({ type: 'resume', limits: { pages: null } });
        await goOn(disturbed, random);
      }

      await expectSame(disturbed, plain);
      const { step, visits } = await walksOf(plain);
      expect(step).toBe(30);
      expect(visits.reduce((sum, [, times]) => sum + times, 0)).toBe(5 * 31);
    }
  });

  it('asks for a page once, however often walks come to it, and leaves other links alone', async () => {
    const links = Array.from({ length: 50 }, (_, n) => `http://a.example/${n}`);
    const history = new History((url) => ({ links, body: url }));

    await history.crawl(workflowOf(['http://a.example/'], { sample: { walks: 1, steps: 20, jump: 0 } }));

    const { status, counts } = await history.row();
    const { visits } = await walksOf(history);
    expect(status).toBe('succeeded');
    expect(counts).toMatchObject({ discovered: visits.length, stored: visits.length, pending: 0 });
    expect(visits.length).toBeLessThan(21);
    expect(visits.reduce((sum, [, times]) => sum + times, 0)).toBe(21);
  });

  it('goes to a seed from where no link leads on, and follows redirects without a step', async () => {
    const web: Record<string, ScriptedPage> = {
      '/': { links: ['http://a.example/moved'] },
      '/moved': { redirect: 'http://a.example/end' },
      '/end': {},
    };
    const history = new History((url) => web[new URL(url).pathname]);

    await history.crawl(workflowOf(['http://a.example/'], { sample: { walks: 1, steps: 9, jump: 0 } }));

    const keyOf = (url: string): string => urlKey(url as CrawlUrl, KeyRules.parse({}));
    expect(new Map((await walksOf(history)).visits)).toEqual(
      new Map([
        [keyOf('http://a.example/'), 5],
        [keyOf('http://a.example/end'), 5],
      ]),
    );
    expect((await history.verify()).differences).toEqual([]);
  });

  it('judges the links of a seed again when it redirected to another host', async () => {
    const web: Record<string, ScriptedPage> = {
      'http://a.example/': { redirect: 'http://www.a.example/' },
      'http://www.a.example/': { links: ['http://www.a.example/1', 'http://a.example/1', 'http://b.example/'] },
    };
    const history = new History((url) => web[url] ?? { links: [] });

    await history.crawl(workflowOf(['http://a.example/'], { scope: { mode: 'host' } }));

    const { counts } = await history.row();
    expect(counts).toMatchObject({ discovered: 4, redirected: 1, stored: 3 });
    expect((await history.verify()).differences).toEqual([]);
  });

  it('that counted a visit too many, or ended before its last step, is found by verify', async () => {
    const history = new History((url) => ({ links: ['http://a.example/1', 'http://a.example/2'], body: url }));
    await history.crawl(workflowOf(['http://a.example/']));
    const { frontier } = await history.row();
    const { walks } = JSON.parse(Buffer.from(await history.archive.get(frontier ?? '')).toString()) as Frontier;

    await history.changeJson(walks?.object ?? '', (table) => {
      ((table.visits as [string, number][])[0] as [string, number])[1] += 1;
    });

    expect((await history.verify()).differences.map(({ code }) => code)).toEqual(['walks']);
    await history.changeJson(frontier ?? '', (head) => {
      delete head.walks;
    });
    expect((await history.verify()).differences.map(({ code }) => code)).toContain('execution-row');
  });
});
