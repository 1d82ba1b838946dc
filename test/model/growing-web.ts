import type { Random } from '#test/site/random.ts';

/** Classes of pages by how many pages link them, from few to many. */
const CLASSES = 10;

/** Pages by their number, with the numbers of those that they link. */
export interface GrowingWeb {
  readonly links: readonly (readonly number[])[];
  readonly inLinks: readonly number[];
}

/** A web that grows: a new page links others, popular ones more often, and one links it. */
export function growingWeb(random: Random, pages: number): GrowingWeb {
  const links: number[][] = [[]];
  const linked = [0];
  for (let page = 1; page < pages; page++) {
    const one = () => (random.next() < 0.6 ? random.pick(linked) : random.below(page));
    const targets = new Set(Array.from({ length: 3 + random.below(10) }, one));
    links[one()]?.push(page);
    links.push([...targets]);
    linked.push(page, ...targets);
  }
  const inLinks = new Array<number>(pages).fill(0);
  for (const target of links.flat()) inLinks[target] = (inLinks[target] ?? 0) + 1;
  return { links, inLinks };
}

/** The first pages of a crawl from page 0. */
export function breadthFirst({ links }: GrowingWeb, most: number): number[] {
  const found = new Set([0]);
  for (const page of found) for (const target of links[page] ?? []) found.add(target);
  return [...found].slice(0, most);
}

/** Half the sum of differences to a tenth in each class of in-links: 0 is uniform. */
export function distanceToUniform(weights: ReadonlyMap<number, number>, { inLinks }: GrowingWeb): number {
  const order = [...inLinks.keys()].sort((a, b) => (inLinks[a] ?? 0) - (inLinks[b] ?? 0) || a - b);
  const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const shares = new Array<number>(CLASSES).fill(0);
  for (const [place, page] of order.entries()) {
    const of = Math.floor((place * CLASSES) / inLinks.length);
    shares[of] = (shares[of] ?? 0) + (weights.get(page) ?? 0) / all;
  }
  return shares.reduce((sum, share) => sum + Math.abs(share - 1 / CLASSES), 0) / 2;
}
