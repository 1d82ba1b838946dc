import type { CandidateLine, OutcomeLine } from '#core/archive/chunk/chunk-lines.ts';
import { featuresOf, titleFeature } from '#core/extraction/page-features.ts';
import {
  KEY_DIGITS,
  MOST_FRESH,
  MOST_GROUPS,
  MOST_KNOWN,
  MOST_OPEN_GROUPS,
  MOST_SAME_TITLES,
  MOST_TAIL,
} from '#core/frontier/barren/barren-group.ts';
import { barrenRule, trapGroups } from '#core/scope/traps/trap-groups.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import type { KnownTask } from '#engine/verify/audit/known-task.ts';

/** A page of the open level, with what its outcome line says of its content. */
interface OpenPage {
  readonly key: string;
  readonly via: string;
  readonly level: number;
  readonly rank: number;
  readonly groups: readonly string[];
  readonly sketch: readonly number[];
  readonly title: number | null;
  readonly digest: number | null;
}

/** A group as it stood when the last level was closed. */
interface Group {
  readonly name: string;
  readonly sketched: boolean;
  readonly sketchedPages: number;
  readonly pages: number;
  readonly barren: number;
  readonly overcome: number;
  readonly known: ReadonlySet<number>;
  readonly before: ReadonlySet<string>;
}

type Ruling = { readonly admits: 'all' | 'none' } | { readonly admits: 'some'; left: number };

/**
 * Counts again what groups of addresses bring that is new (`traps.barrenPages`), from the outcome
 * lines: all pages of a level are kept and looked at in rank order when it is closed, where
 * `advance` keeps a summary.
 */
export class BarrenCount {
  readonly #patience: number;
  #groups = new Map<string, Group>();
  #pages: OpenPage[] = [];
  #rulings = new Map<string, Ruling>();

  constructor(patience: number) {
    this.#patience = patience;
  }

  /** Groups of whose pages sketches are to be made. */
  get sketched(): string[] {
    return [...this.#groups.values()].flatMap(({ name, sketched }) => (sketched ? [name] : [])).sort();
  }

  get groups(): ReadonlyMap<string, Group> {
    return this.#groups;
  }

  page({ key, url, via, level, rank }: KnownTask, { sketch, title, digest }: OutcomeLine): void {
    this.#pages.push({
      key: key.slice(0, KEY_DIGITS),
      via: via?.slice(0, KEY_DIGITS) ?? '',
      level,
      rank,
      groups: trapGroups(url as CrawlUrl),
      sketch: sketch === undefined ? [] : featuresOf(sketch),
      title: title === undefined ? null : titleFeature(title, url),
      digest: digest === undefined ? null : Number.parseInt(digest.slice(0, 6), 16),
    });
  }

  closeLevel(): void {
    const own = new Map<string, OpenPage[]>();
    for (const page of this.#pages.sort(inOrder))
      for (const name of page.groups) own.set(name, [...(own.get(name) ?? []), page]);
    const names = [...own.keys()].filter((name) => !this.#groups.has(name)).sort();
    const followed = [...[...this.#groups.keys()], ...names.slice(0, MOST_OPEN_GROUPS)];
    const led = this.#ledTo();
    const closed = followed.map((name) => {
      const before = this.#groups.get(name) ?? emptyGroup(name);
      return this.#close(before, own.get(name) ?? [], led.get(name) ?? []);
    });
    closed.sort(byWeight);
    this.#groups = new Map(closed.slice(0, MOST_GROUPS).map((group) => [group.name, group]));
    this.#pages = [];
    this.#rulings = new Map();
    for (const group of this.#groups.values()) {
      const ruling = this.#rule(group);
      if (ruling.admits !== 'all') this.#rulings.set(group.name, ruling);
    }
  }

  /** Call it in the order of keys. @returns the candidate as it is decided; null: it waits */
  decide(candidate: CandidateLine, shares: boolean): CandidateLine | null {
    if (this.#rulings.size === 0) return candidate;
    const names = trapGroups(candidate.url as CrawlUrl);
    const refusing = names.find((name) => this.#rulings.get(name)?.admits === 'none');
    if (refusing !== undefined) {
      const pages = this.#groups.get(refusing)?.barren ?? 0;
      return { ...candidate, reason: 'trap', rule: barrenRule(pages, refusing) };
    }
    const sharing = names.flatMap((name) => {
      const ruling = this.#rulings.get(name);
      return ruling?.admits === 'some' ? [ruling] : [];
    });
    if (!shares) return candidate;
    if (sharing.some(({ left }) => left === 0)) return null;
    for (const ruling of sharing) ruling.left -= 1;
    return candidate;
  }

  /** Hashes of pages that were found on the last pages of a group that is watched. */
  #ledTo(): Map<string, number[]> {
    const led = new Map<string, number[]>();
    for (const { name, before } of this.#groups.values()) {
      if (!this.#rulings.has(name)) continue;
      const pages = this.#pages.filter(({ via, groups }) => before.has(via) && !groups.includes(name));
      led.set(
        name,
        pages.flatMap((page) => (page.sketch.length > 0 ? page.sketch : unsketched(page))),
      );
    }
    return led;
  }

  /** @param pages in rank order @param led hashes of pages that these led to */
  #close(group: Group, pages: readonly OpenPage[], led: readonly number[]): Group {
    const met = new Set(led.filter((hash) => !group.known.has(hash)));
    let last: OpenPage | undefined;
    for (const page of pages) {
      const fresh = says(page, group.sketched).filter((hash) => !group.known.has(hash) && !met.has(hash));
      if (fresh.length > 0) last = page;
      for (const hash of fresh) met.add(hash);
    }
    const overflows = met.size > MOST_FRESH;
    const behind = pages.filter((page) => last === undefined || isBehind(page, last)).length;
    const hasNews = met.size > 0;
    const row = hasNews ? (overflows ? 0 : Math.min(behind, MOST_TAIL)) : group.barren + pages.length;
    const pagesSoFar = group.pages + pages.length;
    const keys = pages.slice(-MOST_TAIL).map(({ key }) => key);
    const before = pages.length === 0 && !hasNews ? group.before : new Set(keys);
    if (!group.sketched && row >= Math.min(MOST_SAME_TITLES, this.#patience))
      return { ...emptyGroup(group.name), sketched: true, pages: pagesSoFar, before };
    return {
      name: group.name,
      sketched: group.sketched,
      sketchedPages: group.sketched ? group.sketchedPages + pages.length : 0,
      pages: pagesSoFar,
      barren: row,
      overcome: hasNews ? Math.max(group.overcome, group.barren) : group.overcome,
      known: overflows ? new Set() : group.known.size + met.size > MOST_KNOWN ? met : new Set([...group.known, ...met]),
      before,
    };
  }

  #rule({ sketched, sketchedPages, barren, overcome }: Group): Ruling {
    if (!sketched) return { admits: 'all' };
    const most = Math.max(this.#patience, Math.min(4 * overcome, 10 * this.#patience));
    if (barren >= most) return { admits: 'none' };
    const half = Math.ceil((most - barren) / 2);
    return { admits: 'some', left: barren < this.#patience / 8 ? Math.max(half, sketchedPages) : half };
  }
}

const inOrder = (a: OpenPage, b: OpenPage): number => a.level - b.level || a.rank - b.rank || (a.key < b.key ? -1 : 1);

const emptyGroup = (name: string): Group => ({
  name,
  sketched: false,
  sketchedPages: 0,
  pages: 0,
  barren: 0,
  overcome: 0,
  known: new Set(),
  before: new Set(),
});

function unsketched({ title, digest }: OpenPage): number[] {
  if (title !== null) return [title];
  return digest === null ? [] : [digest];
}

function says(page: OpenPage, sketched: boolean): readonly number[] {
  if (!sketched) return unsketched(page);
  if (page.sketch.length > 0) return page.sketch;
  return page.digest === null ? [] : [page.digest];
}

const isBehind = (a: OpenPage, b: OpenPage): boolean => a.level > b.level || (a.level === b.level && a.rank > b.rank);

const byWeight = (a: Group, b: Group): number =>
  Number(b.sketched) - Number(a.sketched) || b.barren - a.barren || b.pages - a.pages || (a.name < b.name ? -1 : 1);
