import { describe, expect, it } from 'vitest';
import type { Candidate } from '#core/archive/chunk-lines.ts';
import type { PlanTask } from '#core/archive/plan.ts';
import type { Execution } from '#core/execution/execution.ts';
import { decodeSeen } from '#core/frontier/seen-record.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { createUrlJudge } from '#core/scope/url-judge.ts';
import { sitemapKey } from '#core/sitemap/sitemap-key.ts';
import type { SitemapPlace } from '#core/sitemap/sitemap-place.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { Workflow } from '#core/workflow/workflow.ts';
import { type CrawlState, loadState } from '#engine/advance/crawl-state.ts';
import { listObjects } from '#engine/advance/level-list.ts';
import { parseLines } from '#engine/advance/line-files.ts';
import { giveSitemaps, takeSitemaps } from '#engine/advance/take-sitemaps.ts';
import { MemoryArchive } from '#test/fakes/memory-archive.ts';
import { keyOf } from '#test/fakes/plan-task.ts';

const SEEDS = ['http://a.example/'];
const JUDGE = createUrlJudge(Workflow.parse({ seeds: SEEDS }), SEEDS, { allowPrivateNetwork: false });

function found(
  path: string,
  rank: number,
  change: Partial<SitemapPlace> & { position?: number; level?: number } = {},
): Candidate {
  const { position = 0, level = 0, ...place } = change;
  const url = path.startsWith('/') ? `http://a.example${path}` : path;
  const sitemap = { depth: 0, host: 'a.example', ...place };
  return { key: sitemapKey(url as CrawlUrl), url, by: keyOf(rank), level, rank, position, reason: null, sitemap };
}

async function newState(): Promise<CrawlState> {
  const execution = { id: 'xtest00000' as ExecutionId, wave: 1, frontier: null } as Execution;
  const state = await loadState(new MemoryArchive(), execution, { random: () => 'r', seeds: SEEDS });
  state.head.ranks[0] = 4;
  return state;
}

let rounds = 0;

/** Takes these up, as one wave does. @returns the tasks that it made, in rank order */
async function take(crawl: CrawlState, candidates: readonly Candidate[]): Promise<PlanTask[]> {
  const attempt = `r${rounds++}`;
  const state = { ...crawl, attempt, name: (what: string) => `${attempt}/${what}` };
  await giveSitemaps(state, candidates);
  const tasks: PlanTask[] = [];
  for (const { list, sitemaps } of await takeSitemaps(state, JUDGE)) {
    expect(sitemaps).toBe(true);
    tasks.push(...parseLines<PlanTask>(await state.archive.get(listObjects(list).tasks)));
  }
  return tasks.sort((a, b) => a.level - b.level || a.rank - b.rank);
}

describe('takeSitemaps', () => {
  it('gives ranks behind the level, in order of finder and place; who counts nothing changes no count', async () => {
    const state = await newState();
    const tasks = await take(state, [
      found('/c', 3),
      found('/b', 2, { position: 1 }),
      found('/a', 2),
      found('/d', 1, { level: 1 }),
    ]);

    expect(tasks.map(({ url, level, rank, via }) => [url.slice(-1), level, rank, via])).toEqual([
      ['a', 0, 5, keyOf(2)],
      ['b', 0, 6, keyOf(2)],
      ['c', 0, 7, keyOf(3)],
      ['d', 1, 1, keyOf(1)],
    ]);
    expect(state.head.ranks).toEqual([7, 1]);
    expect(state.ledger.counts.discovered).toBe(0);
    expect([state.head.sitemaps, state.hosts.sitemaps('a.example')]).toEqual([[], 4]);
    expect(state.merged.map(({ level, tasks: n, sitemaps }) => [level, n, sitemaps])).toEqual([
      [0, 3, true],
      [1, 1, true],
    ]);
  });

  it('takes each once, however often it is found', async () => {
    const state = await newState();
    await take(state, [found('/a', 2)]);

    expect(await take(state, [found('/a', 1), found('/b', 3)])).toHaveLength(1);
    const known = await state.segments.lookup(state.head.seen, [found('/a', 1).key]);
    expect(decodeSeen(known.get(0) ?? new Uint8Array(24))).toMatchObject({ level: 0, reason: null });
  });

  it('leaves out what no rule admits', async () => {
    const state = await newState();
    const tasks = await take(state, [found('http://127.0.0.1/s', 1), found('http://b.example/s', 2), found('/ok', 3)]);

    expect(tasks.map(({ url }) => url)).toEqual(['http://a.example/ok']);
  });

  it('takes the first 500 of a host, over all indexes (N8)', async () => {
    const state = await newState();
    const many = Array.from({ length: 400 }, (_, position) => found(`/${position}`, 1, { position }));
    const more = Array.from({ length: 400 }, (_, position) => found(`/more${position}`, 2, { position, depth: 1 }));

    expect(await take(state, many)).toHaveLength(400);
    expect((await take(state, more)).map(({ url }) => url)).toEqual(more.slice(0, 100).map(({ url }) => url));
    expect(await take(state, [found('http://a.example/other', 9, { host: 'b.example' })])).toHaveLength(1);
  });
});
