import type { Web } from '#test/site/web/make-web.ts';
import { urlOf } from '#test/site/web/make-web.ts';
import { refId, type WebPage, type WebRef } from '#test/site/web/web-page.ts';

/** Limits that the reference knows; null or absent = unlimited. */
export interface ReferenceLimits {
  readonly depth?: number | null;
  readonly pages?: number | null;
  readonly pagesPerLevel?: number | null;
  readonly pagesPerHost?: number | null;
}

export interface ReferenceRules extends ReferenceLimits {
  /** `importance`: within a level the most cash first. @default breadth-first */
  readonly order?: 'breadth-first' | 'importance';
}

/** What a crawl must say of one address. */
export interface ReferenceTask {
  readonly url: string;
  readonly level: number;
  /**
   * `stored`, `duplicate`, `redirected`, `failed(http-4xx)`, `failed(http-5xx)`, `skipped(robots)`,
   * `skipped(outside-scope)`, `pending`.
   */
  readonly outcome: string;
  /** URL of the page (or redirect) that found it first; null for seeds. */
  readonly via: string | null;
}

interface Candidate {
  readonly id: string;
  readonly via: string | null;
  readonly outside: boolean;
}

/**
 * Crawls a made-up web in memory, one address after another in rank order, as design.md §4 defines
 * the result of any crawl: seeds are the `/` of every host (scope host), a redirect's target takes
 * its source's place, what a limit leaves is pending. It shares nothing with the engine: tests
 * compare the two.
 */
export function referenceCrawl(web: Web, origins: readonly string[], rules: ReferenceRules = {}): ReferenceTask[] {
  return new ReferenceCrawl(web, origins, rules).run();
}

class ReferenceCrawl {
  readonly #pages: ReadonlyMap<string, WebPage>;
  readonly #hosts: number;
  readonly #origins: readonly string[];
  readonly #limits: ReferenceRules;
  readonly #tasks = new Map<string, ReferenceTask>();
  readonly #stored = { all: 0, level: 0, host: new Map<number, number>() };
  /** Original of every body that was stored. */
  readonly #bodies = new Set<string>();
  #next: Candidate[] = [];
  /** What pages of the level gave to each address: ten million a page, in whole equal shares. */
  readonly #cash = new Map<string, number>();

  constructor(web: Web, origins: readonly string[], limits: ReferenceRules) {
    this.#pages = new Map(web.pages.map((page) => [refId(page), page]));
    this.#hosts = web.options.hosts;
    this.#origins = origins;
    this.#limits = limits;
  }

  run(): ReferenceTask[] {
    this.#next = Array.from({ length: this.#hosts }, (_, host) => ({ id: `${host}/`, via: null, outside: false }));
    for (let level = 0; this.#next.length > 0; level++) {
      if (this.#limits.order === 'importance') this.#richestFirst();
      this.#runLevel(level);
    }
    return [...this.#tasks.values()].sort((a, b) => (a.url < b.url ? -1 : 1));
  }

  #richestFirst(): void {
    const cashOf = ({ id }: Candidate): number => this.#cash.get(id) ?? 0;
    this.#next.sort((a, b) => cashOf(b) - cashOf(a));
    this.#cash.clear();
  }

  /**
   * Admits the level as a whole first: a redirect to one of its addresses is a redirect to a known
   * key.
   */
  #runLevel(level: number): void {
    const admitted: Candidate[] = [];
    for (const candidate of this.#next) {
      if (this.#tasks.has(candidate.id)) continue;
      this.#settle(candidate, level, candidate.outside ? 'skipped(outside-scope)' : 'pending');
      if (!candidate.outside) admitted.push(candidate);
    }
    this.#next = [];
    this.#stored.level = 0;
    if (level > (this.#limits.depth ?? Number.POSITIVE_INFINITY)) return;
    for (const candidate of admitted) this.#visit(candidate, level);
  }

  /**
   * An address that no limit keeps away gets its outcome; robots.txt is asked then, as late as
   * that.
   */
  #visit(candidate: Candidate, level: number): void {
    const page = this.#pages.get(candidate.id);
    if (page === undefined || this.#full(page.host)) return;
    if (page.kind === 'disallowed') this.#settle(candidate, level, 'skipped(robots)');
    else if (page.kind === 'error') this.#settle(candidate, level, `failed(http-${page.status >= 500 ? 5 : 4}xx)`);
    else if (page.kind === 'redirect' && page.to !== null) this.#follow(candidate, page.to, level);
    else this.#read(candidate, page, level);
  }

  #read(candidate: Candidate, page: WebPage, level: number): void {
    const body = page.kind === 'duplicate' && page.to !== null ? refId(page.to) : candidate.id;
    const isNew = !this.#bodies.has(body);
    this.#settle(candidate, level, isNew ? 'stored' : 'duplicate');
    if (isNew) this.#count(body, page.host);
    const found = page.links.map((link) => candidateOf(link, candidate.id));
    this.#next.push(...found);
    const paid = found.filter(({ id }) => id !== candidate.id);
    for (const { id } of paid) this.#cash.set(id, (this.#cash.get(id) ?? 0) + Math.floor(1e7 / paid.length));
  }

  #follow(source: Candidate, to: WebRef, level: number): void {
    this.#settle(source, level, 'redirected');
    const target: Candidate = { id: refId(to), via: source.id, outside: false };
    if (this.#tasks.has(target.id)) return;
    this.#settle(target, level, 'pending');
    this.#visit(target, level);
  }

  #full(host: number): boolean {
    const { pages, pagesPerLevel, pagesPerHost } = this.#limits;
    const reached = (count: number, limit: number | null | undefined): boolean =>
      limit !== null && limit !== undefined && count >= limit;
    const { all, level, host: hosts } = this.#stored;
    return reached(all, pages) || reached(level, pagesPerLevel) || reached(hosts.get(host) ?? 0, pagesPerHost);
  }

  #count(body: string, host: number): void {
    this.#bodies.add(body);
    this.#stored.all++;
    this.#stored.level++;
    this.#stored.host.set(host, (this.#stored.host.get(host) ?? 0) + 1);
  }

  #settle(candidate: Candidate, level: number, outcome: string): void {
    const via = candidate.via === null ? null : this.#url(candidate.via);
    this.#tasks.set(candidate.id, { url: this.#url(candidate.id), level, outcome, via });
  }

  #url(id: string): string {
    const page = this.#pages.get(id);
    return page === undefined ? id : urlOf(page, this.#origins);
  }
}

function candidateOf(link: WebRef | string, via: string): Candidate {
  return typeof link === 'string' ? { id: link, via, outside: true } : { id: refId(link), via, outside: false };
}

/** How many tasks have each outcome. */
export function countOutcomes(tasks: readonly ReferenceTask[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { outcome } of tasks) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}
