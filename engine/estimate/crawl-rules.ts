import type { RunSettings } from '#core/execution/execution.ts';
import type { FetchAnswer } from '#core/fetch/fetcher.ts';
import type { Verdict } from '#core/model/outcome.ts';
import type { HostKey } from '#core/politeness/hosts/host-key.ts';
import type { RobotsRules } from '#core/robots/robots-rules.ts';
import { createScopeFilter, type ScopeFilter } from '#core/scope/filter/scope-filter.ts';
import { admitsSitemap } from '#core/sitemap/admits-sitemap.ts';
import { Canonicalizer } from '#core/url/canonical-url.ts';
import { type CrawlUrl, parseCrawlUrl } from '#core/url/crawl-url.ts';
import { originOf } from '#core/url/origin.ts';
import { seedUrls } from '#core/url/seed/seed.ts';
import { urlKeyOf } from '#core/url/url-key.ts';
import { limitsInForce } from '#core/workflow/limits-in-force.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import { PageLinks } from '#engine/archive-reader/page-links.ts';

export interface RuledCrawl {
  readonly workflow: Workflow;
  readonly settings: RunSettings;
  readonly blocklist: readonly string[];
}

/** Decides which addresses a crawl of the workflow requests, as far as that takes no request. */
export class CrawlRules {
  readonly #crawl: RuledCrawl;
  readonly #seeds: string[];
  readonly #mostDepth: number;
  readonly #follow: ReadonlySet<string>;
  readonly #robots = new Map<string, RobotsRules>();
  readonly #keys: Canonicalizer;
  #scopeFilter: ScopeFilter;
  #links: PageLinks;
  /** Addresses that were below the workflow's depth. */
  tooDeep = 0;
  /** Does any page have more links than Surf reads from one? */
  leavesLinks = false;

  constructor(crawl: RuledCrawl) {
    const { workflow } = crawl;
    this.#crawl = crawl;
    this.#seeds = seedUrls(workflow.seeds);
    this.#mostDepth = limitsInForce(workflow, {}).depth ?? Number.POSITIVE_INFINITY;
    this.#follow = new Set<string>(workflow.links.follow);
    this.#keys = new Canonicalizer(workflow.key);
    this.#scopeFilter = this.#madeFilter();
    this.#links = this.#madeLinks();
  }

  /** The verdict on a seed, which is exempt from some rules. */
  ofSeed(url: CrawlUrl): Verdict {
    return this.#scopeFilter.decide(url, { nofollow: false, seed: true, scopeExempt: true });
  }

  /** A seed redirects there: its scope counts, too. */
  widen(target: CrawlUrl): void {
    if (this.#seeds.includes(target)) return;
    this.#seeds.push(target);
    this.#scopeFilter = this.#madeFilter();
    this.#links = this.#madeLinks();
  }

  /** Notes an origin's robots.txt, whose rules hold before Surf requests an address. */
  learn(origin: string, rules: RobotsRules): void {
    if (this.#crawl.workflow.politeness.robots === 'obey') this.#robots.set(origin, rules);
  }

  takes(url: CrawlUrl): boolean {
    if (this.#scopeFilter.decide(url, { nofollow: false, seed: false }).reason !== null) return false;
    return this.#robots.get(originOf(url))?.verdict(url).allowed ?? true;
  }

  /** Is the depth within the workflow's limit? Counts deeper links in `tooDeep`. */
  isWithinDepth(depth: number): boolean {
    if (depth <= this.#mostDepth) return true;
    this.tooDeep += 1;
    return false;
  }

  admitsSitemap(url: CrawlUrl, { by, isRead }: { readonly by: HostKey; readonly isRead: boolean }): boolean {
    const isGiven = isRead && Array.isArray(this.#crawl.workflow.sitemaps);
    return admitsSitemap(this.#scopeFilter, url, { host: by, depth: 0, ...(isGiven && { given: true as const }) });
  }

  /** Links of a page that the crawl follows, each address once; of thousands the first ones. */
  linksOf(url: CrawlUrl, answer: FetchAnswer): CrawlUrl[] {
    const { status, statusText, headers, wireBody, body } = answer;
    const task = { key: urlKeyOf(this.#keys.form(url)), level: 0, rank: 1 };
    const archived = { status, statusText, headers, wireBody, url, date: null };
    const { links, scan } = this.#links.read(task, archived, body);
    this.leavesLinks ||= scan.more !== null;
    const found = new Map<string, CrawlUrl>();
    for (const { to, kind, reason = null } of links) {
      const target = reason === null && this.#follow.has(kind) ? parseCrawlUrl(to) : null;
      if (target !== null) found.set(this.#keys.form(target), target);
    }
    return [...found.values()];
  }

  #madeFilter(): ScopeFilter {
    const { workflow, settings, blocklist } = this.#crawl;
    const { allowPrivateNetwork } = settings;
    return createScopeFilter(workflow, this.#seeds, { allowPrivateNetwork, blocklist });
  }

  #madeLinks(): PageLinks {
    const rules = { ...this.#crawl.settings, onlyFirst: true };
    return new PageLinks(this.#crawl.workflow, this.#seeds, rules);
  }
}
