import { type Ordering, orderedCrawl } from '#bench/importance-order/ordered-crawl.ts';
import { shuffled, type ZipfWeb, zipfWeb } from '#bench/importance-order/zipf-web.ts';
import { seededRandom } from '#test/site/random.ts';

/**
 * `npm run simulate:importance [WEBS]` (default 60): of made-up webs of 10,000 pages, how much of
 * all PageRank the first tenth and the first quarter of the pages have, in each order of a level.
 * Crawls begin at the home page of the largest host, or at those of all hosts, in an order of
 * chance. Prints the quarter web by web, then means, and in how many webs an order is no worse than
 * breadth-first.
 */
const PAGES = 10_000;
const SHARES = [0.1, 0.25] as const;
const ORDERINGS: readonly Ordering[] = ['found', 'cash', 'handed-on'];
const STARTS = ['one', 'all'] as const;
const DAMPING = 0.85;
const ROUNDS = 100;

/** Of the whole web, as the column `pageRank` has it. */
function pageRanks({ links }: ZipfWeb): Float64Array {
  let ranks = new Float64Array(links.length).fill(1 / links.length);
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Float64Array(links.length);
    let loose = 0;
    for (const [page, targets] of links.entries()) {
      const rank = ranks[page] ?? 0;
      if (targets.length === 0) loose += rank;
      for (const target of targets) next[target] = (next[target] ?? 0) + rank / targets.length;
    }
    const jumps = (DAMPING * loose + 1 - DAMPING) / links.length;
    ranks = next.map((rank) => DAMPING * rank + jumps);
  }
  return ranks;
}

/** In percent of all, by share. */
const massesOf = (pages: readonly number[], ranks: Float64Array): number[] =>
  SHARES.map((share) => {
    const first = pages.slice(0, Math.floor(share * ranks.length));
    return 100 * first.reduce((sum, page) => sum + (ranks[page] ?? 0), 0);
  });

/** By share, in the order of `ORDERINGS`, the best possible last. */
function measure(web: ZipfWeb, ranks: Float64Array, seeds: readonly number[]): number[][] {
  const crawls = ORDERINGS.map((ordering) => orderedCrawl(web.links, seeds, ordering));
  const best = [...ranks.keys()].sort((a, b) => (ranks[b] ?? 0) - (ranks[a] ?? 0));
  return [...crawls, best].map((pages) => massesOf(pages, ranks));
}

const webs = Number(process.argv[2] ?? 60);
const names = [...ORDERINGS, 'best'];
const print = (...cells: readonly (string | number)[]): boolean => process.stdout.write(`| ${cells.join(' | ')} |\n`);
const say = (mass: number | undefined): string => (mass ?? 0).toFixed(1);
const measured: Record<(typeof STARTS)[number], number[][][]> = { one: [], all: [] };

print('web', 'hosts', 'links a page', ...STARTS.flatMap((start) => names.map((name) => `${start}: ${name}`)));
print(...Array.from({ length: 3 + STARTS.length * names.length }, () => '---'));
for (let seed = 1; seed <= webs; seed++) {
  const web = zipfWeb(seed, PAGES);
  const ranks = pageRanks(web);
  measured.one.push(measure(web, ranks, web.homes.slice(0, 1)));
  measured.all.push(measure(web, ranks, shuffled(seededRandom(seed), web.homes)));
  const quarters = STARTS.flatMap((start) => measured[start].at(-1)?.map((masses) => say(masses[1])) ?? []);
  print(seed, web.hosts, (web.links.flat().length / PAGES).toFixed(0), ...quarters);
}

process.stdout.write('\n');
print('from', 'pages', ...names, ...ORDERINGS.slice(1).map((name) => `${name} is no worse`));
print(...Array.from({ length: 2 + names.length + ORDERINGS.length - 1 }, () => '---'));
for (const start of STARTS) {
  for (const [i, share] of SHARES.entries()) {
    const of = (n: number): number[] => measured[start].map((crawls) => crawls[n]?.[i] ?? 0);
    const found = of(0);
    const means = names.map((_, n) => say(of(n).reduce((sum, mass) => sum + mass, 0) / webs));
    const wins = ORDERINGS.slice(1).map((_, n) => of(n + 1).filter((mass, web) => mass >= (found[web] ?? 0)).length);
    print(start, `${100 * share} %`, ...means, ...wins.map((count) => `${count} of ${webs}`));
  }
}
