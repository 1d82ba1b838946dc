import type { Links } from '#core/extraction/links/link-kind.ts';
import { isBlockedAddress, isBlockedPort } from '#core/fetch/address/address.ts';
import type { Verdict } from '#core/model/outcome.ts';
import type { MatchedPatterns } from '#core/scope/filter/matched-patterns.ts';
import { type SeedScope, type SiteScope, seedScope } from '#core/scope/filter/seed-scope.ts';
import { scoreRule } from '#core/scope/focus/link-score.ts';
import { compileExpression, type Expression } from '#core/scope/patterns/expression.ts';
import { PathPrefixes } from '#core/scope/patterns/path-prefixes.ts';
import { Blacklist, PatternList, skip } from '#core/scope/patterns/pattern-list.ts';
import type { Scope } from '#core/scope/scope.ts';
import { MAX_HOST_LENGTH, parseSite, type Site } from '#core/scope/site.ts';
import type { Traps } from '#core/scope/traps/traps.ts';
import { PathTraps } from '#core/scope/traps/url-trap.ts';
import { type CrawlUrl, parseCrawlUrl } from '#core/url/crawl-url.ts';
import { type Seed, seedUrls } from '#core/url/seed/seed.ts';

/** Fields of a workflow that decide which URLs belong to its crawl. */
export interface ScopeRules {
  readonly seeds: readonly Seed[];
  readonly scope: Scope;
  readonly links: Pick<Links, 'nofollow'>;
  readonly traps: Traps;
}

/** Context in which a URL was found. */
export interface LinkContext {
  /**
   * The link or its page said nofollow (rel, robots meta, X-Robots-Tag). The workflow decides if
   * that counts.
   */
  readonly nofollow: boolean;
  /** The link's score on the topic in hundredths, when it is too low. @default it is not */
  readonly offTopic?: number | undefined;
  /**
   * Exempt from mode, include, urlSelector, extension and traps; never from blacklist, exclude and
   * address rules.
   */
  readonly seed: boolean;
  /** A redirect target of a seed: exempt like a seed. @default false */
  readonly scopeExempt?: boolean;
}

/** Decides which URLs belong to a crawl, before any request. */
export interface ScopeFilter {
  /**
   * The rule with the lowest precedence (`SKIP_REASON_TABLE`), up to `off-topic`, that applies, or
   * a path that is a trap; `rule` names the pattern or value that decided. Never throws.
   */
  decide(url: CrawlUrl, how: LinkContext): Verdict;
  /** Patterns of the workflow that matched a URL so far. */
  matched(): MatchedPatterns;
}

export interface ScopeFilterOptions {
  /** Opens private and loopback addresses: a setting of the run. */
  readonly allowPrivateNetwork: boolean;
  /**
   * The deployment's own list: globs over the whole URL, and bare host names, each with all hosts
   * below.
   * @default none
   */
  readonly blocklist?: readonly string[];
}

/**
 * @param scopeSeeds addresses whose scope counts: the workflow's seeds and the ends of their
 * redirect chains
 * @throws SurfError `EXPRESSION_INVALID` for a workflow that `checkWorkflow` has not seen
 */
export function createScopeFilter(
  workflow: ScopeRules,
  scopeSeeds: readonly Seed[],
  options: ScopeFilterOptions,
): ScopeFilter {
  return new RuleFilter(workflow, scopeSeeds, options);
}

/** Verdicts of the rules on a site as a whole. */
interface SiteVerdicts {
  readonly invalid: Verdict | null;
  readonly address: Verdict | null;
  readonly blocklist: Verdict | null;
  readonly blacklist: Verdict | null;
  readonly scope: SiteScope;
  /** The site as patterns see it, when that is not as it is written (dot at the host's end). */
  readonly seenAs: string | null;
}

const ADMITTED: Verdict = Object.freeze({ reason: null });

/** Sites remembered at once; links go to few sites, and an attacker's many are forgotten again. */
const MAX_SITES = 4_096;

class RuleFilter implements ScopeFilter {
  readonly #options: ScopeFilterOptions;
  readonly #tooLong: Verdict;
  readonly #outside: Verdict;
  readonly #notIncluded = skip('not-included');
  readonly #nofollow: Verdict | null;
  readonly #maxUrlLength: number;
  readonly #http: Verdict | null;
  readonly #https: Verdict | null;
  readonly #blocklist: Blacklist;
  readonly #blacklist: Blacklist;
  readonly #exclude: PatternList;
  readonly #include: PatternList;
  readonly #selector: Expression | null;
  readonly #notSelected: Verdict;
  readonly #extensions: ReadonlySet<string>;
  readonly #traps: PathTraps;
  readonly #scope: SeedScope;
  readonly #sites = new Map<string, SiteVerdicts>();

  constructor(workflow: ScopeRules, scopeSeeds: readonly Seed[], options: ScopeFilterOptions) {
    const { scope, links } = workflow;
    const seeds = new Set(normalized(seedUrls(workflow.seeds)));
    const places = normalized(seedUrls(scopeSeeds));
    this.#options = options;
    this.#maxUrlLength = scope.maxUrlLength;
    this.#tooLong = skip('url-too-long', `maxUrlLength ${scope.maxUrlLength}`);
    this.#http = scope.schemes.includes('http') ? null : skip('scheme', 'http');
    this.#https = scope.schemes.includes('https') ? null : skip('scheme', 'https');
    this.#blocklist = new Blacklist(options.blocklist ?? [], 'blocklist');
    this.#blacklist = new Blacklist(scope.blacklist, 'blacklist');
    this.#exclude = new PatternList(scope.exclude, 'excluded');
    this.#outside = skip('outside-scope', scope.mode);
    this.#include = new PatternList(scope.include, 'not-included');
    this.#selector = scope.urlSelector === null ? null : compileExpression(scope.urlSelector);
    this.#notSelected = skip('not-selected', scope.urlSelector ?? undefined);
    this.#extensions = new Set(scope.ignoreExtensions.map((extension) => extension.toLowerCase()));
    this.#traps = new PathTraps(workflow.traps);
    this.#nofollow = links.nofollow === 'obey' ? skip('nofollow') : null;
    this.#scope = seedScope(
      scope.mode,
      places.filter((seed) => seeds.has(seed)),
      places.filter((seed) => !seeds.has(seed)),
    );
  }

  decide(url: CrawlUrl, how: LinkContext): Verdict {
    const path = url.indexOf('/', 8);
    const site = this.#site(url, path);
    const seenAs = site.seenAs === null ? url : site.seenAs + url.slice(path);
    const forbidden = this.#forbidden(url, site, seenAs);
    if (forbidden !== null) return forbidden;
    if (how.seed || how.scopeExempt === true) return ADMITTED;
    return (
      this.#unwanted(url, path, site) ??
      this.#unselected(url, path, seenAs) ??
      this.#unfollowed(how) ??
      this.#traps.find(url, path) ??
      ADMITTED
    );
  }

  matched(): MatchedPatterns {
    return {
      include: this.#include.matched(),
      exclude: this.#exclude.matched(),
      blacklist: this.#blacklist.matched(),
    };
  }

  /** Applies the rules from which nothing is exempt. */
  #forbidden(url: CrawlUrl, site: SiteVerdicts, seenAs: string): Verdict | null {
    if (site.invalid !== null) return site.invalid;
    const scheme = url.charCodeAt(4) === 115 ? this.#https : this.#http;
    if (scheme !== null) return scheme;
    if (url.length > this.#maxUrlLength) return this.#tooLong;
    return (
      site.address ??
      site.blocklist ??
      this.#blocklist.find(seenAs) ??
      site.blacklist ??
      this.#blacklist.find(seenAs) ??
      this.#exclude.find(seenAs)
    );
  }

  #unwanted(url: CrawlUrl, path: number, site: SiteVerdicts): Verdict | null {
    if (site.scope === true) return null;
    return site.scope instanceof PathPrefixes && site.scope.has(url.slice(path)) ? null : this.#outside;
  }

  #unselected(url: CrawlUrl, path: number, seenAs: string): Verdict | null {
    if (!this.#include.isEmpty && this.#include.find(seenAs) === null) return this.#notIncluded;
    if (this.#selector !== null && !this.#selector.finds(seenAs)) return this.#notSelected;
    if (this.#extensions.size === 0) return null;
    const extension = extensionOf(url, path);
    return this.#extensions.has(extension) ? skip('extension', `.${extension}`) : null;
  }

  #unfollowed(how: LinkContext): Verdict | null {
    return (
      (how.nofollow ? this.#nofollow : null) ??
      (how.offTopic === undefined ? null : skip('off-topic', scoreRule(how.offTopic)))
    );
  }

  #site(url: CrawlUrl, path: number): SiteVerdicts {
    const text = url.slice(0, path);
    const known = this.#sites.get(text);
    if (known !== undefined) return known;
    const verdicts = this.#judgeSite(text);
    if (verdicts.invalid !== null) return verdicts; // may be of any length: not kept
    if (this.#sites.size >= MAX_SITES) this.#sites.clear();
    this.#sites.set(copied(text), verdicts);
    return verdicts;
  }

  #judgeSite(text: string): SiteVerdicts {
    if (text.length > MAX_HOST_LENGTH + 'https://.:65535'.length) return INVALID_HOST;
    const site = parseSite(text);
    if (site.host.length > MAX_HOST_LENGTH) return INVALID_HOST;
    return {
      invalid: null,
      address: this.#blockedAddress(site),
      blocklist: this.#blocklist.findHost(site.host),
      blacklist: this.#blacklist.findHost(site.host),
      scope: this.#scope(site),
      seenAs: site.text === text ? null : site.text,
    };
  }

  /** Judges IP addresses, loopback names and ports; the fetcher judges the addresses of a name. */
  #blockedAddress(site: Site): Verdict | null {
    if (site.port !== null && isBlockedPort(site.port)) return skip('blocked-address', `port ${site.port}`);
    const isLoopbackName = site.host === 'localhost' || site.host.endsWith('.localhost'); // RFC 6761 §6.3
    const { blocked, range } = isBlockedAddress(isLoopbackName ? '127.0.0.1' : site.host, this.#options);
    return blocked ? skip('blocked-address', range ?? undefined) : null;
  }
}

const normalized = (urls: readonly string[]): CrawlUrl[] =>
  urls.map((url) => parseCrawlUrl(url)).filter((url) => url !== null);

const INVALID_HOST: SiteVerdicts = {
  invalid: skip('invalid-url', `host longer than ${MAX_HOST_LENGTH}`),
  address: null,
  blocklist: null,
  blacklist: null,
  scope: false,
  seenAs: null,
};

/**
 * Extension of the path's last segment: all after its last dot, in lower case; '' if there is none.
 */
function extensionOf(url: string, path: number): string {
  const query = url.indexOf('?', path);
  const end = query < 0 ? url.length : query;
  const dot = url.lastIndexOf('.', end - 1);
  return dot < path || url.lastIndexOf('/', end - 1) > dot ? '' : url.slice(dot + 1, end).toLowerCase();
}

/** Copies the string: a slice of V8 would keep the whole page alive. */
const copied = (text: string): string => JSON.parse(JSON.stringify(text));
