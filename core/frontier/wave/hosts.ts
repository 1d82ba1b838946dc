import type { HostTable } from '#core/frontier/frontier.ts';

/** The part of an execution's hosts that planning reads. */
export type KnownHosts = Pick<
  Hosts,
  'copy' | 'sitemaps' | 'allSitemaps' | 'delayMs' | 'notBefore' | 'pagesByHost' | 'table'
>;

/** The hosts of an execution, each with a number, its pages and what Surf learned about it. */
export class Hosts {
  readonly #names: string[];
  readonly #places = new Map<string, number>();
  readonly #pages: number[];
  readonly #delayMs: number[];
  readonly #notBefore: number[];
  readonly #sitemaps: number[];
  #allSitemaps: number;

  constructor(table: HostTable) {
    this.#names = [...table.names];
    this.#pages = [...table.pages];
    this.#delayMs = [...table.delayMs];
    this.#notBefore = [...table.notBefore];
    this.#sitemaps = table.names.map((_, place) => table.sitemaps[place] ?? 0);
    this.#allSitemaps = this.#sitemaps.reduce((sum, count) => sum + count, 0);
    for (const [place, name] of this.#names.entries()) this.#places.set(name, place);
  }

  /** A table that a step can change; this one stays. */
  copy(): Hosts {
    return new Hosts(this.table());
  }

  /** The host's number, given when the crawl first meets it. */
  place(name: string): number {
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    const place = this.#names.length;
    this.#places.set(name, place);
    this.#names.push(name);
    this.#pages.push(0);
    this.#delayMs.push(0);
    this.#notBefore.push(0);
    this.#sitemaps.push(0);
    return place;
  }

  countPage(place: number, by: 1 | -1): void {
    this.#pages[place] = (this.#pages[place] ?? 0) + by;
  }

  /** Sitemaps that it led to. */
  sitemaps(name: string): number {
    return this.#sitemaps[this.#places.get(name) ?? -1] ?? 0;
  }

  /** The total over all hosts. */
  get allSitemaps(): number {
    return this.#allSitemaps;
  }

  countSitemap(name: string): void {
    const place = this.place(name);
    this.#sitemaps[place] = (this.#sitemaps[place] ?? 0) + 1;
    this.#allSitemaps += 1;
  }

  learn(name: string, what: { delayMs: number; notBefore: number }): void {
    const place = this.place(name);
    this.#delayMs[place] = what.delayMs;
    this.#notBefore[place] = what.notBefore;
  }

  delayMs(name: string): number {
    return this.#delayMs[this.#places.get(name) ?? -1] ?? 0;
  }

  notBefore(name: string): number {
    return this.#notBefore[this.#places.get(name) ?? -1] ?? 0;
  }

  pagesByHost(): Map<string, number> {
    return new Map(this.#names.map((name, place) => [name, this.#pages[place] ?? 0]));
  }

  table(): HostTable {
    return {
      v: 1,
      names: this.#names,
      pages: this.#pages,
      delayMs: this.#delayMs,
      notBefore: this.#notBefore,
      sitemaps: this.#sitemaps,
    };
  }
}
