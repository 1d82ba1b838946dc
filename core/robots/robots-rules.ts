import { FirstMatch } from '#core/robots/first-match.ts';
import { LongestMatch } from '#core/robots/longest-match.ts';
import { agentName } from '#core/robots/product-token.ts';
import { parseGroups, type RobotsRule } from '#core/robots/robots-groups.ts';
import { normalisePattern, normaliseTarget } from '#core/robots/robots-octets.ts';
import { robotsText } from '#core/robots/robots-text.ts';
import { type CrawlUrl, parseCrawlUrl } from '#core/url/crawl-url.ts';

/** A verdict with its evidence (N6). */
export interface RobotsVerdict {
  readonly allowed: boolean;
  /** 1-based line of the rule that decided; null when none matches. */
  readonly line: number | null;
  /** Its value as written, at most 200 characters. */
  readonly pattern: string | null;
}

interface PreparedRule extends RobotsRule {
  readonly normal: string;
  /** Literal prefix of a matching path: all before the first wildcard or the anchor. */
  readonly literal: string;
}

const FREE: RobotsVerdict = { allowed: true, line: null, pattern: null };
const MAX_EVIDENCE = 200;
/** Above this, rules whose literal beginning does not fit are left out before the match. */
const SMALL_GROUP = 64;
/**
 * Octets behind the first wildcard cost up to the length of the URL each; more of them in one group
 * are an attack.
 */
const MAX_WILD_OCTETS = 32 * 1024;
/** Longer than any URL with every octet escaped: cannot match. */
const MAX_PATTERN = 3 * 8_192;

/**
 * Parses a robots.txt for one agent. It never throws: all bytes give rules, perhaps none.
 *
 * @param agent User-Agent as sent; its product token picks the group
 * @param robotsUrl where the file came from: relative sitemap addresses are resolved against it
 */
export function parseRobots(body: Uint8Array, agent: string, robotsUrl: string): RobotsRules {
  const { rules, crawlDelaySeconds, sitemaps } = parseGroups(robotsText(body), agentName(agent));
  return new RobotsRules(prepare(rules), crawlDelaySeconds, resolveSitemaps(sitemaps, robotsUrl));
}

/** The matching rule that decides (`politeness.robotsMatch`). */
export type RobotsMatch = 'longest' | 'first';

/**
 * Rules of a robots.txt for one agent on its origin (scheme, host and port: the caller sees to
 * that).
 */
export class RobotsRules {
  /** Value in the file; the caller decides how much it honours. Null if the file has none. */
  readonly crawlDelaySeconds: number | null;
  /** Absolute http(s) addresses, distinct, in order; not checked in any other way. */
  readonly sitemaps: readonly string[];
  readonly #rules: readonly PreparedRule[];
  /** For small groups: all rules at once. */
  #match: LongestMatch | FirstMatch | null;
  #free: RobotsVerdict | null = null;

  constructor(rules: readonly PreparedRule[], crawlDelaySeconds: number | null, sitemaps: readonly string[]) {
    this.#rules = rules;
    this.crawlDelaySeconds = crawlDelaySeconds;
    this.sitemaps = sitemaps;
    this.#match = rules.length <= SMALL_GROUP ? new LongestMatch(asMatchRules(rules)) : null;
  }

  /** Returns these rules with another way to choose among those that match. */
  matching(match: RobotsMatch): RobotsRules {
    if (match === 'longest') return this;
    const rules = new RobotsRules(this.#rules, this.crawlDelaySeconds, this.sitemaps);
    rules.#match = new FirstMatch(asMatchRules(this.#rules));
    return rules;
  }

  /** May this URL be fetched? `/robots.txt` itself always may (RFC 9309 §2.2.2). */
  verdict(url: CrawlUrl): RobotsVerdict {
    const target = normaliseTarget(url.slice(url.indexOf('/', 8)));
    if (target === '/robots.txt') return FREE;
    if (!this.#rules.some((rule) => target.startsWith(rule.literal))) return this.#unmatched();
    const rules = this.#match === null ? this.#fitting(target) : this.#rules;
    const { allowed, index } = (this.#match ?? new LongestMatch(asMatchRules(rules))).decide(target);
    const rule = rules[index];
    return rule === undefined
      ? { allowed, line: null, pattern: null }
      : { allowed, line: rule.line, pattern: evidence(rule.pattern) };
  }

  /**
   * True if no rule can match any target: computed once, because most pages of most sites are
   * of this kind.
   */
  #unmatched(): RobotsVerdict {
    if (this.#match instanceof FirstMatch) return FREE;
    this.#free ??= { allowed: new LongestMatch([]).decide('/').allowed, line: null, pattern: null };
    return this.#free;
  }

  /** Keeps, of many rules, those that can match at all. */
  #fitting(target: string): PreparedRule[] {
    return this.#rules.filter((rule) => target.startsWith(rule.literal));
  }
}

/**
 * Normalises, and drops repetitions and rules that can match no URL. If a group has more wildcards
 * than anybody needs, the rest of its Disallow rules end at their first one (they forbid more) and
 * the rest of such Allow rules are dropped.
 */
function prepare(rules: readonly RobotsRule[]): PreparedRule[] {
  const seen = new Set<string>();
  const prepared: PreparedRule[] = [];
  let wild = 0;
  for (const rule of rules) {
    let normal = normalisePattern(rule.pattern).replace(/\*{2,}/g, '*');
    const star = normal.indexOf('*');
    if (star >= 0) wild += normal.length - star;
    if (star >= 0 && wild > MAX_WILD_OCTETS) {
      if (rule.allow) continue;
      normal = normal.slice(0, star);
    }
    const key = `${rule.allow ? '+' : '-'}${normal}`;
    if (normal === '' || normal.length > MAX_PATTERN || seen.has(key)) continue;
    seen.add(key);
    prepared.push({ ...rule, normal, literal: /^[^*$]*/.exec(normal)?.[0] ?? '' });
  }
  return prepared;
}

const asMatchRules = (rules: readonly PreparedRule[]) => rules.map(({ allow, normal }) => ({ allow, pattern: normal }));

/** The octets read as UTF-8, so that people recognise the line. */
function evidence(pattern: string): string {
  const bytes = Uint8Array.from(pattern.slice(0, MAX_EVIDENCE * 3), (character) => character.charCodeAt(0));
  return new TextDecoder().decode(bytes).slice(0, MAX_EVIDENCE);
}

function resolveSitemaps(values: readonly string[], robotsUrl: string): string[] {
  const base = parseCrawlUrl(robotsUrl) ?? undefined;
  const found = new Set<string>();
  for (const value of values) {
    const url = value === '' ? null : parseCrawlUrl(fromOctets(value), base);
    if (url !== null) found.add(url);
  }
  return [...found];
}

const fromOctets = (text: string): string =>
  new TextDecoder().decode(Uint8Array.from(text, (character) => character.charCodeAt(0)));
