import { featuresOf, titleFeature } from '#core/extraction/page-features.ts';
import {
  type BarrenGroup,
  type ClosedCounts,
  closedCounts,
  closedGroup,
  type GroupVerdict,
  KEY_DIGITS,
  MOST_FRESH,
  MOST_GROUPS,
  MOST_OPEN_GROUPS,
  MOST_SAMPLES,
  MOST_TAIL,
  newGroup,
  verdictOf,
} from '#core/frontier/barren/barren-group.ts';
import { firstInOrder } from '#core/frontier/barren/first-in-order.ts';
import { barrenRule, trapGroups } from '#core/scope/traps/trap-groups.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

/** A fetched page, as `traps.barrenPages` sees it. */
export interface BarrenPage {
  readonly key: string;
  readonly url: string;
  readonly level: number;
  readonly rank: number;
  readonly via?: string | undefined;
  /** Sketch from its outcome line. */
  readonly sketch?: string | undefined;
  readonly title?: string | undefined;
  readonly digest?: string | undefined;
}

/** Decision about a link to an address that is new to the execution. */
export type Admission =
  | { readonly type: 'admit' }
  /**
   * Its group is watched, and its share of this level is used up: it is decided when the next level
   * ends.
   */
  | { readonly type: 'defer' }
  | { readonly type: 'refuse'; readonly rule: string };

/** Digits of a digest that are a page's one hash where it has no sketch. */
const DIGEST_DIGITS = 6;
/** Levels are below this: a place is level and rank in one number. */
const RANKS = 2 ** 32;

/** Marks a page outside the group that a page of the group links to. */
const LED_TO = -1;

type Open = { -readonly [K in keyof BarrenGroup]: BarrenGroup[K] };

interface Followed {
  readonly group: Open;
  readonly known: ReadonlySet<number>;
  /** First place by hash. Null: too many. */
  fresh: Map<number, number> | null;
  readonly isOld: boolean;
}

/**
 * Finds groups of addresses whose pages bring nothing new (`traps.barrenPages`). Pages of the open
 * level are added in any order; the groups are judged when the level is closed; then links are
 * admitted by that judgement. Pure; deterministic in the set of pages of each level.
 */
export class BarrenTracker {
  readonly #patience: number;
  readonly #groups = new Map<string, Followed>();
  /** Watched groups, by the first digits of the keys of their pages in the last level. */
  readonly #owners = new Map<string, string[]>();
  #verdicts = new Map<string, GroupVerdict>();
  #shares = new Map<string, number>();

  /** @param patience `traps.barrenPages` */
  constructor(patience: number, groups: readonly BarrenGroup[] = []) {
    this.#patience = patience;
    for (const group of groups) this.#follow({ ...group }, group.pages > 0);
    this.#updateVerdicts();
  }

  /** Groups whose pages need sketches. Changes when a level closes. */
  get sketched(): string[] {
    const names = [...this.#groups.values()].filter(({ group }) => group.sketched).map(({ group }) => group.group);
    return names.sort();
  }

  /** Takes a page that was stored, or found unchanged. */
  add(page: BarrenPage): void {
    const place = page.level * RANKS + page.rank;
    const names = trapGroups(page.url as CrawlUrl);
    const content = new PageHashes(page);
    for (const name of names) {
      const followed = this.#groups.get(name) ?? this.#follow(newGroup(name), false);
      addPage(followed, { place, key: page.key.slice(0, KEY_DIGITS), url: page.url });
      addHashes(followed, followed.group.sketched ? content.sketched : content.titled, place);
    }
    const owners = this.#owners.get(page.via?.slice(0, KEY_DIGITS) ?? '') ?? [];
    for (const owner of owners) {
      const followed = this.#groups.get(owner);
      if (followed !== undefined && !names.includes(owner)) addHashes(followed, content.all, LED_TO);
    }
  }

  /** The level ends: from now on its pages decide which links are admitted. */
  closeLevel(): void {
    const weighed = [...this.#groups.values()].map((followed) => ({ followed, counts: this.#countsOf(followed) }));
    const kept = firstInOrder(weighed, MOST_GROUPS, (a, b) => byWeight(a.counts, b.counts));
    this.#groups.clear();
    for (const { followed } of kept) this.#follow({ ...closedGroup(written(followed), this.#patience) }, true);
    this.#updateVerdicts();
  }

  /**
   * Decides on a link to an address that is new. Call it in the order of URL keys.
   * @param shares false: addresses of watched groups are admitted all the same
   */
  admit(url: string, shares: boolean): Admission {
    if (this.#verdicts.size === 0) return ADMIT;
    const names = trapGroups(url as CrawlUrl);
    const watched: string[] = [];
    for (const name of names) {
      const verdict = this.#verdicts.get(name);
      if (verdict?.type === 'barren') return { type: 'refuse', rule: barrenRule(verdict.pages, name) };
      if (verdict?.type === 'watched') watched.push(name);
    }
    if (!shares || watched.length === 0) return ADMIT;
    if (watched.some((name) => (this.#shares.get(name) ?? 0) <= 0)) return { type: 'defer' };
    for (const name of watched) this.#shares.set(name, (this.#shares.get(name) ?? 0) - 1);
    return ADMIT;
  }

  /** The groups, in the form that is kept between waves. */
  groups(): BarrenGroup[] {
    const all = [...this.#groups.values()];
    const fresh = all.filter(({ isOld }) => !isOld).sort((a, b) => (a.group.group < b.group.group ? -1 : 1));
    return [...all.filter(({ isOld }) => isOld), ...fresh.slice(0, MOST_OPEN_GROUPS)].map(written);
  }

  #countsOf({ group, fresh }: Followed): ClosedCounts {
    return closedCounts(group, fresh?.values() ?? null, this.#patience);
  }

  #follow(group: Open, isOld: boolean): Followed {
    const fresh = group.fresh && new Map(group.fresh);
    const known = group.known.length === 0 ? NO_HASHES : new Set(group.known);
    const followed = { group, known, fresh, isOld };
    this.#groups.set(group.group, followed);
    return followed;
  }

  #updateVerdicts(): void {
    this.#owners.clear();
    this.#verdicts = new Map();
    this.#shares = new Map();
    for (const [name, { group }] of this.#groups) {
      const verdict = verdictOf(group, this.#patience);
      if (verdict.type === 'open') continue;
      this.#verdicts.set(name, verdict);
      if (verdict.type === 'watched') this.#shares.set(name, verdict.share);
      for (const key of group.before) this.#owners.set(key, [...(this.#owners.get(key) ?? []), name]);
    }
  }
}

const ADMIT: Admission = { type: 'admit' };
const NO_HASHES: ReadonlySet<number> = new Set();

/** Hashes of a page's content. Several groups need those of its title: they are computed once. */
class PageHashes {
  readonly #page: BarrenPage;
  #titled: number[] | null = null;

  constructor(page: BarrenPage) {
    this.#page = page;
  }

  /** Those of its sketch, else of its digest. */
  get sketched(): number[] {
    return this.#ofSketch() ?? this.#ofDigest();
  }

  /** That of its title, else of its digest. */
  get titled(): number[] {
    const { title, url } = this.#page;
    this.#titled ??= title === undefined ? this.#ofDigest() : [titleFeature(title, url)];
    return this.#titled;
  }

  /** Those of its sketch, else of its title, else of its digest. */
  get all(): number[] {
    return this.#ofSketch() ?? this.titled;
  }

  #ofSketch(): number[] | null {
    const { sketch } = this.#page;
    const hashes = sketch === undefined ? [] : featuresOf(sketch);
    return hashes.length > 0 ? hashes : null;
  }

  #ofDigest(): number[] {
    const { digest } = this.#page;
    return digest === undefined ? [] : [Number.parseInt(digest.slice(0, DIGEST_DIGITS), 16)];
  }
}

function addPage({ group }: Followed, { place, key, url }: { place: number; key: string; url: string }): void {
  group.openPages += 1;
  group.tail.push([place, key]);
  if (group.tail.length > 2 * MOST_TAIL) group.tail = lastOf(group.tail, MOST_TAIL);
  group.openSamples.push([place, url]);
  if (group.openSamples.length > 2 * MOST_SAMPLES) group.openSamples = lastOf(group.openSamples, MOST_SAMPLES);
}

function addHashes(followed: Followed, hashes: readonly number[], place: number): void {
  for (const hash of hashes) {
    if (followed.fresh === null) return;
    if (followed.known.has(hash)) continue;
    followed.fresh.set(hash, Math.min(place, followed.fresh.get(hash) ?? place));
    if (followed.fresh.size > MOST_FRESH) followed.fresh = null;
  }
}

/** The last in rank order; of one place the key decides. */
const lastOf = (all: readonly [number, string][], most: number): [number, string][] =>
  [...all].sort((a, b) => a[0] - b[0] || (a[1] < b[1] ? -1 : 1)).slice(-most);

function written({ group, fresh }: Followed): BarrenGroup {
  return {
    ...group,
    tail: lastOf(group.tail, MOST_TAIL),
    openSamples: lastOf(group.openSamples, MOST_SAMPLES),
    fresh: fresh && [...fresh],
  };
}

/** Groups that need sketches first, with the longest barren rows; then the most pages. */
const byWeight = (a: ClosedCounts, b: ClosedCounts): number =>
  Number(b.sketched) - Number(a.sketched) || b.barren - a.barren || b.pages - a.pages || (a.group < b.group ? -1 : 1);
