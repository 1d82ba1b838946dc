import type { RedirectTarget } from '#core/archive/chunk/chunk-lines.ts';
import { isRefusedByLink } from '#core/model/link-reason.ts';
import type { Outcome } from '#core/model/outcome.ts';
import type { Audit } from '#engine/verify/audit/audit.ts';
import type { KnownTask } from '#engine/verify/audit/known-task.ts';
import type { Answer, RedirectEdge } from '#engine/verify/audit/replay.ts';
import { refusedTarget } from '#engine/verify/tasks/settle-tasks.ts';

interface Redirect {
  readonly source: KnownTask;
  readonly target: RedirectTarget;
}

/**
 * Takes up the targets of a wave's redirects: a new one has its source's level and rank; a known
 * one gets nothing, but the lowest rank of all that lead to it while it waits. A seed's chain
 * widens the scope to its end.
 * @returns targets that a rule refused: they are settled at once
 */
export function followRedirects(audit: Audit, wave: number, answers: readonly Answer[]): KnownTask[] {
  const { replay } = audit;
  const refused: KnownTask[] = [];
  const edges: RedirectEdge[] = [];
  for (const { source, target } of redirectsOf(audit, answers)) {
    const before = replay.seen.get(target.key);
    if (before === undefined || (isRefusedByLink(before) && target.reason === null)) {
      const { level } = source;
      if (before === undefined) replay.discover(target.key, level, target.reason);
      else replay.decideAnew(target.key, before, { level, reason: target.reason });
      const task = takeUp(audit, { source, target });
      replay.redirectTargets.add(target.key);
      if (target.reason !== null) {
        task.settled = refusedTarget(refusalOf(target, target.reason), wave);
        refused.push(task);
      }
    }
    const { key: from, rank, level } = source;
    if (replay.redirectTargets.has(target.key)) edges.push({ from, to: target.key, rank, level });
    if (source.seed && target.reason === null) widen(audit, source, target);
  }
  replay.edges.push(...edges);
  for (const edge of edges) lowerRank(replay.tasks.get(edge.to), edge);
  return refused;
}

/** Redirects in order of level and rank of their sources. */
function redirectsOf(audit: Audit, answers: readonly Answer[]): Redirect[] {
  const redirects: Redirect[] = [];
  for (const { task: source, line, base } of answers) {
    if (line.outcome.type !== 'redirected') continue;
    const { target } = line;
    if (target?.key !== line.outcome.to) {
      const what = { expected: line.outcome.to, found: target?.key ?? 'no target' };
      audit.differences.add('redirect-target', `${base} task ${line.key}`, what);
    }
    if (target === undefined) continue;
    if (source.sitemap === null) redirects.push({ source, target });
    else if (!audit.replay.sitemaps.some((found) => found.has(target.key))) {
      const what = { expected: 'a sitemap that was found', found: target.url };
      audit.differences.add('redirect-target', `${base} task ${line.key}`, what);
    }
  }
  return redirects.sort((a, b) => a.source.level - b.source.level || a.source.rank - b.source.rank);
}

function takeUp({ replay }: Audit, { source, target }: Redirect): KnownTask {
  const { level, rank, seed, hop, key: via, depthLeft } = source;
  return replay.admit({ key: target.key, url: target.url, level, rank, via, hop: hop + 1, seed, depthLeft });
}

const refusalOf = (target: RedirectTarget, reason: Extract<Outcome, { type: 'skipped' }>['reason']): Outcome => ({
  type: 'skipped',
  reason,
  ...(target.rule !== undefined && { rule: target.rule }),
});

function widen({ replay }: Audit, source: KnownTask, target: RedirectTarget): void {
  if (source.hop > 0) replay.scopeSeeds.delete(source.url);
  replay.scopeSeeds.add(target.url);
  replay.widened = true;
}

function lowerRank(target: KnownTask | undefined, edge: RedirectEdge): void {
  if (target === undefined || target.settled !== null || target.hop === 0 || target.level !== edge.level) return;
  target.rank = Math.min(target.rank, edge.rank);
}
