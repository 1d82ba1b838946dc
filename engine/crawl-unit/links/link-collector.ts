import type { Candidate, LinkLine } from '#core/archive/chunk/chunk-lines.ts';
import type { PlanTask } from '#core/archive/plan.ts';
import type { BlockPool } from '#core/bytes/block-writer.ts';
import type { RawLink, TakeLinks } from '#core/extraction/links/link-list.ts';
import { ownText } from '#core/extraction/links/plain-text.ts';
import type { MoreLinks } from '#core/extraction/page-scan.ts';
import type { Clock } from '#core/model/clock.ts';
import type { Verdict } from '#core/model/outcome.ts';
import { type LinkScore, linkScoreOf, type ScoredLink, type ScoredPage } from '#core/scope/focus/link-score.ts';
import type { Canonicalizer } from '#core/url/canonical-url.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { resolveUrl } from '#core/url/resolve-url.ts';
import { type UrlKey, urlKeyOf } from '#core/url/url-key.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import { isAbsolute, isFromRoot, siteOf } from '#engine/crawl-unit/links/addresses/href-form.ts';
import { PlaceCache } from '#engine/crawl-unit/links/addresses/place-cache.ts';
import { BestLinkTable, type LinkPlace } from '#engine/crawl-unit/links/best-link-table.ts';
import { CandidateMembers } from '#engine/crawl-unit/links/candidate-members.ts';
import {
  type CollectedLinks,
  isFull,
  MOST_JUDGING_MS,
  type ScoredMarks,
} from '#engine/crawl-unit/links/collected-links.ts';
import {
  cashOf,
  isByPage,
  type LinksOfPage,
  linksOfPage,
  type PageLink,
  writtenLinks,
} from '#engine/crawl-unit/links/links-of-page.ts';
import { edgeOf, OWN, type Target } from '#engine/crawl-unit/links/target.ts';
import { TargetCache } from '#engine/crawl-unit/links/target-cache.ts';
import { LINE_CHARACTERS, WaitingLinks } from '#engine/crawl-unit/links/waiting-links.ts';
import { TimedDecisions } from '#engine/crawl-unit/unit/timed-decisions.ts';

/** Memory of an address's place besides its text, in bytes. */
const LEAD_BYTES = 100;
/** Candidates that wait to be written: a better link may come before the chunk ends. */
const MOST_FRESH = 500;
/** Parts of the memory for links: known addresses, where hrefs lead; keys have the rest. */
const TARGET_PART = 16;
const LEAD_PART = 4;

/** A page whose links are collected. */
export interface LinkingPage {
  readonly task: PlanTask;
  readonly url: CrawlUrl;
  /** Base of relative links. */
  readonly base: CrawlUrl;
  /** The page says nofollow of all its links. */
  readonly nofollow: boolean;
  /** @default nothing: it is not about the workflow's topic */
  readonly about?: ScoredPage | null;
  readonly links: readonly RawLink[];
  /** Links beyond these. @default none */
  readonly more?: MoreLinks | null;
}

export interface LinkCollectorParts {
  readonly workflow: Workflow;
  readonly keys: Canonicalizer;
  /** Judges a URL for its own sake: nofollow and the score on the topic are the link's. */
  readonly decide: (url: CrawlUrl) => Verdict;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Tasks of this unit: they were seen before, and are not candidates. */
  readonly own: ReadonlySet<UrlKey>;
  /** Takes an edge of the link graph; called only when the workflow keeps links. */
  readonly edge: (line: LinkLine) => void;
  /** Most memory for remembered links, in bytes. */
  readonly mostCharacters: number;
  /** Candidates are packed in it. */
  readonly blocks: BlockPool;
}

/** Place of an address that is not http(s). */
const NO_ADDRESS = -2;

/**
 * Makes a unit's links distinct: each key is a candidate once, and again only when a link with a
 * lower order key (`BestLinkTable`), or cash, comes after it was written.
 *
 * Memory: 60 bytes a key outside of the heap; 100 bytes and its length an address.
 */
export class LinkCollector {
  readonly #parts: LinkCollectorParts;
  readonly #followed: ReadonlySet<string>;
  /** The fast path: nearly every link is an `<a>`. */
  readonly #followsAnchors: boolean;
  readonly #obey: boolean;
  readonly #resources: boolean;
  readonly #edges: Workflow['output']['links'];
  /** Most bytes for `#leads`. */
  readonly #mostLeadBytes: number;
  /** Most bytes for `#best`. */
  readonly #mostKeyBytes: number;
  /** Null if the unit needs the target of an address only once. */
  readonly #targets: TargetCache | null;
  /** Places of hrefs: those from the root by the site of their page, absolute ones under ''. */
  readonly #leads = new Map<string, PlaceCache>();
  /** Memory that it takes, in bytes. */
  #leadBytes = 0;
  readonly #best = new BestLinkTable();
  /** Null if the workflow has no topic. */
  readonly #score: LinkScore | null;
  /** Relevance of the present page to the topic, from 0 to 1. */
  #topical = 0;
  /** Its time is that of the present page. */
  readonly #decide: TimedDecisions;
  readonly #fresh = new WaitingLinks(this.#best);
  #lines: CandidateMembers;
  #pending = 0;

  constructor(parts: LinkCollectorParts) {
    this.#parts = parts;
    this.#decide = new TimedDecisions(parts.decide, parts.clock);
    const { links, output, focus, order } = parts.workflow;
    this.#score = linkScoreOf(focus);
    this.#followed = new Set(links.follow);
    this.#followsAnchors = this.#followed.has('a');
    this.#obey = links.nofollow === 'obey';
    this.#resources = output.resources;
    this.#edges = output.links;
    const mostTargetBytes = parts.mostCharacters / TARGET_PART;
    this.#targets = output.links === 'none' && !isByPage(order) ? null : new TargetCache(mostTargetBytes);
    this.#mostLeadBytes = parts.mostCharacters / LEAD_PART;
    this.#mostKeyBytes = parts.mostCharacters - mostTargetBytes - this.#mostLeadBytes;
    this.#lines = new CandidateMembers(parts.blocks);
  }

  collect(page: LinkingPage): CollectedLinks {
    const moved = linksOfPage(page.task, this.#parts.workflow);
    const found: CollectedLinks = { links: 0, ignored: 0, dropped: 0, added: 0, linked: new Set() };
    this.#decide.spentMs = 0;
    this.#topical = this.#topicalPart(page.about ?? null);
    const batch: TakeLinks = (links) => {
      if (this.#edges === 'none') this.#collectPlaces({ ...page, links }, found, moved);
      else this.#collectEdges({ ...page, links }, found, moved);
      return this.#isFull(found, moved) ? 'enough' : 'more';
    };
    if (batch(page.links) === 'more') page.more?.read(batch);
    const all = page.links.length + (page.more?.count ?? 0);
    found.dropped = all - found.links;
    found.links = all;
    if (moved !== null) this.#leave(page.task, moved.all);
    return found;
  }

  /** Writes the links of one page, or gives its cash to what they lead to. */
  #leave(task: PlanTask, links: readonly PageLink[]): void {
    const { workflow } = this.#parts;
    if (workflow.order !== 'importance' || task.hop !== undefined) {
      for (const line of writtenLinks(task, links, workflow)) this.#keep(line);
      return;
    }
    const cash = cashOf(task, links);
    for (const link of links) {
      this.#offer(link.target, task, { ...link.how, moved: null });
      const given = cash(link);
      if (given > 0) this.#pending += this.#fresh.pay(link.target, given);
    }
    if (this.#isCrowded()) this.#makeRoom();
  }

  /**
   * Offers entries of a sitemap, each with its place in the file: no kind of link, no edge.
   * @returns how many it did not read, because judging took `MOST_JUDGING_MS`
   */
  collectEntries(sitemap: PlanTask, entries: readonly (readonly [position: number, url: CrawlUrl])[]): number {
    const entry = sitemap.sitemap?.given === true;
    this.#decide.spentMs = 0;
    for (const [n, [position, url]] of entries.entries()) {
      if (this.#decide.spentMs >= MOST_JUDGING_MS) return entries.length - n;
      const target = this.#targetOf(url);
      const score = target.place === OWN ? null : this.#scoreOf({ url: target.url, page: null });
      const offTopic = this.#tooLow(score);
      this.#offer(target, sitemap, { nofollow: false, offTopic, position, moved: null, entry });
      if (this.#isCrowded()) this.#makeRoom();
    }
    return 0;
  }

  /** Takes a sitemap that was found. */
  collectSitemap(line: Candidate): void {
    this.#keep(line);
  }

  /** Characters of the lines that `drain` would give. */
  get pending(): number {
    return this.#pending;
  }

  /** The candidates that are new or improved since the last call, or got cash. */
  drain(): CandidateMembers {
    this.#fresh.write(this.#lines);
    if (this.#isCrowded()) this.#makeRoom();
    const lines = this.#lines;
    this.#lines = new CandidateMembers(this.#parts.blocks);
    this.#pending = 0;
    return lines;
  }

  /** Memory for known addresses and hrefs, in bytes, without the keys. */
  get bytes(): number {
    return (this.#targets?.bytes ?? 0) + this.#leadBytes;
  }

  #isCrowded(): boolean {
    return this.#fresh.count >= MOST_FRESH || this.#hasManyTargets() || this.#leadBytes > this.#mostLeadBytes;
  }

  /** Frees memory between two links. `moved` has places of keys: they stay while it is set. */
  #stayWithin(moved: LinksOfPage): void {
    if (moved === null && this.#isCrowded()) this.#makeRoom();
    else if (this.#hasManyTargets()) this.#targets?.clear();
  }

  #hasManyTargets(): boolean {
    return this.#targets?.isFull === true;
  }

  /** With endless distinct links it eventually forgets keys, and can write a candidate twice. */
  #makeRoom(): void {
    this.#fresh.write(this.#lines);
    const isFull = this.#best.size > this.#mostKeyBytes;
    if (isFull || this.#hasManyTargets()) this.#targets?.clear();
    if (isFull || this.#leadBytes > this.#mostLeadBytes) {
      this.#leads.clear();
      this.#leadBytes = 0;
    }
    if (isFull) this.#best.clear();
  }

  /** The fast path: most links have a key already, with a better link. */
  #collectPlaces(page: LinkingPage, found: CollectedLinks, moved: LinksOfPage): void {
    const { links, base, task } = page;
    const site = siteOf(base);
    const isLast = task.depthLeft === 0; // what it links has no place in the ledger
    for (const link of links) {
      if (this.#isFull(found, moved)) return;
      this.#stayWithin(moved);
      const position = found.links;
      found.links += 1;
      if (isLast || !this.#follows(link.kind)) {
        if (resolveUrl(link.href, base) === null) found.ignored += 1;
        continue;
      }
      const lead = this.#lead(link.href, base, site);
      const place = typeof lead === 'number' ? lead : lead.place;
      if (place === NO_ADDRESS) found.ignored += 1;
      if (place < 0) continue;
      this.#countNew(place, found, moved);
      const nofollow = this.#isNofollow(link, page);
      if (moved === null && !this.#best.isBetter(place, task, { nofollow, offTopic: null, entry: false, position }))
        continue; // with any score
      const target = typeof lead === 'object' ? lead : this.#targetOf(resolveUrl(link.href, base) as CrawlUrl);
      const { offTopic } = this.#marks(link, target.url, page);
      this.#offer(target, task, { nofollow, offTopic, entry: false, position, moved });
    }
  }

  /** Collects links, with an edge of the link graph for each. */
  #collectEdges(page: LinkingPage, found: CollectedLinks, moved: LinksOfPage): void {
    const linked = this.#edges === 'targets' ? found.linked : null;
    const isLast = page.task.depthLeft === 0;
    for (const link of page.links) {
      if (this.#isFull(found, moved)) return;
      const position = found.links;
      found.links += 1;
      const url = resolveUrl(link.href, page.base);
      if (url === null) {
        found.ignored += 1;
        continue;
      }
      const target = this.#targetOf(url);
      const marks = this.#marks(link, target.url, page);
      if (!isLast && this.#follows(link.kind)) {
        if (target.place >= 0) this.#countNew(target.place, found, moved);
        this.#offer(target, page.task, { ...marks, position, moved, entry: false });
      }
      if (!linked?.has(target.url)) {
        linked?.add(target.url);
        this.#parts.edge(edgeOf(page.url, link, { target, marks, full: this.#edges === 'full' }));
      }
      this.#stayWithin(moved);
    }
  }

  #isFull(found: CollectedLinks, moved: LinksOfPage): boolean {
    return isFull(found, this.#decide.spentMs) || moved?.isFull === true;
  }

  #countNew(place: number, found: CollectedLinks, moved: LinksOfPage): void {
    if (!(moved?.has(place) ?? this.#best.isKnown(place))) found.added += 1;
  }

  /** Does the workflow follow links of this kind? */
  #follows(kind: RawLink['kind']): boolean {
    if (kind === 'a') return this.#followsAnchors;
    return this.#followed.has(kind) || (this.#resources && kind === 'resource');
  }

  #isNofollow(link: RawLink, page: LinkingPage): boolean {
    return this.#obey && (page.nofollow || link.nofollow);
  }

  /** Marks a link. Neither a resource, which belongs to its page, nor a nofollow link is scored. */
  #marks(link: RawLink, url: CrawlUrl, page: LinkingPage): ScoredMarks {
    const nofollow = this.#isNofollow(link, page);
    const isExempt = nofollow || link.kind === 'resource';
    const score = isExempt ? null : this.#scoreOf({ url, text: link.text, page: this.#topical });
    return { nofollow, offTopic: this.#tooLow(score), score };
  }

  #topicalPart(page: ScoredPage | null): number {
    const score = this.#score;
    return score === null || page === null ? 0 : this.#decide.timed(() => score.page(page));
  }

  #scoreOf(link: ScoredLink): number | null {
    const score = this.#score;
    return score === null ? null : this.#decide.timed(() => score.of(link));
  }

  #tooLow(score: number | null): number | null {
    return score !== null && this.#score?.isTooLow(score) === true ? score : null;
  }

  /** Resolves a link: to its place if its address is known, else to its target. */
  #lead(href: string, base: CrawlUrl, site: string): number | Target {
    const isRooted = isFromRoot(href);
    const address = isRooted || isAbsolute(href) ? href : resolveUrl(href, base);
    if (address === null) return NO_ADDRESS;
    const leads = this.#leadsOf(isRooted ? site : '');
    const known = leads.get(address);
    if (known !== undefined) return known;
    const url = address === href ? resolveUrl(href, base) : (address as CrawlUrl);
    const target = url === null ? null : this.#targetOf(url);
    if (this.#leadBytes <= this.#mostLeadBytes) {
      const lost = leads.set(address, target?.place ?? NO_ADDRESS);
      this.#leadBytes += address.length + (lost === null ? LEAD_BYTES : -lost.length);
    }
    return target ?? NO_ADDRESS;
  }

  #leadsOf(site: string): PlaceCache {
    let leads = this.#leads.get(site);
    if (leads === undefined) {
      leads = new PlaceCache();
      this.#leads.set(site, leads);
    }
    return leads;
  }

  #targetOf(url: CrawlUrl): Target {
    const known = this.#targets?.get(url);
    if (known !== undefined) return known;
    const target = this.#newTarget(this.#targets === null ? url : ownText(url));
    this.#targets?.add(target);
    return target;
  }

  #newTarget(url: CrawlUrl): Target {
    const { keys, own } = this.#parts;
    const key = urlKeyOf(keys.form(url));
    if (own.has(key)) return { url, key, verdict: NO_VERDICT, place: OWN };
    return { url, key, verdict: this.#decide.decide(url), place: this.#best.place(key) };
  }

  #offer(target: Target, by: PlanTask, how: Offer): void {
    const { place } = target;
    if (place < 0) return;
    if (how.moved !== null) {
      const { moved, ...link } = how;
      moved.take(target, link);
      return;
    }
    if (!this.#best.isBetter(place, by, how)) return;
    this.#pending += this.#fresh.take(target, by, how);
  }

  #keep(line: Candidate): void {
    this.#lines.add(line);
    this.#pending += line.url.length + LINE_CHARACTERS;
  }
}

interface Offer extends LinkPlace {
  readonly moved: LinksOfPage;
}

const NO_VERDICT: Verdict = Object.freeze({ reason: null });
