import { describe, expect, it } from 'vitest';
import type { Candidate, CandidateLine } from '#core/archive/chunk/chunk-lines.ts';
import type { PlanTask } from '#core/archive/plan.ts';
import { sha256Prefix } from '#core/bytes/digest.ts';
import type { Execution } from '#core/execution/execution.ts';
import { encodeSeen, SEEN_RECORD_BYTES } from '#core/frontier/segments/seen-record.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { SkipReason } from '#core/model/outcome.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import { Workflow } from '#core/workflow/workflow.ts';
import { CandidateSpill, compareCandidates } from '#engine/frontier/candidates/candidate-spill.ts';
import type { CrawlState, RedirectEdge } from '#engine/frontier/crawl-state.ts';
import { listObjects } from '#engine/frontier/lines/level-list.ts';
import { parseLines, writeLines } from '#engine/frontier/lines/line-files.ts';
import { loadState } from '#engine/frontier/load-state.ts';
import { reduce } from '#engine/frontier/next-state.ts';
import { mergeLevel } from '#engine/level/merge-level.ts';
import type { Audit } from '#engine/verify/audit/audit.ts';
import { Replay } from '#engine/verify/audit/replay.ts';
import * as specification from '#engine/verify/tasks/merge-candidates.ts';
import { MemoryArchive } from '#test/fakes/memory/memory-archive.ts';
import { type Random, seededRandom } from '#test/site/random.ts';

const MOST_OF_PATTERN = 6;
const SEEDS = ['http://a.example/'];
const WORKFLOW = Workflow.parse({ seeds: SEEDS, traps: { pagesPerPattern: MOST_OF_PATTERN } });

const keyOf = (name: string): UrlKey => sha256Prefix(name) as string as UrlKey;

/** What a level has found when it closes. */
interface Found {
  /** Wave by wave, each key at most once a wave. */
  readonly waves: readonly (readonly Candidate[])[];
  readonly edges: readonly RedirectEdge[];
  readonly seen: readonly { readonly key: string; readonly level: number; readonly reason: SkipReason | null }[];
}

/** Admitted as often as not. */
const SEEN_AS = ['nofollow', 'off-topic'] as const;

function candidate(random: Random, n: number): Candidate {
  const url = n % 2 === 0 ? `http://a.example/day/${n}` : `http://b.example/page-${n}/${n % 5}`;
  const nofollow = random.next() < 0.2;
  const offTopic = !nofollow && random.next() < 0.2;
  const refused = random.next() < 0.2;
  const base = { key: keyOf(url), url, level: 1, position: random.below(50) };
  const by = random.below(20);
  return {
    ...base,
    by: keyOf(`page ${by}`),
    rank: by + 1,
    reason: refused ? 'not-included' : nofollow ? 'nofollow' : offTopic ? 'off-topic' : null,
    ...(nofollow && refused && { nofollow: true as const }),
    ...(offTopic && { offTopic: 12 }),
    ...(by < 8 && { moved: true as const }),
    ...(random.next() < 0.7 && { cash: 1 + random.below(3) }),
  };
}

function found(seed: number): Found {
  const random = seededRandom(seed);
  const numbers = Array.from({ length: 60 }, (_, n) => n);
  const waves = Array.from({ length: 3 }, () =>
    numbers.filter(() => random.next() < 0.6).map((n) => candidate(random, n)),
  );
  const edges = Array.from({ length: 6 }, () => ({
    from: keyOf(`page ${random.below(20)}`),
    to: keyOf(`page ${random.below(8)}`),
    rank: 1 + random.below(20),
    level: 1,
  }));
  const known = waves.flat().filter(() => random.next() < 0.15);
  const seen = new Map(known.map(({ key }) => [key, { key, level: 1, reason: SEEN_AS[random.below(4)] ?? null }]));
  return { waves, edges, seen: [...seen.values()].sort((a, b) => (a.key < b.key ? -1 : 1)) };
}

/** The tasks and refusals of each level, and the counts, in one form. */
interface Outcome {
  readonly admitted: readonly string[];
  readonly skipped: readonly string[];
  readonly counts: { readonly discovered: number; readonly skipped: unknown };
}

type Placed = {
  readonly key: string;
  readonly level: number;
  readonly rank: number;
  readonly via?: string | null | undefined;
  readonly cash?: number | undefined;
};

const admittedOf = ({ key, level, rank, via, cash }: Placed): string => `${level}/${rank} ${key} of ${via}: ${cash}`;

/** The planner: runs, an external sort, segments. */
async function planned({ waves, edges, seen }: Found, ranksByCash: boolean): Promise<Outcome> {
  const archive = new MemoryArchive();
  const execution = { id: 'xtest00000' as ExecutionId, wave: 3, frontier: null } as Execution;
  const empty = await loadState(archive, execution, { random: () => 'r', seeds: SEEDS });
  const state = await withFound(empty, { waves, edges, seen });
  const options = { rejudge: null, pagesPerPattern: MOST_OF_PATTERN, ranksByCash };
  const { lists, change } = await mergeLevel(state, options);
  const admitted: string[] = [];
  for (const { list } of lists)
    for (const task of parseLines<PlanTask>(await archive.get(listObjects(list).tasks)))
      admitted.push(admittedOf(task));
  const skipped: string[] = [];
  const { merged, head } = reduce(state, change);
  for (const { skipped: object } of merged) {
    if (object === null) continue;
    for (const { key, reason } of parseLines<Candidate>(await archive.get(object))) skipped.push(`${key} ${reason}`);
  }
  return { admitted: admitted.sort(), skipped: skipped.sort(), counts: countsOf(head.counts) };
}

async function withFound(state: CrawlState, { waves, edges, seen }: Found): Promise<CrawlState> {
  const candidates = [];
  for (const [n, wave] of waves.entries()) {
    const runs = new CandidateSpill(state.archive, () => state.name(`candidates-${n}.bin`));
    for (const one of wave) await runs.add(one);
    candidates.push(...(await runs.finish()));
  }
  const redirects = await writeLines(state.archive, state.name('redirects.jsonl'), edges);
  const records = await state.segments.append([], encodeSeen(seen, 2), { recordBytes: SEEN_RECORD_BYTES });
  const skipped: Record<string, number> = {};
  for (const { reason } of seen) if (reason !== null) skipped[reason] = (skipped[reason] ?? 0) + 1;
  const pending = seen.filter(({ reason }) => reason === null).length;
  const counts = { ...state.head.counts, discovered: seen.length, pending, skipped };
  return reduce(state, {
    head: {
      level: 1,
      candidates,
      redirects: redirects === null ? [] : [redirects],
      seen: records,
      counts,
    },
  });
}

/** The specification: maps of lines. */
function specified({ waves, edges, seen }: Found, order: Workflow['order']): Outcome {
  const replay = new Replay(SEEDS);
  for (const { key, level, reason } of seen) replay.discover(key, level, reason);
  replay.candidates = waves.map(
    (wave) => new Map(wave.map((one): [string, CandidateLine] => [one.key, { kind: 'candidate', ...one }])),
  );
  replay.edges = [...edges];
  const row = { settings: { allowPrivateNetwork: false } } as Execution;
  const workflow = { ...WORKFLOW, order };
  const merged = specification.mergeCandidates({ replay, workflow, row } as unknown as Audit, 'candidates');
  const levels = [...merged.values()];
  return {
    admitted: levels.flatMap((level) => level.admitted.map(admittedOf)).sort(),
    skipped: levels.flatMap((level) => [...level.skipped].map(([key, { reason }]) => `${key} ${reason}`)).sort(),
    counts: countsOf(replay.tally.counts()),
  };
}

const countsOf = ({ discovered, skipped }: Outcome['counts']): Outcome['counts'] => ({ discovered, skipped });

describe('mergeLevel of advance, and mergeCandidates of verify, its readable specification', () => {
  it.each(['breadth-first', 'importance'] as const)(
    'admit the same tasks with the same ranks and refuse the same links, in 200 made-up levels: %s',
    async (order) => {
      let [admitted, refused] = [0, 0];
      for (let seed = 1; seed <= 200; seed++) {
        const level = found(seed);
        const [plan, expected] = [await planned(level, order === 'importance'), specified(level, order)];
        admitted += plan.admitted.length;
        refused += plan.skipped.length;

        expect(plan, `seed ${seed}`).toEqual(expected);
      }

      expect(admitted).toBeGreaterThan(2_000);
      expect(refused).toBeGreaterThan(2_000);
    },
  );

  it('order two links to one URL alike', () => {
    const random = seededRandom(7);
    const links = Array.from({ length: 60 }, () => candidate(random, 1));

    for (const a of links)
      for (const b of links)
        expect(Math.sign(compareCandidates(a, b))).toBe(
          Math.sign(specification.compareCandidates({ kind: 'candidate', ...a }, { kind: 'candidate', ...b })),
        );
  });
});
