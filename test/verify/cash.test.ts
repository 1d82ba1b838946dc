import { describe, expect, it } from 'vitest';
import type { PlanTask } from '#core/archive/plan.ts';
import { type Random, seededRandom } from '#test/site/random.ts';
import { History, type Json } from '#test/verify/history.ts';
import type { ScriptedPage } from '#test/verify/scripted-worker.ts';

const ORIGIN = 'http://a.example';

/** Pages, redirects and copies; some kill their worker, some links are nofollow. */
function randomWeb(random: Random): { web: Map<string, ScriptedPage>; urls: string[] } {
  const urls = Array.from({ length: 60 }, (_, n) => `${ORIGIN}/${n}`);
  const pageOf = (n: number): ScriptedPage => {
    const kind = n < 2 ? 1 : random.next();
    if (kind < 0.15) return { redirect: random.pick(urls) };
    if (kind < 0.2) return { kills: true };
    const links = Array.from(
      { length: 1 + random.below(9) },
      () => (random.next() < 0.1 ? '!' : '') + random.pick(urls),
    );
    return { links, ...(kind < 0.3 && { body: 'copy' }) };
  };
  return { web: new Map(urls.map((url, n) => [url, pageOf(n)])), urls };
}

const workflowOf = (urls: readonly string[], more: Json = {}): Json => ({
  seeds: urls.slice(0, 2),
  order: 'importance',
  limits: { pages: 30, depth: null },
  ...more,
});

/** Cash and rank of all tasks that links led to, in the order of ranks. */
async function ranked(history: History): Promise<string[]> {
  const tasks: PlanTask[] = [];
  for (const { manifest } of await history.manifests())
    for (const { list } of manifest.levels)
      if (list !== null) tasks.push(...((await history.lines(`${list}tasks.jsonl`)) as unknown as PlanTask[]));
  tasks.sort((a, b) => a.level - b.level || a.rank - b.rank);
  return tasks.map(({ url, level, rank, cash }) => `${level}.${rank} ${url} ${cash}`);
}

const isCandidate = ({ kind, cash }: Json): boolean => kind === 'candidate' && cash !== undefined;
const codesOf = async (history: History): Promise<string[]> => [
  ...new Set((await history.verify()).differences.map(({ code }) => code)),
];

/** What a chunk of other bytes breaks, too. */
const OTHER_SIZE = ['frontier-state', 'execution-row'];

describe('a crawl in the order of cash (G10)', () => {
  it('ranks the same with other workers and kills, and verify agrees (N3, N11, N14)', async () => {
    let kills = 0;
    for (let seed = 1; seed <= 8; seed++) {
      const { web, urls } = randomWeb(seededRandom(seed));
      const plain = new History((url) => web.get(url));
      await plain.crawl(workflowOf(urls, { parallelism: 1 }));
      const disturbed = new History((url) => web.get(url));
      await disturbed.start(workflowOf(urls, { parallelism: 4, hostsPerWorker: 1 }));
      kills += (await disturbed.goDying(seededRandom(seed), { share: 0.05 })).deaths;

      const lines = await ranked(plain);

      expect(await ranked(disturbed), `seed ${seed}`).toEqual(lines);
      expect(new Set(lines.map((line) => line.split(' ')[2])).size, `seed ${seed}`).toBeGreaterThan(5);
      expect((await disturbed.row()).counts).toEqual((await plain.row()).counts);
      expect((await disturbed.verify()).differences, `seed ${seed}`).toEqual([]);
    }
    expect(kills).toBeGreaterThan(8);
  });

  it('whose worker gave less, or more than its pages have, is found by verify', async () => {
    const crawled = async (change: (line: Json) => Json): Promise<History> => {
      const history = new History(() => ({ links: [1, 2, 3].map((n) => `${ORIGIN}/${n}`) }));
      await history.crawl(workflowOf([`${ORIGIN}/`]));
      await history.forgeChunk(await history.chunkWith(isCandidate), (lines) =>
        lines.map((line) => (isCandidate(line) ? change(line) : line)),
      );
      return history;
    };

    expect(await codesOf(await crawled((line) => line))).toEqual([]);
    expect(await codesOf(await crawled((line) => ({ ...line, cash: 5 })))).toEqual(['level-task', ...OTHER_SIZE]);
    expect(await codesOf(await crawled((line) => ({ ...line, cash: 1e8 })))).toEqual(['cash', 'level-task']);
  });
});
