import type { LinkLine } from '#core/archive/chunk/chunk-lines.ts';
import type { TaskRow } from '#core/execution/task-index.ts';
import type { Scratch } from '#core/export/scratch.ts';
import type { PageImportance } from '#core/export/tables/table-columns.ts';
import { Canonicalizer } from '#core/url/canonical-url.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import type { KeyRules } from '#core/url/key-rules.ts';
import { urlKeyOf } from '#core/url/url-key.ts';
import { isPage } from '#engine/archive-reader/exported-pages.ts';
import { LinkGraph } from '#engine/importance/link-graph.ts';
import { PagePlaces } from '#engine/importance/page-places.ts';
import { depthsFrom, pageRanks } from '#engine/importance/page-ranks.ts';

/** Redirects and exact copies that are followed to a page. */
const MOST_HOPS = 10;

/** A URL of an execution: what importance needs of its row. */
export type RankedUrl = Pick<TaskRow, 'key' | 'outcome' | 'via'>;

/**
 * In-links, depth and PageRank of the pages of an execution. Memory grows by about 60 bytes a page;
 * links are in the scratch. Add all URLs, then all links in the order of the crawl, then `count`.
 */
export class LinkImportance {
  readonly #keys: Canonicalizer;
  readonly #graph: LinkGraph;
  readonly #places = new PagePlaces();
  /** Marks by place: 1 for a page. */
  #isPage = new Uint8Array(0);
  readonly #pages: number[] = [];
  readonly #seeds: number[] = [];
  /** Targets of redirects and copies. */
  readonly #leads = new Map<number, number>();
  #from: { readonly url: string; readonly place: number } | null = null;
  #targets = new Set<number>();
  #found: { readonly inLinks: Uint32Array; readonly depths: Int32Array; readonly ranks: Float64Array } | null = null;

  constructor(scratch: Pick<Scratch, 'items'>, key: KeyRules) {
    this.#graph = new LinkGraph(scratch);
    this.#keys = new Canonicalizer(key);
  }

  addUrl({ key, outcome, via }: RankedUrl): void {
    const place = this.#places.add(key);
    if (via === null) this.#seeds.push(place);
    if (isPage(outcome)) this.#pages.push(place);
    else if (outcome.type === 'redirected') this.#leads.set(place, this.#places.add(outcome.to));
    else if (outcome.type === 'duplicate') this.#leads.set(place, this.#places.add(outcome.of));
  }

  /**
   * Links that pass nothing on, and those of and to what is not a page, do not count. Nor do those
   * of an exact copy: they are its page's, which would give its rank twice.
   */
  async addLink({ from, to, kind, reason }: Pick<LinkLine, 'from' | 'to' | 'kind' | 'reason'>): Promise<void> {
    if (kind === 'canonical' || kind === 'alternate' || kind === 'resource' || reason === 'nofollow') return;
    if (this.#from?.url !== from) {
      await this.#endPage();
      this.#from = { url: from, place: this.#ownPlaceOf(from) };
    }
    const target = this.#placeOf(to);
    if (target >= 0 && target !== this.#from.place && this.#from.place >= 0) this.#targets.add(target);
  }

  /** Call it once, after the last link. */
  async count(): Promise<void> {
    await this.#endPage();
    const places = this.#places.count;
    const isPageAt = this.#pageFlags();
    const inLinks = new Uint32Array(places);
    await this.#graph.each((_, to) => {
      for (const place of to) inLinks[place] = (inLinks[place] ?? 0) + 1;
    });
    const seeds = this.#seeds.map((seed) => this.#pageAt(seed)).filter((place) => place >= 0);
    const depths = await depthsFrom(this.#graph, seeds, places);
    const { ranks } = await pageRanks(this.#graph, isPageAt);
    this.#found = { inLinks, depths, ranks };
    await this.#graph.close();
  }

  /** After `count`. @returns null for what is not a page */
  of(url: string): PageImportance | null {
    const place = this.#placeOf(url);
    if (place < 0 || this.#found === null) return null;
    const { inLinks, depths, ranks } = this.#found;
    const depth = depths[place] ?? -1;
    return {
      inLinks: inLinks[place] ?? 0,
      depth: depth < 0 ? null : depth,
      pageRank: Number((ranks[place] ?? 0).toPrecision(6)),
    };
  }

  async #endPage(): Promise<void> {
    if (this.#from !== null && this.#targets.size > 0) await this.#graph.add(this.#from.place, this.#targets);
    this.#targets = new Set();
  }

  /** The page that this address is, or leads to; -1: none. */
  #placeOf(url: string): number {
    return this.#pageAt(this.#rowOf(url));
  }

  /** The page that this address is; -1 for a copy of one, too. */
  #ownPlaceOf(url: string): number {
    const place = this.#rowOf(url);
    return this.#leads.has(place) ? -1 : this.#pageAt(place);
  }

  #rowOf(url: string): number {
    return this.#places.find(urlKeyOf(this.#keys.form(url as CrawlUrl)));
  }

  #pageAt(place: number): number {
    let at = place;
    if (this.#leads.has(at)) for (let hop = 0; hop < MOST_HOPS; hop++) at = this.#leads.get(at) ?? at;
    return at >= 0 && this.#pageFlags()[at] === 1 ? at : -1;
  }

  /** Made once, when all URLs are known. */
  #pageFlags(): Uint8Array {
    if (this.#isPage.length === this.#places.count) return this.#isPage;
    this.#isPage = new Uint8Array(this.#places.count);
    for (const place of this.#pages) this.#isPage[place] = 1;
    return this.#isPage;
  }
}
