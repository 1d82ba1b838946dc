import type { SkipReason, Verdict } from '#core/execution/outcome.ts';
import { isHostName } from '#core/scope/host-name.ts';
import { HostSuffixes } from '#core/scope/host-suffixes.ts';
import { compilePattern, type Pattern } from '#core/scope/pattern.ts';

/** Most characters of a rule in a verdict. */
export const MAX_RULE_LENGTH = 200;

export const skip = (reason: SkipReason, rule?: string): Verdict =>
  Object.freeze(rule === undefined ? { reason } : { reason, rule: rule.slice(0, MAX_RULE_LENGTH) });

/** Patterns that skip for one reason. Globs are asked first, expressions after them. */
export class PatternList {
  readonly #rules: readonly { readonly pattern: Pattern; readonly verdict: Verdict }[];

  /** @throws SurfError `EXPRESSION_INVALID` */
  constructor(texts: readonly string[], reason: SkipReason) {
    const patterns = texts.map(compilePattern);
    const ordered = [
      ...patterns.filter(({ kind }) => kind !== 'expression'),
      ...patterns.filter(({ kind }) => kind === 'expression'),
    ];
    this.#rules = ordered.map((pattern) => ({ pattern, verdict: skip(reason, pattern.text) }));
  }

  get isEmpty(): boolean {
    return this.#rules.length === 0;
  }

  /** The verdict that names the first pattern that matches; null when none does. */
  find(url: string): Verdict | null {
    for (const { pattern, verdict } of this.#rules) if (pattern.matches(url)) return verdict;
    return null;
  }
}

/** A list of forbidden places: globs over the whole URL, and bare host names, which stand for themselves and all hosts below. */
export class Blacklist {
  readonly #reason: SkipReason;
  readonly #hosts: HostSuffixes;
  readonly #patterns: PatternList;

  constructor(entries: readonly string[], reason: SkipReason) {
    this.#reason = reason;
    this.#hosts = new HostSuffixes(entries.filter(isHostName).map((name) => name.toLowerCase()));
    this.#patterns = new PatternList(
      entries.filter((entry) => !isHostName(entry)),
      reason,
    );
  }

  /** @param host as in `Site` */
  findHost(host: string): Verdict | null {
    const name = this.#hosts.find(host);
    return name === null ? null : skip(this.#reason, name);
  }

  find(url: string): Verdict | null {
    return this.#patterns.find(url);
  }
}
