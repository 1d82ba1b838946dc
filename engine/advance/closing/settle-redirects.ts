import { basePageOf, type PageValidators } from '#core/archive/chunk/base-page.ts';
import type { RedirectTarget } from '#core/archive/chunk/chunk-lines.ts';
import type { PlanTask } from '#core/archive/plan.ts';
import type { TaskRow } from '#core/execution/task-index.ts';
import {
  type DeadSeed,
  type DeadSeeds,
  NO_DEAD_SEEDS,
  REDIRECT_CIRCLE,
  withDeadSeed,
} from '#core/frontier/dead-seeds.ts';
import { decodeSeen, encodeSeen, SEEN_RECORD_BYTES, type SeenRecord } from '#core/frontier/segments/seen-record.ts';
import { isRefusedByLink, type RefusedByLink } from '#core/model/link-reason.ts';
import { basePages } from '#engine/frontier/base-pages.ts';
import type { Attempt, CrawlState, FrontierValue, RedirectEdge } from '#engine/frontier/crawl-state.ts';
import { writeLines } from '#engine/frontier/lines/line-files.ts';
import type { HeadChange } from '#engine/frontier/next-state.ts';
import { loadEdges } from '#engine/frontier/redirect-edges.ts';

export interface Redirect {
  readonly source: PlanTask;
  readonly target: RedirectTarget;
}

/** The redirects of a wave, and the tasks that wait when their targets are admitted. */
export interface WaveRedirects {
  /** Redirects in the order of their sources. */
  readonly redirects: readonly Redirect[];
  readonly carry: readonly PlanTask[];
  readonly parked: readonly PlanTask[];
  readonly deadSeeds: DeadSeeds | undefined;
}

/** A target that is new, or that only links led to which Surf does not follow. */
export interface TakenTarget {
  readonly level: number;
  readonly known: (SeenRecord & RefusedByLink) | undefined;
  /** Row of a refused target; null if it is a task. */
  readonly refused: TaskRow | null;
}

export interface SettledRedirects {
  readonly carry: readonly PlanTask[];
  readonly parked: readonly PlanTask[];
  /** Redirects in the order of their sources. */
  readonly taken: readonly TakenTarget[];
  readonly head: Pick<HeadChange, 'seen' | 'redirects' | 'scopeSeeds' | 'widened' | 'deadSeeds'>;
}

type Frontier = Attempt & Pick<CrawlState, 'head'>;

/**
 * Takes up the targets of a wave's redirects (design.md §4): a new one takes its source's slot,
 * level and rank; a known one is `redirected` and nothing more. A seed's chain widens the scope to
 * its end.
 */
export async function settleRedirects(state: Frontier, wave: WaveRedirects): Promise<SettledRedirects> {
  const { head, segments, execution, archive } = state;
  const { redirects, carry, parked, deadSeeds } = wave;
  if (redirects.length === 0) return { carry, parked, taken: [], head: { deadSeeds } };
  const keys = [...new Set(redirects.map(({ target }) => target.key as string))].sort();
  const places = new Map(keys.map((key, i) => [key, i]));
  const known = await segments.lookup(head.seen, keys);
  const pages = (await basePages(state)?.lookup(keys)) ?? new Map<number, PageValidators>();
  const edges = await loadEdges(state);
  const targets = new Targets(edges);
  for (const { source, target } of redirects) {
    const place = places.get(target.key) ?? -1;
    const record = known.get(place);
    const before = record === undefined ? undefined : decodeSeen(record);
    targets.add(source, { target, before, page: pages.get(place) });
  }
  const records = [...targets.fresh.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  const seen = await segments.append(head.seen, encodeSeen(records, execution.wave), {
    recordBytes: SEEN_RECORD_BYTES,
  });
  const file = await writeLines(archive, state.name('redirects.jsonl'), targets.edges);
  const lower = lowering([...edges, ...targets.edges]);
  return {
    carry: [...carry, ...targets.tasks].map(lower),
    parked: parked.map(lower),
    taken: targets.taken,
    head: {
      seen,
      ...(file !== null && { redirects: [...head.redirects, file] }),
      ...widened(head, redirects),
      deadSeeds: targets.dead.reduce<DeadSeeds | undefined>(
        (so, seed) => withDeadSeed(so ?? NO_DEAD_SEEDS, seed),
        deadSeeds,
      ),
    },
  };
}

/** Collects the targets of one wave, each once. */
class Targets {
  readonly fresh = new Map<string, SeenRecord>();
  readonly taken: TakenTarget[] = [];
  readonly tasks: PlanTask[] = [];
  readonly dead: DeadSeed[] = [];
  readonly edges: RedirectEdge[] = [];
  /** Targets that redirects of this level found. */
  readonly #found: Set<string>;
  /** Where each address of this level redirects to. */
  readonly #next: Map<string, string>;

  /** @param before redirects of this level in earlier waves */
  constructor(before: readonly RedirectEdge[]) {
    this.#found = new Set(before.map((edge) => edge.to));
    this.#next = new Map(before.map((edge) => [edge.from, edge.to]));
  }

  add(
    source: PlanTask,
    {
      target,
      before,
      page,
    }: { target: RedirectTarget; before: SeenRecord | undefined; page: PageValidators | undefined },
  ): void {
    const { key, reason } = target;
    const { level, rank } = source;
    const known = this.fresh.get(key) ?? before;
    if (known === undefined || (isRefusedByLink(known) && reason === null)) {
      this.taken.push({ level, known, refused: reason === null ? null : refusedRow(source, target) });
      if (reason === null) this.tasks.push(taskOf(source, target, page));
      else if (source.seed === true) this.dead.push({ url: target.url, reason, detail: target.rule ?? '', rank });
      this.fresh.set(key, { key, level, reason });
      this.#found.add(key);
    } else if (source.seed === true && this.#leadsTo(source.key, key)) {
      this.dead.push({ url: target.url, reason: 'too-many-redirects', detail: REDIRECT_CIRCLE, rank });
    }
    this.#next.set(source.key, key);
    if (this.#found.has(key)) this.edges.push({ from: source.key, rank, to: key, level });
  }

  /** True if `from` is the address, or leads there by redirects; a chain is as long as the map. */
  #leadsTo(address: string, from: string): boolean {
    let at: string | undefined = from;
    for (let hops = 0; at !== undefined && hops <= this.#next.size; hops++) {
      if (at === address) return true;
      at = this.#next.get(at);
    }
    return false;
  }
}

/** The task of an admitted target, in its source's place. */
const taskOf = (source: PlanTask, target: RedirectTarget, page: PageValidators | undefined): PlanTask => ({
  key: target.key,
  url: target.url,
  level: source.level,
  rank: source.rank,
  via: source.key,
  hop: (source.hop ?? 0) + 1,
  ...(source.seed && { seed: true as const }),
  ...(source.depthLeft !== undefined && { depthLeft: source.depthLeft }),
  ...(page !== undefined && { base: basePageOf(page, target.url) }),
  fresh: true,
  unplanned: true,
});

function refusedRow(source: PlanTask, target: RedirectTarget): TaskRow {
  return {
    v: 1,
    key: target.key,
    url: target.url,
    level: source.level,
    rank: source.rank,
    via: source.key,
    outcome: {
      type: 'skipped',
      reason: target.reason ?? 'outside-scope',
      ...(target.rule !== undefined && { rule: target.rule }),
    },
    status: null,
    contentType: null,
    bytes: null,
    title: null,
    attempts: 0,
    startedAt: null,
    endedAt: null,
    errors: [],
    archived: null,
  };
}

/** The end of a seed's chain so far counts for the scope, instead of the hop before. */
function widened(head: FrontierValue, redirects: readonly Redirect[]): Pick<HeadChange, 'scopeSeeds' | 'widened'> {
  const ends = redirects.filter(({ source, target }) => source.seed && target.reason === null);
  if (ends.length === 0) return {};
  let scopeSeeds = [...head.scopeSeeds];
  for (const { source, target } of ends) {
    if (source.hop !== undefined) scopeSeeds = scopeSeeds.filter((url) => url !== source.url);
    if (!scopeSeeds.includes(target.url)) scopeSeeds.push(target.url);
  }
  return { scopeSeeds, widened: true };
}

/**
 * A target that is still to be crawled has the lowest rank of all that redirect to it in its level.
 */
function lowering(edges: readonly RedirectEdge[]): (task: PlanTask) => PlanTask {
  const lowest = new Map<string, number>();
  for (const { to, rank, level } of edges) {
    const place = `${level}/${to}`;
    lowest.set(place, Math.min(rank, lowest.get(place) ?? rank));
  }
  return (task) => {
    const rank = task.hop === undefined ? undefined : lowest.get(`${task.level}/${task.key}`);
    return rank !== undefined && rank < task.rank ? { ...task, rank } : task;
  };
}
