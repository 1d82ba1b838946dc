import type { CandidateLine, LinkLine } from '#core/archive/chunk-lines.ts';
import type { PlanTask } from '#core/archive/plan.ts';
import type { SkipReason, Verdict } from '#core/execution/outcome.ts';
import type { RawLink } from '#core/extraction/link-list.ts';
import type { Canonicalizer } from '#core/url/canonical-url.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { resolveUrl } from '#core/url/resolve-url.ts';
import { type UrlKey, urlKeyOf } from '#core/url/url-key.ts';
import type { Workflow } from '#core/workflow/workflow.ts';

/** What an address costs in memory beside its text, in characters. */
const TARGET_CHARACTERS = 300;
/** What a link's text costs that is remembered with it. */
const KNOWN_CHARACTERS = 80;
/** Places of a page of which the last link is remembered. */
const MOST_PLACES = 256;
const SLASH = 0x2f;
const BACKSLASH = 0x5c;

/** A page whose links are collected. */
export interface LinkingPage {
  readonly task: PlanTask;
  readonly url: CrawlUrl;
  /** What relative links stand on. */
  readonly base: CrawlUrl;
  /** The page says nofollow of all its links. */
  readonly nofollow: boolean;
  readonly links: readonly RawLink[];
}

export interface LinkCollectorParts {
  readonly workflow: Workflow;
  readonly keys: Canonicalizer;
  /** Judges a URL for its own sake: nofollow is the link's. */
  readonly judge: (url: CrawlUrl) => Verdict;
  /** Tasks of this unit: they were seen before, and are no candidates. */
  readonly own: ReadonlySet<UrlKey>;
  /** Takes an edge of the link graph; called only when the workflow wants links. */
  readonly edge: (line: LinkLine) => void;
  /** How much the addresses that are remembered may cost in memory, in characters, between two chunks. */
  readonly mostCharacters: number;
}

/** One address that something linked to, and its verdict. Addresses with one key share the group. */
interface Target {
  readonly url: CrawlUrl;
  readonly reason: SkipReason | null;
  readonly rule: string | undefined;
  readonly group: Group;
}

/** What the links on a site's pages lead to. */
interface SiteLinks {
  readonly byText: Map<string, Target>;
  /** The link last seen at each place of a page, and where it leads: menus stand at the same places on all pages. */
  readonly texts: string[];
  readonly targets: Target[];
}

/** A URL key, and the link to it with the lowest order key so far. */
interface Group {
  readonly key: UrlKey;
  readonly own: boolean;
  target: Target | null;
  by: UrlKey;
  nofollow: boolean;
  level: number;
  rank: number;
  position: number;
  /** It is of the discoverer's own level. */
  entry: boolean;
  /** Not written since it changed. */
  fresh: boolean;
}

/**
 * Makes a unit's links distinct: each address is keyed and judged once, each key is a candidate once, and again only when a link with a lower order key
 * comes later. Order: entries that are tasks of their sitemap's own level, followed before nofollow, then level and rank of the discoverer, then position on the page.
 * Memory: about 300 bytes and the URL for each distinct address.
 */
export class LinkCollector {
  readonly #parts: LinkCollectorParts;
  readonly #followed: ReadonlySet<string>;
  readonly #obey: boolean;
  readonly #resources: boolean;
  /** By address. */
  readonly #targets = new Map<string, Target>();
  /** By canonical form, of keys that were first seen by another address. */
  readonly #folded = new Map<string, Group>();
  /** By site (scheme, host, port) of the page's base, then by the link as it is written. */
  readonly #bySite = new Map<string, SiteLinks>();
  #fresh: Group[] = [];
  /** Lines that stand beside the best: links of pages that a redirect led to, as their rank may still be lowered, and sitemaps. */
  #beside: CandidateLine[] = [];
  #pending = 0;
  #characters = 0;

  constructor(parts: LinkCollectorParts) {
    this.#parts = parts;
    const { links, output } = parts.workflow;
    this.#followed = new Set(links.follow);
    this.#obey = links.nofollow === 'obey';
    this.#resources = output.resources;
  }

  /** @returns how many links the page has, and how many of them are no http(s) address */
  collect(page: LinkingPage): { links: number; ignored: number } {
    const edges = this.#parts.workflow.output.links;
    const linked = edges === 'targets' ? new Set<Target>() : null;
    const moved = page.task.hop === undefined ? null : new Map<Group, CandidateLine>();
    let ignored = 0;
    const known = this.#knownOn(page.base);
    for (let position = 0; position < page.links.length; position += 1) {
      const link = page.links[position] as RawLink;
      const follows = this.#follows(link.kind);
      if (!follows && edges === 'none') {
        if (resolveUrl(link.href, page.base) === null) ignored += 1;
        continue;
      }
      const target =
        known.texts[position] === link.href
          ? (known.targets[position] as Target)
          : this.#find(link.href, { base: page.base, known, position });
      if (target === null) {
        ignored += 1;
        continue;
      }
      const nofollow = this.#obey && (page.nofollow || link.nofollow);
      if (follows && !target.group.own) this.#offer(target, page.task, { nofollow, position, moved, entry: false });
      if (edges === 'none' || linked?.has(target)) continue;
      linked?.add(target);
      this.#parts.edge(this.#edge(page, link, { target, nofollow }));
    }
    for (const line of moved?.values() ?? []) this.#keep(line);
    return { links: page.links.length, ignored };
  }

  /** Offers entries of a sitemap, each with its place in the file. They are no links of a page: kinds of links do not count, and there is no edge. */
  collectEntries(sitemap: PlanTask, entries: Iterable<readonly [position: number, url: CrawlUrl]>): void {
    const entry = sitemap.sitemap?.given === true;
    for (const [position, url] of entries) {
      const target = this.#targets.get(url) ?? this.#add(url);
      if (!target.group.own) this.#offer(target, sitemap, { nofollow: false, position, moved: null, entry });
    }
  }

  /** Takes a sitemap that was found. */
  collectSitemap(line: CandidateLine): void {
    this.#keep(line);
  }

  /** Characters of the addresses that `drain` would give. */
  get pending(): number {
    return this.#pending;
  }

  /** The candidates that are new or improved since the last call. */
  drain(): CandidateLine[] {
    const lines = [...this.#beside, ...this.#fresh.flatMap((group) => lineOf(group) ?? [])];
    this.#beside = [];
    this.#fresh = [];
    this.#pending = 0;
    if (this.#characters > this.#parts.mostCharacters) this.#forget();
    return lines;
  }

  /** A site of endless distinct links must not fill the memory: from here on a candidate may be written again. */
  #forget(): void {
    this.#targets.clear();
    this.#folded.clear();
    this.#bySite.clear();
    this.#characters = 0;
  }

  #follows(kind: RawLink['kind']): boolean {
    return this.#followed.has(kind) || (this.#resources && kind === 'resource');
  }

  /** What the links on pages of the base's site lead to, by their text, where only the site decides that. */
  #knownOn(base: CrawlUrl): SiteLinks {
    const site = base.slice(0, base.indexOf('/', 8));
    let known = this.#bySite.get(site);
    if (known === undefined) {
      known = { byText: new Map(), texts: [], targets: [] };
      this.#bySite.set(copyOf(site), known);
    }
    return known;
  }

  #find(href: string, where: { base: CrawlUrl; known: SiteLinks; position: number }): Target | null {
    const { base, known, position } = where;
    const before = known.byText.get(href);
    const url = before?.url ?? resolveUrl(href, base);
    if (url === null) return null;
    const target = before ?? this.#targets.get(url) ?? this.#add(url);
    if (!isOfSite(href)) return target;
    if (before === undefined) {
      known.byText.set(href, target);
      this.#characters += href.length + KNOWN_CHARACTERS;
    }
    if (position < MOST_PLACES && position <= known.texts.length) {
      known.texts[position] = href;
      known.targets[position] = target;
    }
    return target;
  }

  #add(url: CrawlUrl): Target {
    const { keys, judge, own } = this.#parts;
    const kept = copyOf(url);
    const canonical = keys.form(kept);
    let group = (canonical === kept ? undefined : this.#targets.get(canonical)?.group) ?? this.#folded.get(canonical);
    if (group === undefined) {
      const key = urlKeyOf(canonical);
      group = {
        key,
        own: own.has(key),
        target: null,
        by: key,
        nofollow: true,
        level: 0,
        rank: 0,
        position: 0,
        entry: false,
        fresh: false,
      };
      if (canonical !== kept) this.#folded.set(canonical, group);
    }
    const { reason, rule } = group.own ? { reason: null, rule: undefined } : judge(kept);
    const target: Target = { url: kept, reason, rule, group };
    this.#characters += kept.length + TARGET_CHARACTERS;
    this.#targets.set(kept, target);
    return target;
  }

  #offer(target: Target, by: PlanTask, how: Offer): void {
    const { group } = target;
    if (how.moved !== null) {
      const before = how.moved.get(group);
      const better = before === undefined || (isNofollow(before) && !how.nofollow);
      if (better) how.moved.set(group, lineFrom({ target, by, ...how }));
      return;
    }
    if (group.target !== null && !isLower(group, by, how)) return;
    group.target = target;
    group.by = by.key;
    group.nofollow = how.nofollow;
    group.level = by.level;
    group.rank = by.rank;
    group.position = how.position;
    group.entry = how.entry;
    if (group.fresh) return;
    group.fresh = true;
    this.#fresh.push(group);
    this.#pending += target.url.length + TARGET_CHARACTERS;
  }

  #keep(line: CandidateLine): void {
    this.#beside.push(line);
    this.#pending += line.url.length + TARGET_CHARACTERS;
  }

  #edge(page: LinkingPage, link: RawLink, to: { target: Target; nofollow: boolean }): LinkLine {
    const full = this.#parts.workflow.output.links === 'full';
    return {
      from: page.url,
      to: to.target.url,
      kind: link.kind,
      ...(full && link.text !== undefined && link.text !== '' && { text: link.text.slice(0, 500) }),
      ...(full && link.rel !== undefined && link.rel !== '' && { rel: link.rel.slice(0, 100) }),
      reason: reasonOf(to.target, to.nofollow),
    };
  }
}

function isLower(group: Group, by: PlanTask, how: Offer): boolean {
  if (group.entry !== how.entry) return how.entry;
  if (group.nofollow !== how.nofollow) return group.nofollow;
  if (by.level !== group.level) return by.level < group.level;
  if (by.rank !== group.rank) return by.rank < group.rank;
  return how.position < group.position;
}

/** How a link stands on its page. */
interface Offer {
  readonly nofollow: boolean;
  readonly position: number;
  /** Links of this page, when a redirect led to it. */
  readonly moved: Map<Group, CandidateLine> | null;
  /** It belongs to its discoverer's own level. */
  readonly entry: boolean;
}

const isNofollow = (line: CandidateLine): boolean => line.reason === 'nofollow' || line.nofollow === true;

/** The first that applies in the order of SKIP_REASONS: nofollow stands before traps. */
const reasonOf = ({ reason }: Target, nofollow: boolean): SkipReason | null =>
  nofollow && (reason === null || reason === 'trap') ? 'nofollow' : reason;

function lineOf(group: Group): CandidateLine | null {
  group.fresh = false;
  const { by, level, rank, position, nofollow, target, entry } = group;
  const link = { nofollow, position, moved: null, entry };
  return target === null ? null : lineFrom({ target, by: { key: by, level, rank }, ...link });
}

function lineFrom(link: Offer & { target: Target; by: Pick<PlanTask, 'key' | 'level' | 'rank'> }): CandidateLine {
  const { target, by, position, nofollow } = link;
  const reason = reasonOf(target, nofollow);
  return {
    kind: 'candidate',
    key: target.group.key,
    url: target.url,
    by: by.key,
    level: by.level,
    rank: by.rank,
    position,
    reason,
    ...(target.rule !== undefined && reason === target.reason && { rule: target.rule.slice(0, 200) }),
    ...(nofollow && reason !== 'nofollow' && { nofollow: true as const }),
    ...(link.moved !== null && { moved: true as const }),
    ...(link.entry && { entry: true as const }),
  };
}

/** A string of its own: a slice would keep the whole page in memory. */
const copyOf = <T extends string>(text: T): T => Buffer.from(text, 'latin1').toString('latin1') as T;

/** Does it lead to the same address from every page of a site: from the root on (`/…`, not `//…` or `/\…`), or absolute? */
function isOfSite(href: string): boolean {
  const second = href.charCodeAt(1);
  if (href.charCodeAt(0) === SLASH) return second !== SLASH && second !== BACKSLASH;
  return href.startsWith('http://') || href.startsWith('https://');
}
