import type { CandidateLine } from '#core/archive/chunk/chunk-lines.ts';
import { isRefusedByLink } from '#core/model/link-reason.ts';
import { createScopeFilter } from '#core/scope/filter/scope-filter.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import type { Audit } from '#engine/verify/audit/audit.ts';
import type { KnownTask } from '#engine/verify/audit/known-task.ts';
import type { MergedLevel } from '#engine/verify/audit/merged-level.ts';
import type { RedirectEdge, Replay } from '#engine/verify/audit/replay.ts';
import { overPattern } from '#engine/verify/tasks/count-patterns.ts';

/**
 * Orders two candidates for the same key, the better one first: a link that is followed before a
 * `nofollow` or `off-topic` one, then the lowest level, discoverer's rank, position on the page,
 * discoverer's key.
 */
export const compareCandidates = (a: CandidateLine, b: CandidateLine): number =>
  Number(isRefusedLink(a)) - Number(isRefusedLink(b)) ||
  a.level - b.level ||
  a.rank - b.rank ||
  a.position - b.position ||
  (a.by === b.by ? 0 : a.by < b.by ? -1 : 1);

const isNofollow = (line: CandidateLine): boolean => line.nofollow === true || line.reason === 'nofollow';
const isRefusedLink = (line: CandidateLine): boolean => isNofollow(line) || line.offTopic !== undefined;

/**
 * The readable specification of the planner: what `mergeLevel` (engine/level/merge-level.ts) does
 * with sorted records in bounded memory, this does with maps.
 * `test/verify/planner-specification.test.ts` compares the two.
 *
 * Merges candidates: what is new is discovered, in order of level, discoverer's rank and position.
 * Links are the next level; `entries` of given sitemaps are of the level that is open, which
 * continues.
 */
export function mergeCandidates(audit: Audit, kind: 'candidates' | 'entries'): Map<number, MergedLevel> {
  const { replay, workflow } = audit;
  const merged = new Map<number, MergedLevel>();
  const admitted: CandidateLine[] = [];
  const waiting = new Map<string, CandidateLine>();
  const further = kind === 'entries' ? 0 : 1;
  const best = [...bestOf(replay[kind], finalCandidate(audit)).values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  if (kind === 'candidates') replay.barren?.closeLevel();
  for (const found of best) {
    const candidate = kind === 'entries' ? found : judged(audit, found);
    if (candidate === null) {
      waiting.set(found.key, found);
      continue;
    }
    const { key, reason } = candidate;
    const level = candidate.level + further;
    const before = replay.seen.get(key);
    if (before === undefined) replay.discover(key, level, reason);
    else if (!isRefusedByLink(before) || isRefusedByLink(candidate)) continue;
    else replay.decideAnew(key, before, { level, reason });
    if (reason === null) admitted.push(candidate);
    else levelOf(merged, level).skipped.set(key, candidate);
  }
  const isByCash = kind === 'candidates' && workflow.order === 'importance';
  admitted.sort(isByCash ? byCash : byOrderKey);
  for (const candidate of admitted) {
    const level = candidate.level + further;
    const refused = overPattern(audit, candidate);
    if (refused === null) levelOf(merged, level).admitted.push(admit(replay, candidate, level));
    else {
      replay.refuse(refused.key, level, 'trap');
      levelOf(merged, level).skipped.set(refused.key, refused);
    }
  }
  replay[kind] = waiting.size === 0 ? [] : [waiting];
  if (kind === 'entries') return merged;
  replay.edges = [];
  replay.redirectTargets = new Set();
  replay.widened = false;
  for (const [level, { admitted: tasks }] of merged) if (tasks.length > 0) replay.level = Math.max(replay.level, level);
  return merged;
}

/**
 * A link as its group of addresses is judged (`traps.barrenPages`); null: it waits for the end of
 * the next level.
 */
function judged({ replay, workflow }: Audit, candidate: CandidateLine): CandidateLine | null {
  const before = replay.seen.get(candidate.key);
  const isNew = before === undefined || isRefusedByLink(before);
  if (replay.barren === null || candidate.reason !== null || !isNew) return candidate;
  return replay.barren.decide(candidate, workflow.order !== 'depth-first');
}

export const byOrderKey = (a: CandidateLine, b: CandidateLine): number =>
  a.level - b.level || a.rank - b.rank || a.position - b.position || (a.key < b.key ? -1 : 1);

/** Within a level the most cash first. */
const byCash = (a: CandidateLine, b: CandidateLine): number =>
  a.level - b.level ||
  (b.cash ?? 0) - (a.cash ?? 0) ||
  a.rank - b.rank ||
  Math.min(a.position, LAST_POSITION) - Math.min(b.position, LAST_POSITION) ||
  (a.key < b.key ? -1 : 1);

/** Positions from here on count as one. */
const LAST_POSITION = 2 ** 20 - 1;

/** One link further than the page that it was found on first: with a depth of 0 that had none. */
function admit(replay: Replay, { key, url, by, cash }: CandidateLine, level: number): KnownTask {
  const rank = (replay.ranks[level] ?? 0) + 1;
  replay.ranks[level] = rank;
  const page = replay.tasks.get(by);
  const via = page?.key ?? by; // one string for all links of a page
  const depthLeft = page?.depthLeft === undefined ? undefined : page.depthLeft - 1;
  return replay.admit({ key, url, level, rank, via, hop: 0, seed: false, depthLeft, cash });
}

function levelOf(merged: Map<number, MergedLevel>, level: number): MergedLevel {
  const known = merged.get(level);
  if (known !== undefined) return known;
  const made: MergedLevel = { admitted: [], skipped: new Map() };
  merged.set(level, made);
  return made;
}

/**
 * Best candidate of each key, with all cash.
 * @param decide gives each its final rank and verdict
 */
export function bestOf(
  waves: readonly ReadonlyMap<string, CandidateLine>[],
  decide: (line: CandidateLine) => CandidateLine,
): Map<string, CandidateLine> {
  const best = new Map<string, CandidateLine>();
  for (const wave of waves) {
    for (const line of wave.values()) {
      const candidate = decide(line);
      best.set(line.key, betterOf(best.get(line.key), candidate));
    }
  }
  return best;
}

/** The one of two candidates of a key that counts, with the cash of both. */
export function betterOf(before: CandidateLine | undefined, line: CandidateLine): CandidateLine {
  if (before === undefined) return line;
  const better = compareCandidates(line, before) < 0 ? line : before;
  const cash = (before.cash ?? 0) + (line.cash ?? 0);
  return cash === 0 ? better : { ...better, cash };
}

/**
 * A page that a redirect found counts with the lowest rank that leads to it; where a seed's
 * redirect widened the scope, its links are judged again.
 */
function finalCandidate({ replay, workflow, row }: Audit): (line: CandidateLine) => CandidateLine {
  const place = finalRank(replay);
  const { allowPrivateNetwork } = row.settings;
  const scopeFilter = replay.widened
    ? createScopeFilter(workflow, [...replay.scopeSeeds], { allowPrivateNetwork })
    : null;
  const obeys = workflow.links.nofollow === 'obey';
  return (line) => {
    const placed = place(line);
    if (scopeFilter === null || line.level !== 0) return placed;
    const { rule: _rule, nofollow: _nofollow, ...bare } = placed;
    const nofollow = obeys && isNofollow(line);
    return { ...bare, ...scopeFilter.decide(line.url as CrawlUrl, { nofollow, offTopic: line.offTopic, seed: false }) };
  };
}

/** The line with the lowest rank that leads to the page it was found on. */
export function finalRank({ edges }: Replay): (line: CandidateLine) => CandidateLine {
  const ranks = lowestRanks(edges);
  return (line) => {
    const rank = ranks.get(`${line.level}/${line.by}`) ?? line.rank;
    return rank < line.rank ? { ...line, rank } : line;
  };
}

/**
 * Rank of each redirect target, through whole chains of redirects: at most as many rounds as the
 * longest chain has hops.
 */
function lowestRanks(edges: readonly RedirectEdge[]): Map<string, number> {
  const ranks = new Map<string, number>();
  for (let lowered = true; lowered; ) {
    lowered = false;
    for (const { from, to, rank, level } of edges) {
      const least = Math.min(rank, ranks.get(`${level}/${from}`) ?? rank);
      if (least >= (ranks.get(`${level}/${to}`) ?? Number.POSITIVE_INFINITY)) continue;
      ranks.set(`${level}/${to}`, least);
      lowered = true;
    }
  }
  return ranks;
}
