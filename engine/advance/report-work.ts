import type { Commit } from '#core/execution/catalog.ts';
import type { Execution } from '#core/execution/execution.ts';
import { dayOf, type WorkTotals } from '#core/identity/account-store.ts';
import type { AdvancePorts } from '#engine/advance/ports.ts';

/**
 * Reports the work of a commit to the account store. The crawl continues when that fails: the
 * reports are totals, so the next commit of the day includes what is missing.
 */
export async function reportWork(
  { work }: Pick<AdvancePorts, 'work'>,
  { row, change, now }: { readonly row: Execution; readonly change: Commit; readonly now: number },
): Promise<void> {
  if (work === undefined || row.owner === undefined) return;
  const totals = {
    execution: row.id,
    user: row.owner,
    day: dayOf(now),
    before: totalsOf(row),
    after: totalsOf(change),
  };
  await work(totals).catch(() => undefined);
}

const totalsOf = ({
  counts,
  costUsd,
  storedBytes = 0,
}: Pick<Execution, 'counts' | 'costUsd' | 'storedBytes'>): WorkTotals => ({
  pages: counts.stored + counts.notModified,
  usd: costUsd,
  storedBytes,
});
