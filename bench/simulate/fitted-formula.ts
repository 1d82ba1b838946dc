import type { SimulatedCrawl } from '#bench/simulate/simulation.ts';
import type { Usage } from '#core/cost/usage.ts';

/** A crawl that was not run. */
export type FittedCrawl = Omit<SimulatedCrawl, 'processMb'> & { readonly fittedFrom: readonly number[] };

/**
 * What a crawl of `pages` pages would be, from two that were simulated: values that grow with pages
 * continue the line through both (base + slope × pages); payload, history and hottest key do not
 * grow with pages, and stay at the larger one. A guess, and marked as such wherever it is shown.
 *
 * @throws RangeError when the two are of one size
 */
export function fittedCrawl(small: SimulatedCrawl, large: SimulatedCrawl, pages: number): FittedCrawl {
  if (small.pages >= large.pages) throw new RangeError('give the smaller crawl first');
  const far = (pages - large.pages) / (large.pages - small.pages);
  const line = (a: number, b: number): number => Math.max(0, b + (b - a) * far);
  const { processMb: _, ...rest } = large;
  return {
    ...rest,
    name: `${pages} pages`,
    pages,
    waves: Math.ceil(line(small.waves, large.waves)),
    seconds: Math.round(line(small.seconds, large.seconds)),
    usage: Object.fromEntries(
      Object.entries(large.usage).map(([name, used]) => [name, line(small.usage[name as keyof Usage] ?? 0, used)]),
    ) as Usage,
    payloadBytes: Math.max(small.payloadBytes, large.payloadBytes),
    historyEvents: Math.max(small.historyEvents, large.historyEvents),
    advanceCpuSeconds: line(small.advanceCpuSeconds, large.advanceCpuSeconds),
    advanceSeconds: line(small.advanceSeconds, large.advanceSeconds),
    advancesSeconds: line(small.advancesSeconds, large.advancesSeconds),
    largestHostSeconds: line(small.largestHostSeconds, large.largestHostSeconds),
    advanceMb: Math.round(line(small.advanceMb, large.advanceMb)),
    fittedFrom: [small.pages, large.pages],
  };
}
