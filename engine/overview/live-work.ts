import { type Counts, type Execution, plannedUnits } from '#core/execution/execution.ts';
import type { UnitRow, UnitStore } from '#core/execution/unit-store.ts';

/** Work of the wave's begun units so far; not in the counts yet. */
export interface LiveWork {
  readonly units: number;
  readonly fetched: number;
  readonly stored: number;
  readonly failed: number;
  readonly bytes: number;
}

export const NO_LIVE_WORK: LiveWork = { units: 0, fetched: 0, stored: 0, failed: 0, bytes: 0 };

/** Executions and units of a list whose running waves are read: some twenty reads. */
const MOST_EXECUTIONS = 10;
const MOST_UNITS = 1_000;

export function liveWorkOf(units: readonly UnitRow[]): LiveWork {
  const total = { ...NO_LIVE_WORK };
  for (const { live, ended, died } of units) {
    if (!ended && !died) total.units += 1;
    total.fetched += live.fetched;
    total.stored += live.stored;
    total.failed += live.failed;
    total.bytes += live.bytes;
  }
  return total;
}

/**
 * The one count of stored pages that every screen shows: settled and of the running wave, those
 * that were not modified too.
 */
export const pagesOf = (counts: Pick<Counts, 'stored' | 'notModified'>, live: Pick<LiveWork, 'stored'>): number =>
  counts.stored + counts.notModified + live.stored;

/** Replaces a reason where there is none. */
const NOT_SETTLED = 'not settled';

/**
 * The ledger with the running wave's work in it: what fails there has its reason when the wave is
 * settled. Adds up to `discovered` as before.
 */
export function liveCounts(counts: Counts, { stored, failed }: Pick<LiveWork, 'stored' | 'failed'>): Counts {
  if (stored + failed === 0) return counts;
  const unsettled = failed === 0 ? {} : { [NOT_SETTLED]: failed };
  return {
    ...counts,
    stored: counts.stored + stored,
    failed: { ...counts.failed, ...unsettled },
    pending: Math.max(0, counts.pending - stored - failed),
  };
}

/**
 * The live work of each execution of a list, in its order. The newest ten that have a running wave
 * are looked at, with a thousand units together; of others what their wave does counts when it is
 * settled.
 */
export async function liveWorks(units: UnitStore, rows: readonly Execution[]): Promise<LiveWork[]> {
  const works: LiveWork[] = [];
  let [executions, planned] = [0, 0];
  for (const row of rows) {
    const numbers = plannedUnits(row);
    const isLooked = numbers.length > 0 && executions < MOST_EXECUTIONS && planned + numbers.length <= MOST_UNITS;
    if (isLooked) {
      executions += 1;
      planned += numbers.length;
    }
    works.push(isLooked ? liveWorkOf(await units.rows(row.id, row.wave, numbers)) : NO_LIVE_WORK);
  }
  return works;
}
