import robotsParser from 'robots-parser';

export interface MatchRule {
  readonly allow: boolean;
  /** Normalised (`normalisePattern`). */
  readonly pattern: string;
}

/**
 * The methods of the package that we use; its own types describe a module that Node cannot import
 * so.
 */
interface Parsed {
  isAllowed(url: string, agent: string): boolean | undefined;
  getMatchingLineNumber(url: string, agent: string): number;
}
const parse = robotsParser as unknown as (url: string, text: string) => Parsed;

/*
 * The package matches pathname + search of a parsed URL, and that parser loses a bare `?` and folds
 * dots. In a query it does neither: so all paths and patterns are moved behind `/?`, which
 * lengthens every pattern by the same two characters and leaves the longest the longest.
 */
const ORIGIN = 'http://r';
const AGENT = 'r';
/** Line 1 names the agent. */
const FIRST_LINE = 2;

/** Verdict of the package on a path. */
export interface MatchVerdict {
  readonly allowed: boolean;
  /** Index of the rule that decided; -1 when none matches. */
  readonly index: number;
}

/**
 * Lets robots-parser decide: the longest pattern in octets, Allow where two are as long (RFC 9309
 * §2.2.2), allowed where none matches.
 */
export class LongestMatch {
  readonly #parsed: Parsed;

  constructor(rules: readonly MatchRule[]) {
    const lines = rules.map(({ allow, pattern }) => `${allow ? 'Allow' : 'Disallow'}: /?${pattern}`);
    this.#parsed = parse(`${ORIGIN}/robots.txt`, [`User-agent: ${AGENT}`, ...lines].join('\n'));
  }

  /** @param target normalised path and query (`normaliseTarget`), beginning with `/` */
  decide(target: string): MatchVerdict {
    const url = `${ORIGIN}/?${target}`;
    const line = this.#parsed.getMatchingLineNumber(url, AGENT);
    return { allowed: this.#parsed.isAllowed(url, AGENT) === true, index: line < FIRST_LINE ? -1 : line - FIRST_LINE };
  }
}
