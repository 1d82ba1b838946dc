import { sha256Hex } from '#core/bytes/digest.ts';
import type { Sample } from '#core/sample/sample.ts';

/** Links of one page that walks choose from; of a page with more, those of a fair draw. */
export const MOST_PAGE_LINKS = 200;

/** Digits of a hash that make a number from 0 to below 1. */
const DIGITS = 12;

/**
 * The chance of random walks: everything is derived from the sample's seed, so that no order of
 * arrival, number of workers or restart changes a step.
 */
export class RandomSteps {
  readonly #sample: Pick<Sample, 'jump' | 'randomSeed'>;
  readonly #seeds: readonly string[];

  /** @param seeds keys of the seeds, in the order of the workflow, each once */
  constructor(sample: Pick<Sample, 'jump' | 'randomSeed'>, seeds: readonly string[]) {
    this.#sample = sample;
    this.#seeds = seeds;
  }

  /** Does the step leave the page of the walk for a seed, and follow none of its links? */
  jumps(walk: number, step: number): boolean {
    return this.#number(`${walk} ${step} jump`) < this.#sample.jump;
  }

  /** Key of the seed that a walk begins at (step 0), or that its step goes to. */
  seedOf(walk: number, step: number): string {
    return this.#seeds[Math.floor(this.#number(`${walk} ${step} seed`) * this.#seeds.length)] as string;
  }

  /** The link that the step follows; null: there is none. Each key once, in any order. */
  linkOf<T extends { readonly key: string }>(walk: number, step: number, links: readonly T[]): T | null {
    return leastHashed(`${this.#sample.randomSeed} ${walk} ${step}`, links, 1)[0] ?? null;
  }

  #number(what: string): number {
    return Number.parseInt(sha256Hex(`${this.#sample.randomSeed} ${what}`).slice(0, DIGITS), 16) / 16 ** DIGITS;
  }
}

/** The links of a page that walks choose from: a draw that the page and `randomSeed` decide. */
export const drawnLinks = <T extends { readonly key: string }>(seed: number, page: string, links: readonly T[]): T[] =>
  links.length <= MOST_PAGE_LINKS ? [...links] : leastHashed(`${seed} ${page}`, links, MOST_PAGE_LINKS);

function leastHashed<T extends { readonly key: string }>(salt: string, links: readonly T[], most: number): T[] {
  const hashed = links.map((link) => ({ link, hash: sha256Hex(`${salt} ${link.key}`) }));
  return hashed
    .sort((a, b) => (a.hash < b.hash ? -1 : 1))
    .slice(0, most)
    .map(({ link }) => link);
}
