import { describe, expect, it } from 'vitest';
import { drawnLinks, MOST_PAGE_LINKS } from '#core/sample/random-steps.ts';
import { Sample } from '#core/sample/sample.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import type { SampleLink } from '#engine/level/sample/sample-links.ts';
import { Walking } from '#engine/level/sample/walking.ts';
import { seededRandom } from '#test/site/random.ts';

const PAGES = 1_000;
/** Classes of pages by how many pages link them, from few to many. */
const CLASSES = 10;

const linkTo = (page: number): SampleLink => ({
  key: String(page) as UrlKey,
  url: `http://a.test/${page}`,
  position: page,
  depthLeft: undefined,
});

/** A web that grows: a new page links others, popular ones more often, and one links it. */
function madeUpWeb(seed: number): { links: number[][]; classes: number[] } {
  const random = seededRandom(seed);
  const links: number[][] = [[]];
  const linked = [0];
  for (let page = 1; page < PAGES; page++) {
    const one = () => (random.next() < 0.6 ? random.pick(linked) : random.below(page));
    const targets = new Set(Array.from({ length: 3 + random.below(10) }, one));
    links[one()]?.push(page);
    links.push([...targets]);
    linked.push(page, ...targets);
  }
  const inLinks = new Array<number>(PAGES).fill(0);
  for (const target of links.flat()) inLinks[target] = (inLinks[target] ?? 0) + 1;
  const classes: number[] = [];
  const order = [...inLinks.keys()].sort((a, b) => (inLinks[a] ?? 0) - (inLinks[b] ?? 0) || a - b);
  for (const [place, page] of order.entries()) classes[page] = Math.floor((place * CLASSES) / PAGES);
  return { links, classes };
}

/** Half the sum of differences to a tenth in each class: 0 is uniform. */
function distanceOf(weights: ReadonlyMap<number, number>, classes: readonly number[]): number {
  const shares = new Array<number>(CLASSES).fill(0);
  const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  for (const [page, weight] of weights) shares[classes[page] ?? 0] = (shares[classes[page] ?? 0] ?? 0) + weight / all;
  return shares.reduce((sum, share) => sum + Math.abs(share - 1 / CLASSES), 0) / 2;
}

function breadthFirst(links: readonly number[][], most: number): number[] {
  const found = new Set([0]);
  for (const page of found) for (const target of links[page] ?? []) found.add(target);
  return [...found].slice(0, most);
}

function walked(links: readonly (readonly number[])[], sample: Partial<Sample>): Walking {
  const pages = new Map(links.map((targets, page) => [String(page), targets.map(linkTo)]));
  const walking = new Walking(null, { sample: Sample.parse(sample), seeds: ['0'], links: pages, hops: new Map() });
  while (!walking.done) walking.step();
  return walking;
}

describe('walks (G8)', () => {
  it('sample pages that are nearer to uniform by their weights than as many breadth-first', () => {
    for (const seed of [1, 3]) {
      const { links, classes } = madeUpWeb(seed);

      const { visits } = walked(links, { walks: 10, steps: 100, randomSeed: seed }).state;

      const weights = new Map(visits.map(([page, times]) => [Number(page), 1 / times]));
      const first = new Map(breadthFirst(links, visits.length).map((page) => [page, 1]));
      expect(distanceOf(weights, classes)).toBeLessThan(0.9 * distanceOf(first, classes));
    }
  });

  it('are others with another number, and the same for links in any order', () => {
    const { links } = madeUpWeb(1);

    const { visits } = walked(links, { randomSeed: 1 }).state;

    expect(walked(links, { randomSeed: 2 }).state.visits).not.toEqual(visits);
    expect(
      walked(
        links.map((targets) => targets.toReversed()),
        { randomSeed: 1 },
      ).state.visits,
    ).toEqual(visits);
  });

  it('jump as often as the sample says', () => {
    const ring = Array.from({ length: 1_000 }, (_, page) => [(page + 1) % 1_000]);
    const jumpsOf = (jump: number): number =>
      (walked(ring, { walks: 100, steps: 50, jump }).state.visits.find(([page]) => page === '0')?.[1] ?? 0) - 100;

    expect([jumpsOf(0), jumpsOf(1)]).toEqual([0, 5_000]);
    expect(jumpsOf(0.15) / 5_000).toBeCloseTo(0.15, 1);
  });

  it('choose from a fair draw of the links of a page that has very many', () => {
    const links = Array.from({ length: 1_000 }, (_, n) => ({ key: `k${n}` }));

    const drawn = drawnLinks(1, 'page', links);

    expect(drawn).toHaveLength(MOST_PAGE_LINKS);
    expect(drawnLinks(1, 'page', links.toReversed())).toEqual(drawn);
    expect(drawnLinks(2, 'page', links)).not.toEqual(drawn);
    expect(drawn.filter(({ key }) => Number(key.slice(1)) < 500).length).toBeCloseTo(100, -2);
  });
});
