import { bytes, count, counted, duration } from '#cli/terminal/format.ts';
import type { ExecutionSummary } from '#engine/overview/describe-execution.ts';

/** The line before the figures of a tick that requested nothing, because nothing was due. */
export function restedLines({ status, collection, counts }: ExecutionSummary): string[] {
  const { kept = 0, discovered } = counts;
  if (status !== 'succeeded' || collection === null || kept === 0 || kept < discovered) return [];
  return [
    `Surf requested nothing: none of ${counted(kept, 'known address', 'known addresses')} was due; ` +
      'surf run with --full requests all',
  ];
}

/** Lines about the savings from a base. */
export function baseLines({ base, collection, counts, savedBytes }: ExecutionSummary): string[] {
  if (base === null) return [];
  return [
    ...collectionLines(collection),
    `  base      ${base}: ${counted(counts.notModified, 'page')} not modified, ${bytes(savedBytes)} not fetched`,
  ];
}

/** The estimate has thousandths of a day, so that seconds say nothing. */
function ageWords(days: number): string {
  if (days >= 1) return `${days.toFixed(1)} days`;
  const minutes = Math.round(days * 1_440);
  return minutes === 0 ? 'less than a minute' : duration(minutes * 60);
}

/** Lines about the pages that a tick took up. The first one took up none. */
function collectionLines(collection: ExecutionSummary['collection']): string[] {
  if (collection === null || collection.pages === 0) return [];
  const { pages, due, pending, gone, fresh, ageDays } = collection;
  const left = pending === 0 ? '' : `, ${count(pending)} left pending by the previous execution`;
  const away = gone === 0 ? '' : `, ${count(gone)} gone`;
  const age = ageDays === null ? '' : `, copies ${ageWords(ageDays)} out of date on average`;
  return [
    `  known     ${counted(pages, 'address', 'addresses')}, ${count(due)} due${left}${away}; ` +
      `probably ${count(fresh)} fresh when it began${age}`,
  ];
}
