import type { FtsSegment } from '#adapters/search/segment/fts-segment.ts';
import { SEARCH_KINDS } from '#core/search/search-document.ts';
import { type Facets, type FacetValue, MOST_FACET_VALUES } from '#core/search/search-index.ts';

/** Pages kept for each wanted one, before the worst are thrown away. */
const SPARE = 4;

/** A page that was found: its row in a segment. */
export interface FoundPage {
  readonly segment: FtsSegment;
  readonly row: number;
  /** Higher is better. */
  readonly score: number;
}

/** The best of any number of found pages, and the counts of all, in bounded memory. */
export class FoundPages {
  readonly #most: number;
  #best: FoundPage[] = [];
  /** No worse page can be among the best. */
  #worst = Number.NEGATIVE_INFINITY;
  #total = 0;
  readonly #hosts = new Map<string, number>();
  readonly #languages = new Map<string, number>();
  readonly #kinds = new Map<string, number>();

  /** @param most number of wanted pages */
  constructor(most: number) {
    this.#most = most;
  }

  get total(): number {
    return this.#total;
  }

  /** @param rows of the segment, with the score of each row at its place */
  addAll(segment: FtsSegment, rows: readonly number[], scores: Float64Array): void {
    const { hosts, languages, kinds } = segment.columns;
    const [hostNames, languageNames] = [segment.names('host'), segment.names('language')];
    const counts = [hostNames, languageNames, SEARCH_KINDS].map((names) => new Uint32Array(names.length));
    const [ofHost, ofLanguage, ofKind] = counts;
    for (const row of rows) {
      count(ofHost, hosts[row - 1]);
      count(ofLanguage, languages[row - 1]);
      count(ofKind, kinds[row - 1]);
      const score = scores[row - 1] ?? 0;
      if (score >= this.#worst) this.#add({ segment, row, score });
    }
    this.#total += rows.length;
    sum(this.#hosts, hostNames, ofHost);
    sum(this.#languages, languageNames, ofLanguage);
    sum(this.#kinds, SEARCH_KINDS, ofKind);
  }

  /** Best first; of equal ones the lowest key. */
  best(): FoundPage[] {
    return this.#best
      .sort((a, b) => b.score - a.score || (a.segment.keyOf(a.row) < b.segment.keyOf(b.row) ? -1 : 1))
      .slice(0, this.#most);
  }

  facets(): Facets {
    return {
      host: mostFrequent(this.#hosts),
      type: mostFrequent(this.#kinds) as Facets['type'],
      language: mostFrequent(this.#languages),
    };
  }

  #add(page: FoundPage): void {
    this.#best.push(page);
    if (this.#best.length < this.#most * SPARE + 100) return;
    this.#best = this.best();
    this.#worst = this.#best.at(-1)?.score ?? this.#worst;
  }
}

function count(counts: Uint32Array | undefined, value: number | undefined): void {
  if (counts !== undefined && value !== undefined) counts[value] = (counts[value] ?? 0) + 1;
}

/** Adds the counts of names that a page has; skips the empty name. */
function sum(all: Map<string, number>, names: readonly string[], counts: Uint32Array | undefined): void {
  for (const [i, name] of names.entries()) {
    const pages = counts?.[i] ?? 0;
    if (pages > 0 && name !== '') all.set(name, (all.get(name) ?? 0) + pages);
  }
}

const mostFrequent = (counts: ReadonlyMap<string, number>): FacetValue[] =>
  [...counts]
    .map(([value, pages]) => ({ value, pages }))
    .sort((a, b) => b.pages - a.pages || (a.value < b.value ? -1 : 1))
    .slice(0, MOST_FACET_VALUES);
