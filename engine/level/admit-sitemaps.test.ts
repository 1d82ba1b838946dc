import { describe, expect, it } from 'vitest';
import type { Candidate } from '#core/archive/chunk/chunk-lines.ts';
import type { PlanTask } from '#core/archive/plan.ts';
import type { Execution } from '#core/execution/execution.ts';
import { decodeSeen } from '#core/frontier/segments/seen-record.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { createScopeFilter } from '#core/scope/filter/scope-filter.ts';
import { sitemapKey } from '#core/sitemap/sitemap-key.ts';
import type { SitemapPlace } from '#core/sitemap/sitemap-place.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { Workflow } from '#core/workflow/workflow.ts';
import type { CrawlState } from '#engine/frontier/crawl-state.ts';
import { listObjects } from '#engine/frontier/lines/level-list.ts';
import { parseLines } from '#engine/frontier/lines/line-files.ts';
import { loadState } from '#engine/frontier/load-state.ts';
import { reduce } from '#engine/frontier/next-state.ts';
import { addGivenSitemaps, admitSitemaps } from '#engine/level/admit-sitemaps.ts';
import { MemoryArchive } from '#test/fakes/memory/memory-archive.ts';
import { keyOf } from '#test/fakes/plan-task.ts';

const SEEDS = ['http://a.example/'];
const JUDGE = createScopeFilter(Workflow.parse({ seeds: SEEDS }), SEEDS, { allowPrivateNetwork: false });

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
  return reduce(state, { head: { ranks: [4] } });
}

let rounds = 0;

/**
 * Takes these up, as one wave does.
 * @returns the tasks that it made, in rank order, and the state after it
 */
async function take(
  crawl: CrawlState,
  candidates: readonly Candidate[],
): Promise<{ tasks: PlanTask[]; after: CrawlState }> {
  const attempt = `r${rounds++}`;
  const state = { ...crawl, attempt, name: (what: string) => `${attempt}/${what}` };
  const given = await addGivenSitemaps(state, candidates);
  const { lists, change } = await admitSitemaps(state, { files: given === null ? [] : [given], scopeFilter: JUDGE });
  const tasks: PlanTask[] = [];
  for (const { list, sitemaps } of lists) {
    expect(sitemaps).toBe(true);
    tasks.push(...parseLines<PlanTask>(await state.archive.get(listObjects(list).tasks)));
  }
  tasks.sort((a, b) => a.level - b.level || a.rank - b.rank);
  return { tasks, after: reduce(state, change) };
}

describe('admitSitemaps', () => {
  it('gives ranks behind the level, in order of finder and place; who counts nothing changes no count', async () => {
    const state = await newState();
    const { tasks, after } = await take(state, [
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
    expect(after.head.ranks).toEqual([7, 1]);
    expect(after.head.counts.discovered).toBe(0);
    expect([after.head.sitemaps, after.hosts.sitemaps('a.example')]).toEqual([[], 4]);
    expect([state.head.ranks, state.hosts.sitemaps('a.example')]).toEqual([[4], 0]);
    expect(after.merged.map(({ level, tasks: n, sitemaps }) => [level, n, sitemaps])).toEqual([
      [0, 3, true],
      [1, 1, true],
    ]);
  });

  it('takes each once, however often it is found', async () => {
    const first = await take(await newState(), [found('/a', 2)]);
    const second = await take(first.after, [found('/a', 1), found('/b', 3)]);

    expect(second.tasks).toHaveLength(1);
    const known = await second.after.segments.lookup(second.after.head.seen, [found('/a', 1).key]);
    expect(decodeSeen(known.get(0) ?? new Uint8Array(24))).toMatchObject({ level: 0, reason: null });
  });

  it('leaves out what no rule admits', async () => {
    const state = await newState();
    const { tasks } = await take(state, [
      found('http://127.0.0.1/s', 1),
      found('http://b.example/s', 2),
      found('/ok', 3),
    ]);

    expect(tasks.map(({ url }) => url)).toEqual(['http://a.example/ok']);
  });

  it('takes the first 500 of a host, over all indexes (N8)', async () => {
    const many = Array.from({ length: 400 }, (_, position) => found(`/${position}`, 1, { position }));
    const more = Array.from({ length: 400 }, (_, position) => found(`/more${position}`, 2, { position, depth: 1 }));

    const first = await take(await newState(), many);
    const second = await take(first.after, more);
    const other = await take(second.after, [found('http://a.example/other', 9, { host: 'b.example' })]);

    expect(first.tasks).toHaveLength(400);
    expect(second.tasks.map(({ url }) => url)).toEqual(more.slice(0, 100).map(({ url }) => url));
    expect(other.tasks).toHaveLength(1);
  });
});
