import { type FacetValue, MOST_FACET_VALUES } from '#core/search/search-index.ts';

/** A page that matches, as SQLite gives it: the rank is lower for better pages. */
export type FoundRow = readonly [id: number, rank: number, host: number, kind: number, language: number];

/** Pages kept for each that is wanted, before the worst are thrown away. */
const SPARE = 4;

interface Found {
  readonly id: number;
  /** Higher is better. */
  readonly score: number;
}

/** The best of any number of found pages, and the counts of all, in bounded memory. */
export class FoundPages {
  readonly #most: number;
  #best: Found[] = [];
  #total = 0;
  readonly #hosts = new Map<number, number>();
  readonly #kinds = new Map<number, number>();
  readonly #languages = new Map<number, number>();

  /** @param most pages that are wanted */
  constructor(most: number) {
    this.#most = most;
  }

  get total(): number {
    return this.#total;
  }

  add([id, rank, host, kind, language]: FoundRow): void {
    this.#total += 1;
    count(this.#hosts, host);
    count(this.#kinds, kind);
    count(this.#languages, language);
    this.#best.push({ id, score: -rank });
    if (this.#best.length > this.#most * SPARE + 100) this.#best = this.best();
  }

  /** Best first; of equal ones the first page of the index. */
  best(): Found[] {
    return this.#best.sort((a, b) => b.score - a.score || a.id - b.id).slice(0, this.#most);
  }

  hosts(): FacetValue<number>[] {
    return mostFrequent(this.#hosts);
  }

  kinds(): FacetValue<number>[] {
    return mostFrequent(this.#kinds);
  }

  languages(): FacetValue<number>[] {
    return mostFrequent(this.#languages);
  }
}

const count = (counts: Map<number, number>, value: number): void =>
  void counts.set(value, (counts.get(value) ?? 0) + 1);

const mostFrequent = (counts: ReadonlyMap<number, number>): FacetValue<number>[] =>
  [...counts]
    .map(([value, pages]) => ({ value, pages }))
    .sort((a, b) => b.pages - a.pages || a.value - b.value)
    .slice(0, MOST_FACET_VALUES);
