import type { CandidateLine, LinkLine } from '#core/archive/chunk-lines.ts';
import type { ChunkMemory } from '#core/archive/chunk-memory.ts';
import type { PlanTask } from '#core/archive/plan.ts';
import type { SkipReason, Verdict } from '#core/execution/outcome.ts';
import type { RawLink } from '#core/extraction/link-list.ts';
import type { Canonicalizer } from '#core/url/canonical-url.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { resolveUrl } from '#core/url/resolve-url.ts';
import { type UrlKey, urlKeyOf } from '#core/url/url-key.ts';
import { UrlKeyPlaces } from '#core/url/url-key-places.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import { CandidateLines } from '#engine/crawl-unit/candidate-lines.ts';

/** What an address that is remembered costs in memory beside its text, in bytes. */
const TARGET_BYTES = 250;
/** What a link's text costs that is remembered with it. */
const TEXT_BYTES = 80;
/** What a key costs that was seen. */
const KEY_BYTES = 60;
/** What a candidate's line has beside its address, in characters. */
const LINE_CHARACTERS = 160;
/** Places of a page of which the last link is remembered. */
const MOST_PLACES = 256;
/** Candidates that wait to be written: a better link may come before the chunk ends. */
const MOST_FRESH = 4_000;
/** Of the memory for links one part is for addresses by their text, the rest for keys. */
const TEXT_PART = 16;
const SLASH = 0x2f;
const BACKSLASH = 0x5c;

/** What is known of the best link to a key so far, in numbers that lie together: its discoverer's level and rank, its position, and how it stands. */
const ROW = 4;
const RANK = 1;
const POSITION = 2;
const STATE = 3;
const FIRST_ROWS = 256;
/** The link is a nofollow one. */
const NOFOLLOW = 1;
/** It is of the discoverer's own level. */
const ENTRY = 2;
/** There is one. */
const FOUND = 4;
/** Above these: where the key's candidate waits to be written, counted from 1; 0: it does not. */
const MARKS = 7;
const WAITING_SHIFT = 3;

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
  /** How much what is remembered of links may cost in memory, in bytes. */
  readonly mostCharacters: number;
  /** Candidates are packed in it. */
  readonly memory: ChunkMemory;
}

/** One address that something linked to, and its verdict. */
interface Target {
  readonly url: CrawlUrl;
  readonly key: UrlKey;
  readonly verdict: Verdict;
  /** Of its key; -1 for a task of this unit. */
  readonly place: number;
}

/** What the links on a site's pages lead to. */
interface SiteLinks {
  readonly byText: Map<string, Target>;
  /** The link last seen at each place of a page, and where it leads: menus stand at the same places on all pages. */
  readonly texts: string[];
  readonly targets: Target[];
}

/**
 * Makes a unit's links distinct: each key is a candidate once, and again only when a link with a lower order key comes after it was written. Order: entries
 * that are tasks of their sitemap's own level, followed before nofollow, then level and rank of the discoverer, then position on the page.
 *
 * Memory: 60 bytes for each key; addresses only of links that are seen again and again, and of candidates that are not written yet.
 */
export class LinkCollector {
  readonly #parts: LinkCollectorParts;
  readonly #followed: ReadonlySet<string>;
  /** Nearly all links are of this kind. */
  readonly #followsAnchors: boolean;
  readonly #obey: boolean;
  readonly #resources: boolean;
  /** What both maps may cost. */
  readonly #mostBytes: number;
  /** By address. */
  readonly #targets = new Map<string, Target>();
  /** By site (scheme, host, port) of the page's base, then by the link as it is written. */
  readonly #bySite = new Map<string, SiteLinks>();
  /** What both maps cost. */
  #bytes = 0;
  readonly #places = new UrlKeyPlaces();
  /** Of each place the page with the link of lowest order key so far, and the row of that. */
  #by: (PlanTask | null)[] = [];
  #rows = new Uint32Array(FIRST_ROWS * ROW);
  #fresh: Target[] = [];
  #lines: CandidateLines;
  #pending = 0;

  constructor(parts: LinkCollectorParts) {
    this.#parts = parts;
    const { links, output } = parts.workflow;
    this.#followed = new Set(links.follow);
    this.#followsAnchors = this.#followed.has('a');
    this.#obey = links.nofollow === 'obey';
    this.#resources = output.resources;
    this.#mostBytes = parts.mostCharacters / TEXT_PART;
    this.#lines = new CandidateLines(parts.memory);
  }

  /** @returns how many links the page has, and how many of them are no http(s) address */
  collect(page: LinkingPage): { links: number; ignored: number } {
    const edges = this.#parts.workflow.output.links;
    const linked = edges === 'targets' ? new Set<string>() : null;
    const moved = page.task.hop === undefined ? null : new Map<number, CandidateLine>();
    let ignored = 0;
    let known = this.#knownOn(page.base);
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
      if (follows && target.place >= 0) this.#offer(target, page.task, { nofollow, position, moved, entry: false });
      if (edges !== 'none' && !linked?.has(target.url)) {
        linked?.add(target.url);
        this.#parts.edge(this.#edge(page, link, { target, nofollow }));
      }
      if (this.#isCrowded && moved === null) {
        this.#makeRoom();
        known = this.#knownOn(page.base);
      }
    }
    for (const line of moved?.values() ?? []) this.#keep(line);
    return { links: page.links.length, ignored };
  }

  /** Offers entries of a sitemap, each with its place in the file. They are no links of a page: kinds of links do not count, and there is no edge. */
  collectEntries(sitemap: PlanTask, entries: Iterable<readonly [position: number, url: CrawlUrl]>): void {
    const entry = sitemap.sitemap?.given === true;
    for (const [position, url] of entries) {
      const target = this.#targets.get(url) ?? this.#add(url);
      if (target.place >= 0) this.#offer(target, sitemap, { nofollow: false, position, moved: null, entry });
      if (this.#isCrowded) this.#makeRoom();
    }
  }

  /** Takes a sitemap that was found. */
  collectSitemap(line: CandidateLine): void {
    this.#keep(line);
  }

  /** Characters of the lines that `drain` would give. */
  get pending(): number {
    return this.#pending;
  }

  /** The candidates that are new or improved since the last call. */
  drain(): CandidateLines {
    this.#write();
    if (this.#isCrowded) this.#makeRoom();
    const lines = this.#lines;
    this.#lines = new CandidateLines(this.#parts.memory);
    this.#pending = 0;
    return lines;
  }

  get #isCrowded(): boolean {
    return this.#fresh.length >= MOST_FRESH || this.#bytes > this.#mostBytes;
  }

  /** A site of endless distinct links must not fill the memory: when even their keys are forgotten, a candidate may be written again. */
  #makeRoom(): void {
    this.#write();
    if (this.#bytes <= this.#mostBytes) return;
    this.#targets.clear();
    this.#bySite.clear();
    this.#bytes = 0;
    if (this.#places.count * KEY_BYTES <= this.#parts.mostCharacters - this.#mostBytes) return;
    this.#places.clear();
    this.#by = [];
    this.#rows = new Uint32Array(FIRST_ROWS * ROW);
  }

  #follows(kind: RawLink['kind']): boolean {
    if (kind === 'a') return this.#followsAnchors;
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
      this.#bytes += href.length + TEXT_BYTES;
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
    const key = urlKeyOf(keys.form(kept));
    const target: Target = own.has(key)
      ? { url: kept, key, verdict: NO_VERDICT, place: -1 }
      : { url: kept, key, verdict: judge(kept), place: this.#placeOf(key) };
    this.#bytes += kept.length + TARGET_BYTES;
    this.#targets.set(kept, target);
    return target;
  }

  #placeOf(key: UrlKey): number {
    const place = this.#places.place(key);
    if (place < this.#by.length) return place;
    this.#by.push(null);
    if (this.#by.length * ROW > this.#rows.length) {
      const rows = new Uint32Array(this.#rows.length * 2);
      rows.set(this.#rows);
      this.#rows = rows;
    }
    return place;
  }

  #offer(target: Target, by: PlanTask, how: Offer): void {
    const { place } = target;
    if (how.moved !== null) {
      const before = how.moved.get(place);
      const better = before === undefined || (isNofollow(before) && !how.nofollow);
      if (better) how.moved.set(place, this.#line(target, by, how));
      return;
    }
    const rows = this.#rows;
    const at = place * ROW;
    const state = rows[at + STATE] as number;
    if ((state & FOUND) !== 0 && !this.#isLower(at, by, how)) return;
    this.#by[place] = by;
    rows[at] = by.level;
    rows[at + RANK] = by.rank;
    rows[at + POSITION] = how.position;
    let waiting = state >>> WAITING_SHIFT;
    if (waiting > 0) this.#fresh[waiting - 1] = target;
    else {
      waiting = this.#fresh.push(target);
      this.#pending += target.url.length + LINE_CHARACTERS;
    }
    rows[at + STATE] = (waiting << WAITING_SHIFT) | FOUND | marksOf(how);
  }

  /** Has the link a lower order key than the one of the row? */
  #isLower(at: number, by: PlanTask, how: Offer): boolean {
    const rows = this.#rows;
    const marks = (rows[at + STATE] as number) & (NOFOLLOW | ENTRY);
    if (marks !== marksOf(how)) {
      const isEntry = (marks & ENTRY) !== 0;
      return isEntry === how.entry ? !how.nofollow : how.entry;
    }
    const level = rows[at] as number;
    if (by.level !== level) return by.level < level;
    const rank = rows[at + RANK] as number;
    if (by.rank !== rank) return by.rank < rank;
    return how.position < (rows[at + POSITION] as number);
  }

  /** Writes the candidates that are new or improved. */
  #write(): void {
    const rows = this.#rows;
    for (const target of this.#fresh) {
      const at = target.place * ROW;
      const marks = (rows[at + STATE] as number) & MARKS;
      const position = rows[at + POSITION] as number;
      const link = { nofollow: (marks & NOFOLLOW) !== 0, entry: (marks & ENTRY) !== 0, position, moved: null };
      this.#lines.add(this.#line(target, this.#by[target.place] as PlanTask, link));
      rows[at + STATE] = marks;
    }
    this.#fresh = [];
  }

  #keep(line: CandidateLine): void {
    this.#lines.add(line);
    this.#pending += line.url.length + LINE_CHARACTERS;
  }

  #line(target: Target, by: PlanTask, { nofollow, position, moved, entry }: Offer): CandidateLine {
    const { verdict } = target;
    const reason = reasonOf(verdict, nofollow);
    return {
      kind: 'candidate',
      key: target.key,
      url: target.url,
      by: by.key,
      level: by.level,
      rank: by.rank,
      position,
      reason,
      ...(verdict.rule !== undefined && reason === verdict.reason && { rule: verdict.rule.slice(0, 200) }),
      ...(nofollow && reason !== 'nofollow' && { nofollow: true as const }),
      ...(moved !== null && { moved: true as const }),
      ...(entry && { entry: true as const }),
    };
  }

  #edge(page: LinkingPage, link: RawLink, to: { target: Target; nofollow: boolean }): LinkLine {
    const full = this.#parts.workflow.output.links === 'full';
    return {
      from: page.url,
      to: to.target.url,
      kind: link.kind,
      ...(full && link.text !== undefined && link.text !== '' && { text: link.text.slice(0, 500) }),
      ...(full && link.rel !== undefined && link.rel !== '' && { rel: link.rel.slice(0, 100) }),
      reason: reasonOf(to.target.verdict, to.nofollow),
    };
  }
}

/** How a link stands on its page. */
interface Offer {
  readonly nofollow: boolean;
  readonly position: number;
  /** Links of this page, when a redirect led to it: they stand beside the best, as the page's rank may still be lowered. */
  readonly moved: Map<number, CandidateLine> | null;
  /** It belongs to its discoverer's own level. */
  readonly entry: boolean;
}

const marksOf = ({ nofollow, entry }: Offer): number => (nofollow ? NOFOLLOW : 0) | (entry ? ENTRY : 0);

const NO_VERDICT: Verdict = Object.freeze({ reason: null });

const isNofollow = (line: CandidateLine): boolean => line.reason === 'nofollow' || line.nofollow === true;

/** The first that applies in the order of SKIP_REASONS: nofollow stands before traps. */
const reasonOf = ({ reason }: Verdict, nofollow: boolean): SkipReason | null =>
  nofollow && (reason === null || reason === 'trap') ? 'nofollow' : reason;

/** A string of its own: a slice would keep the whole page in memory. */
const copyOf = <T extends string>(text: T): T => Buffer.from(text, 'latin1').toString('latin1') as T;

/** Does it lead to the same address from every page of a site: from the root on (`/…`, not `//…` or `/\…`), or absolute? */
function isOfSite(href: string): boolean {
  const second = href.charCodeAt(1);
  if (href.charCodeAt(0) === SLASH) return second !== SLASH && second !== BACKSLASH;
  return href.startsWith('http://') || href.startsWith('https://');
}
