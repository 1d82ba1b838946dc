import type { SkipReason, Verdict } from '#core/model/outcome.ts';
import { isHostName } from '#core/scope/patterns/host-name.ts';
import { HostSuffixes } from '#core/scope/patterns/host-suffixes.ts';
import { compilePattern, type Pattern } from '#core/scope/patterns/pattern.ts';

/** Most characters of a rule in a verdict. */
export const MAX_RULE_LENGTH = 200;

export const skip = (reason: SkipReason, rule?: string): Verdict =>
  Object.freeze(rule === undefined ? { reason } : { reason, rule: rule.slice(0, MAX_RULE_LENGTH) });

interface Rule {
  readonly pattern: Pattern;
  readonly verdict: Verdict;
  /** Index in the list. */
  readonly place: number;
  isMatched: boolean;
}

/** Patterns that skip for one reason. Globs are tried first, expressions after them. */
export class PatternList {
  readonly #rules: readonly Rule[];

  /** @throws SurfError `EXPRESSION_INVALID` */
  constructor(texts: readonly string[], reason: SkipReason) {
    const rules = texts.map((text, place): Rule => {
      const pattern = compilePattern(text);
      return { pattern, verdict: skip(reason, pattern.text), place, isMatched: false };
    });
    this.#rules = [
      ...rules.filter(({ pattern }) => pattern.kind !== 'expression'),
      ...rules.filter(({ pattern }) => pattern.kind === 'expression'),
    ];
  }

  get isEmpty(): boolean {
    return this.#rules.length === 0;
  }

  /** Places of the patterns that matched so far, ascending. */
  matched(): number[] {
    const matched = this.#rules.filter(({ isMatched }) => isMatched).map(({ place }) => place);
    return matched.sort((a, b) => a - b);
  }

  /**
   * The verdict that names the first pattern that matches; null when none does. Patterns behind it
   * are tried until each has matched once, so that `matched` does not miss one that another always
   * precedes.
   */
  find(url: string): Verdict | null {
    let found: Verdict | null = null;
    for (const rule of this.#rules) {
      if (found !== null && rule.isMatched) continue;
      if (!rule.pattern.matches(url)) continue;
      rule.isMatched = true;
      found ??= rule.verdict;
    }
    return found;
  }
}

/**
 * A list of forbidden places: patterns, and bare host names, which match the host and all hosts
 * below.
 */
export class Blacklist {
  readonly #reason: SkipReason;
  /** Places of host names in the list. */
  readonly #places: ReadonlyMap<string, number>;
  readonly #hosts: HostSuffixes;
  readonly #matchedHosts = new Set<string>();
  readonly #patterns: PatternList;
  /** Places of the patterns in the whole list. */
  readonly #patternPlaces: readonly number[];

  constructor(entries: readonly string[], reason: SkipReason) {
    this.#reason = reason;
    const placed = entries.map((entry, place) => ({ entry, place }));
    const patterns = placed.filter(({ entry }) => !isHostName(entry));
    const names = placed.filter(({ entry }) => isHostName(entry));
    this.#places = new Map(names.map(({ entry, place }) => [entry.toLowerCase(), place]));
    this.#hosts = new HostSuffixes(this.#places.keys());
    this.#patternPlaces = patterns.map(({ place }) => place);
    this.#patterns = new PatternList(
      patterns.map(({ entry }) => entry),
      reason,
    );
  }

  /** Places of the entries that matched so far, ascending. */
  matched(): number[] {
    const patterns = this.#patterns.matched().map((place) => this.#patternPlaces[place] as number);
    const hosts = [...this.#matchedHosts].map((name) => this.#places.get(name) as number);
    return [...patterns, ...hosts].sort((a, b) => a - b);
  }

  /** @param host as in `Site` */
  findHost(host: string): Verdict | null {
    const name = this.#hosts.find(host);
    if (name === null) return null;
    this.#matchedHosts.add(name);
    return skip(this.#reason, name);
  }

  find(url: string): Verdict | null {
    return this.#patterns.find(url);
  }
}
