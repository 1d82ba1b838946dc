import { PAGE_CASH, shareOf } from '#core/frontier/cash.ts';

/**
 * How the next level is ordered: as its pages were found; by cash, of which every page gives as
 * much; or by cash that a page hands on, which is OPIC without later visits.
 */
export type Ordering = 'found' | 'cash' | 'handed-on';

type Links = readonly (readonly number[])[];

/** All pages that a crawl comes to, in its order, level by level. */
export function orderedCrawl(links: Links, seeds: readonly number[], ordering: Ordering): number[] {
  const order: number[] = [];
  const seen = new Set(seeds);
  let purse = new Map(seeds.map((seed): [number, number] => [seed, PAGE_CASH]));
  for (let level = [...seeds]; level.length > 0; ) {
    const cash = new Map<number, number>();
    for (const page of level) {
      order.push(page);
      const targets = links[page] ?? [];
      const share =
        ordering === 'handed-on' ? (purse.get(page) ?? 0) / Math.max(1, targets.length) : shareOf(targets.length);
      for (const target of targets) if (!seen.has(target)) cash.set(target, (cash.get(target) ?? 0) + share);
    }
    level = [...cash.keys()];
    if (ordering !== 'found') level.sort((a, b) => (cash.get(b) ?? 0) - (cash.get(a) ?? 0));
    for (const page of level) seen.add(page);
    purse = cash;
  }
  return order;
}
