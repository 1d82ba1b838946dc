import { basePageOf, type PageValidators } from '#core/archive/base-page.ts';
import type { RedirectTarget } from '#core/archive/chunk-lines.ts';
import type { PlanTask } from '#core/archive/plan.ts';
import type { TaskRow } from '#core/execution/task-index.ts';
import { NO_DEAD_SEEDS, withDeadSeed } from '#core/frontier/dead-seeds.ts';
import { decodeSeen, encodeSeen, SEEN_RECORD_BYTES, type SeenRecord } from '#core/frontier/seen-record.ts';
import { basePages } from '#engine/advance/base-pages.ts';
import type { CrawlState, RedirectEdge } from '#engine/advance/crawl-state.ts';
import { readLines, writeLines } from '#engine/advance/line-files.ts';

export interface Redirect {
  readonly source: PlanTask;
  readonly target: RedirectTarget;
}

/**
 * Takes up the targets of a wave's redirects (design.md §4): a new one takes its source's slot, level and rank; a known one is `redirected` and
 * nothing more. A seed's chain widens the scope to its end.
 *
 * @param redirects in order of their sources
 */
export async function settleRedirects(state: CrawlState, redirects: readonly Redirect[]): Promise<void> {
  if (redirects.length === 0) return;
  const keys = [...new Set(redirects.map(({ target }) => target.key as string))].sort();
  const places = new Map(keys.map((key, i) => [key, i]));
  const seen = await state.segments.lookup(state.head.seen, keys);
  const pages = (await basePages(state)?.lookup(keys)) ?? new Map<number, PageValidators>();
  const edges = await loadEdges(state);
  const found = new Set(edges.map((edge) => edge.to));
  const fresh = new Map<string, SeenRecord>();
  const added: RedirectEdge[] = [];
  for (const { source, target } of redirects) {
    const record = seen.get(places.get(target.key) ?? -1);
    const known = fresh.get(target.key) ?? (record === undefined ? undefined : decodeSeen(record));
    const anew = known?.reason === 'nofollow' && target.reason === null;
    if (known === undefined || anew) {
      admit(state, source, { target, known, page: pages.get(places.get(target.key) ?? -1) });
      fresh.set(target.key, { key: target.key, level: source.level, reason: target.reason });
      found.add(target.key);
    }
    if (found.has(target.key)) added.push({ from: source.key, rank: source.rank, to: target.key, level: source.level });
    if (source.seed) widen(state, source, target);
  }
  const records = [...fresh.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  const seenNow = encodeSeen(records, state.execution.wave);
  state.head.seen = await state.segments.append(state.head.seen, seenNow, SEEN_RECORD_BYTES);
  const file = await writeLines(state.archive, state.name('redirects.jsonl'), added);
  if (file !== null) state.head.redirects.push(file);
  lowerRanks(state, [...edges, ...added]);
}

function admit(
  state: CrawlState,
  source: PlanTask,
  found: { target: RedirectTarget; known: SeenRecord | undefined; page: PageValidators | undefined },
): void {
  const { target, known, page } = found;
  const { level, rank } = source;
  if (known === undefined) state.ledger.discover(level);
  else {
    state.ledger.reopen(known.level, { type: 'skipped', reason: 'nofollow' });
    state.ledger.moveLevel(known.level, level);
  }
  if (target.reason !== null) {
    state.ledger.settle(level, { type: 'skipped', reason: target.reason });
    state.settled.add(refusedRow(source, target));
    if (source.seed === true) {
      const dead = { url: target.url, reason: target.reason, detail: target.rule ?? '', rank };
      state.head.deadSeeds = withDeadSeed(state.head.deadSeeds ?? NO_DEAD_SEEDS, dead);
    }
    return;
  }
  state.carry.push({
    key: target.key,
    url: target.url,
    level,
    rank,
    via: source.key,
    hop: (source.hop ?? 0) + 1,
    ...(source.seed && { seed: true as const }),
    ...(page !== undefined && { base: basePageOf(page, target.url) }),
    fresh: true,
    unplanned: true,
  });
}

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
function widen(state: CrawlState, source: PlanTask, target: RedirectTarget): void {
  if (target.reason !== null) return;
  const { head } = state;
  if (source.hop !== undefined) head.scopeSeeds = head.scopeSeeds.filter((url) => url !== source.url);
  if (!head.scopeSeeds.includes(target.url)) head.scopeSeeds.push(target.url);
  head.widened = true;
}

/** A target that is still to be crawled has the lowest rank of all that redirect to it in its level. */
function lowerRanks(state: CrawlState, edges: readonly RedirectEdge[]): void {
  const lowest = new Map<string, number>();
  for (const { to, rank, level } of edges) {
    const place = `${level}/${to}`;
    lowest.set(place, Math.min(rank, lowest.get(place) ?? rank));
  }
  const lower = (task: PlanTask): PlanTask => {
    const rank = task.hop === undefined ? undefined : lowest.get(`${task.level}/${task.key}`);
    return rank !== undefined && rank < task.rank ? { ...task, rank } : task;
  };
  state.carry = state.carry.map(lower);
  state.parked = state.parked.map(lower);
}

/** The level's redirects so far. */
export async function loadEdges(state: CrawlState): Promise<RedirectEdge[]> {
  const edges: RedirectEdge[] = [];
  for (const file of state.head.redirects) edges.push(...(await readLines<RedirectEdge>(state.archive, file)));
  return edges;
}
