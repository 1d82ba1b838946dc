import { Sample } from '#core/sample/sample.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import { Walking } from '#engine/level/sample/walking.ts';
import { breadthFirst, distanceToUniform, type GrowingWeb, growingWeb } from '#test/model/growing-web.ts';
import { seededRandom } from '#test/site/random.ts';

/**
 * `npm run simulate:sample [SEED…]` (default 1 2 3): of a made-up web of 5,000 pages, of which few
 * are linked by many, how near the pages of a sample come to a uniform one, against as many pages
 * breadth-first. Walks and chance are the crawler's. Prints a table.
 */
const PAGES = 5_000;
const SHAPES = [
  [20, 20],
  [20, 100],
  [50, 200],
] as const;
const DAMPING = 0.85;
const ROUNDS = 60;

type Weights = ReadonlyMap<number, number>;

function visitsOf({ links }: GrowingWeb, sample: Sample): Map<number, number> {
  const linkTo = (page: number) => ({ key: String(page) as UrlKey, url: '', position: page, depthLeft: undefined });
  const pages = new Map(links.map((targets, page) => [String(page), targets.map(linkTo)]));
  const walking = new Walking(null, { sample, seeds: ['0'], links: pages, hops: new Map() });
  while (!walking.done) walking.step();
  return new Map(walking.state.visits.map(([page, visits]) => [Number(page), visits]));
}

/** As the column `pageRank` has it: of the pages of the sample, along the links between them. */
function pageRanks({ links }: GrowingWeb, pages: ReadonlySet<number>): Weights {
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

function meanOf(weights: Weights, { inLinks }: GrowingWeb): number {
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
  const web = growingWeb(seededRandom(seed), PAGES);
  const say = (weights: Weights): string =>
    `${distanceToUniform(weights, web).toFixed(2)}, ${meanOf(weights, web).toFixed(1)}`;
  process.stdout.write(`| ${seed} | all pages | ${PAGES} | ${say(even(web.inLinks.keys()))} | | | |\n`);
  for (const [walks, steps] of SHAPES) {
    const visits = visitsOf(web, Sample.parse({ walks, steps, randomSeed: seed }));
    const ranks = pageRanks(web, new Set(visits.keys()));
    const samples = [even(breadthFirst(web, visits.size)), even(visits.keys()), inverse(visits), inverse(ranks)];
    process.stdout.write(`| ${seed} | ${walks} × ${steps} | ${visits.size} | ${samples.map(say).join(' | ')} |\n`);
  }
}
