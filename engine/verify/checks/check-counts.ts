import type { Counts, LevelCounts } from '#core/execution/execution.ts';
import type { Frontier } from '#core/frontier/frontier.ts';
import type { Limits } from '#core/workflow/limits.ts';
import type { Audit } from '#engine/verify/audit/audit.ts';
import { sameJson } from '#engine/verify/audit/same-json.ts';

/** Compares what a frontier counts with what the log adds up to. */
export function checkFrontier(
  audit: Audit,
  key: string,
  { frontier, wave }: { frontier: Frontier; wave: number },
): void {
  const { replay, differences } = audit;
  compareCounts(audit, key, frontier.counts);
  for (let level = 0; level < Math.max(replay.tally.depth, frontier.levels.length); level++) {
    const expected = replay.tally.levelCounts(level);
    const found = frontier.levels[level] ?? NOTHING;
    if (!sameJson(expected, { ...found, level })) {
      differences.add('frontier-levels', `${key} level ${level}`, {
        expected: changes(expected, found),
        found: changes(found, expected),
      });
    }
  }
  const { bytes, savedBytes, cutPages } = replay;
  const counted = { bytes, savedBytes, cutPages, storedBytes: storedBytesAsIn(frontier, replay) };
  const expected = { execution: audit.id, wave, level: replay.level, ...counted };
  const found = {
    execution: frontier.execution,
    wave: frontier.wave,
    level: frontier.level,
    bytes: frontier.bytes,
    savedBytes: frontier.savedBytes,
    cutPages: frontier.cutPages ?? 0,
    storedBytes: frontier.storedBytes ?? null,
  };
  if (!sameJson(expected, found)) differences.add('frontier-state', key, { expected, found });
  const ranks = { expected: Array.from(replay.ranks, (rank) => rank ?? 0), found: frontier.ranks };
  if (!sameJson(ranks.expected, ranks.found)) differences.add('frontier-state', `${key} ranks`, ranks);
  const scope = { expected: [...replay.scopeSeeds], found: [...new Set(frontier.scopeSeeds)] };
  if (!sameJson(scope.expected, scope.found)) differences.add('frontier-state', `${key} scopeSeeds`, scope);
  const strangers = frontier.witnesses?.filter((origin) => !replay.answered.has(origin)) ?? [];
  if (strangers.length > 0)
    differences.add('frontier-state', `${key} witnesses`, { expected: 'origins of pages', found: strangers });
  for (const mark of frontier.trail) {
    const marked = { expected: replay.manifests[mark.wave] ?? 'a closed wave', found: mark.manifest };
    differences.compare('frontier-state', `${key} trail to wave ${mark.wave}`, marked);
  }
}

/** Null if an older Surf began the execution, and counted none. */
export const storedBytesAsIn = (
  { storedBytes }: { readonly storedBytes?: number | undefined },
  replay: Pick<Audit['replay'], 'storedBytes'>,
): number | null => (storedBytes === undefined ? null : replay.storedBytes);

/** Promise 1 of the counts themselves, and that they are what the log adds up to. */
export function compareCounts({ replay, differences }: Audit, where: string, found: Counts): void {
  const sum =
    found.stored +
    found.notModified +
    (found.kept ?? 0) +
    found.duplicate +
    found.redirected +
    sumOf(found.skipped) +
    sumOf(found.failed) +
    found.pending;
  differences.compare('frontier-unbalanced', where, { expected: found.discovered, found: sum });
  const expected = replay.tally.counts();
  const a = flat(expected);
  const b = flat(found);
  for (const field of new Set([...Object.keys(a), ...Object.keys(b)])) {
    differences.compare('frontier-counts', `${where} ${field}`, { expected: a[field] ?? 0, found: b[field] ?? 0 });
  }
}

/** Page and byte limits at the end of a wave. */
export function checkLimits({ replay, differences }: Audit, where: string, limits: Limits): void {
  const most = (limit: number | null): number => limit ?? Number.POSITIVE_INFINITY;
  const { tally } = replay;
  const pages = tally.pages();
  if (pages > most(limits.pages)) differences.add('limit-pages', where, { expected: limits.pages, found: pages });
  for (let level = 0; limits.pagesPerLevel !== null && level < tally.depth; level++) {
    const found = tally.pages(level);
    if (found <= limits.pagesPerLevel) continue;
    differences.add('limit-pages-per-level', `${where} level ${level}`, { expected: limits.pagesPerLevel, found });
  }
  if (limits.pagesPerHost !== null) {
    for (const [host, found] of replay.hostPages) {
      if (found <= limits.pagesPerHost) continue;
      differences.add('limit-pages-per-host', `${where} host ${host}`, { expected: limits.pagesPerHost, found });
    }
  }
  const bytes = most(limits.totalBytes) + limits.pageBytes;
  if (replay.bytes > bytes)
    differences.add('limit-bytes', where, { expected: `at most ${bytes}`, found: replay.bytes });
}

const NOTHING: LevelCounts = {
  level: 0,
  discovered: 0,
  planned: 0,
  stored: 0,
  notModified: 0,
  duplicate: 0,
  redirected: 0,
  skipped: 0,
  failed: 0,
  pending: 0,
};

const sumOf = (reasons: Readonly<Record<string, number>>): number =>
  Object.values(reasons).reduce((sum, count) => sum + count, 0);

/** Counts with their reasons as one level of names. */
function flat({ skipped, failed, kept = 0, ...counts }: Counts): Record<string, number> {
  const all: Record<string, number> = { ...counts, kept };
  for (const [reason, count] of Object.entries(skipped)) all[`skipped(${reason})`] = count;
  for (const [reason, count] of Object.entries(failed)) all[`failed(${reason})`] = count;
  return all;
}

/** Fields in which `a` differs from `b`. */
const changes = (a: LevelCounts, b: LevelCounts): Partial<LevelCounts> =>
  Object.fromEntries(Object.entries(a).filter(([field, value]) => value !== b[field as keyof LevelCounts]));
