import { Sample } from '#core/sample/sample.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import { Walking } from '#engine/level/sample/walking.ts';
import { type Random, seededRandom } from '#test/site/random.ts';

/**
 * `npm run simulate:sample [SEED…]` (default 1 2 3): of a made-up web of 5,000 pages, of which few
 * are linked by many, how near the pages of a sample come to a uniform one, against as many pages
 * breadth-first. Walks and chance are the crawler's. Prints a table.
 */
const PAGES = 5_000;
const CLASSES = 10;
const SHAPES = [
  [20, 20],
  [20, 100],
  [50, 200],
] as const;
const DAMPING = 0.85;
const ROUNDS = 60;

interface MadeUpWeb {
  readonly links: readonly (readonly number[])[];
  readonly inLinks: readonly number[];
}

type Weights = ReadonlyMap<number, number>;

/** It grows: a new page links others, popular ones more often, and one of these links it. */
function madeUpWeb(random: Random): MadeUpWeb {
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
  return { links, inLinks };
}

function breadthFirst({ links }: MadeUpWeb, most: number): number[] {
  const found = new Set([0]);
  for (const page of found) for (const target of links[page] ?? []) found.add(target);
  return [...found].slice(0, most);
}

function visitsOf({ links }: MadeUpWeb, sample: Sample): Map<number, number> {
  const linkTo = (page: number) => ({ key: String(page) as UrlKey, url: '', position: page, depthLeft: undefined });
  const pages = new Map(links.map((targets, page) => [String(page), targets.map(linkTo)]));
  const walking = new Walking(null, { sample, seeds: ['0'], links: pages, hops: new Map() });
  while (!walking.done) walking.step();
  return new Map(walking.state.visits.map(([page, visits]) => [Number(page), visits]));
}

/** As the column `pageRank` has it: of the pages of the sample, along the links between them. */
function pageRanks({ links }: MadeUpWeb, pages: ReadonlySet<number>): Weights {
  let ranks = new Map([...pages].map((page) => [page, 1 / pages.size]));
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Map([...pages].map((page) => [page, 0]));
    let loose = 0;
    for (const [page, rank] of ranks) {
      const targets = (links[page] ?? []).filter((target) => pages.has(target));
      if (targets.length === 0) loose += rank;
      for (const target of targets) next.set(target, (next.get(target) ?? 0) + rank / targets.length);
    }
    const jumps = (DAMPING * loose + 1 - DAMPING) / pages.size;
    ranks = new Map([...next].map(([page, rank]) => [page, DAMPING * rank + jumps]));
  }
  return ranks;
}

/** Half the sum of differences to a tenth in each class of in-links: 0 is uniform. */
function distanceOf(weights: Weights, { inLinks }: MadeUpWeb): number {
  const order = [...inLinks.keys()].sort((a, b) => (inLinks[a] ?? 0) - (inLinks[b] ?? 0) || a - b);
  const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const shares = new Array<number>(CLASSES).fill(0);
  for (const [place, page] of order.entries()) {
    const of = Math.floor((place * CLASSES) / PAGES);
    shares[of] = (shares[of] ?? 0) + (weights.get(page) ?? 0) / all;
  }
  return shares.reduce((sum, share) => sum + Math.abs(share - 1 / CLASSES), 0) / 2;
}

function meanOf(weights: Weights, { inLinks }: MadeUpWeb): number {
  let [sum, all] = [0, 0];
  for (const [page, weight] of weights) {
    sum += weight * (inLinks[page] ?? 0);
    all += weight;
  }
  return sum / all;
}

const inverse = (weights: Weights): Weights => new Map([...weights].map(([page, weight]) => [page, 1 / weight]));
const even = (pages: Iterable<number>): Weights => new Map([...pages].map((page) => [page, 1]));

const seeds = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1, 2, 3];
process.stdout.write(
  '| seed | walks × steps | pages | breadth-first | sample | by weight | by 1 / pageRank |\n| --- | --- | --- | --- | --- | --- | --- |\n',
);
for (const seed of seeds) {
  const web = madeUpWeb(seededRandom(seed));
  const say = (weights: Weights): string =>
    `${distanceOf(weights, web).toFixed(2)}, ${meanOf(weights, web).toFixed(1)}`;
  process.stdout.write(`| ${seed} | all pages | ${PAGES} | ${say(even(web.inLinks.keys()))} | | | |\n`);
  for (const [walks, steps] of SHAPES) {
    const visits = visitsOf(web, Sample.parse({ walks, steps, randomSeed: seed }));
    const ranks = pageRanks(web, new Set(visits.keys()));
    const samples = [even(breadthFirst(web, visits.size)), even(visits.keys()), inverse(visits), inverse(ranks)];
    process.stdout.write(`| ${seed} | ${walks} × ${steps} | ${visits.size} | ${samples.map(say).join(' | ')} |\n`);
  }
}
