import type { PlanTask } from '#core/archive/plan.ts';
import type { Frontier } from '#core/frontier/frontier.ts';
import { ExternalSort } from '#engine/external-sort/external-sort.ts';
import { textRecord } from '#engine/external-sort/record-file.ts';
import { type Attempt, numbers } from '#engine/frontier/crawl-state.ts';
import { openList, restOf } from '#engine/frontier/lines/level-list.ts';
import { streamLines } from '#engine/frontier/lines/line-files.ts';
import { byLineKey } from '#engine/frontier/lines/line-key.ts';

/** An address that the base found, and for which it had no room: it never settled. */
export type PendingPage = Pick<PlanTask, 'key' | 'url' | 'level' | 'rank' | 'depthLeft'>;

/**
 * Addresses that a limit, a stop or a failure left in the queue of the base, sorted by key. Due
 * pages of its collection are among them; sitemaps, which each tick reads, are not, nor are targets
 * of redirects: their sources lead there again.
 */
export async function pendingPages(attempt: Attempt, base: Frontier | null): Promise<ExternalSort> {
  const { archive, name } = attempt;
  let spills = 0;
  const newName = (): string => name(`pending-spill-${spills++}`);
  const pending = new ExternalSort({ archive, newName, keyOf: byLineKey });
  if (base === null) return pending;
  for await (const { key, url, level, rank, depthLeft, hop, sitemap } of queueOf(attempt, base)) {
    if (hop !== undefined || sitemap !== undefined) continue;
    const page: PendingPage = { key, url, level, rank, ...(depthLeft !== undefined && { depthLeft }) };
    const spilled = pending.add(textRecord(JSON.stringify(page)));
    if (spilled !== undefined) await spilled;
  }
  return pending;
}

/** Tasks that a frontier has: behind the cursors of its lists, left over, and waiting. */
async function* queueOf({ archive }: Attempt, frontier: Frontier): AsyncGenerator<PlanTask> {
  const cursors = frontier.cursors === null ? new Uint32Array(0) : numbers(await archive.get(frontier.cursors));
  for (const ref of frontier.lists)
    if (ref.sitemaps === undefined) yield* restOf(archive, await openList(archive, ref, cursors));
  for (const file of [frontier.carry, frontier.parked]) {
    if (file === null) continue;
    for await (const lines of streamLines(archive, file.object))
      for (const line of lines) yield JSON.parse(line) as PlanTask;
  }
}
