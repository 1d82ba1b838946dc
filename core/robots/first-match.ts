import type { MatchRule, MatchVerdict } from '#core/robots/longest-match.ts';

/**
 * Finds the first rule in the order of the file that matches: how robots.txt was read before RFC
 * 9309, and how some crawlers still do (`politeness.robotsMatch: first`). `*` and `$` mean what
 * they mean in the RFC.
 */
export class FirstMatch {
  readonly #rules: readonly MatchRule[];
  readonly #matches: readonly ((target: string) => boolean)[];

  constructor(rules: readonly MatchRule[]) {
    this.#rules = rules;
    this.#matches = rules.map(({ pattern }) => compilePrefix(pattern));
  }

  /**
   * @param target normalised path and query (`normaliseTarget`), beginning with `/`
   * @returns index of the rule; -1 when none matches
   */
  find(target: string): number {
    return this.#matches.findIndex((matches) => matches(target));
  }

  /** Allowed where none matches. */
  decide(target: string): MatchVerdict {
    const index = this.find(target);
    return { allowed: this.#rules[index]?.allow ?? true, index };
  }
}

/**
 * A pattern over the beginning of a path, or all of it when it ends with `$`. The leftmost place of
 * each piece in turn decides: no backtracking.
 */
function compilePrefix(pattern: string): (target: string) => boolean {
  const anchored = pattern.endsWith('$');
  const [first = '', ...rest] = (anchored ? pattern.slice(0, -1) : pattern).split('*');
  const last = anchored ? rest.pop() : undefined;
  if (rest.length === 0 && last === undefined) {
    return anchored ? (target) => target === first : (target) => target.startsWith(first);
  }
  return (target) => {
    if (!target.startsWith(first)) return false;
    let at = first.length;
    for (const piece of rest) {
      const found = target.indexOf(piece, at);
      if (found < 0) return false;
      at = found + piece.length;
    }
    return last === undefined || (target.endsWith(last) && target.length - last.length >= at);
  };
}
