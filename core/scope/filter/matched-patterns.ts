import * as z from 'zod';
import type { Scope } from '#core/scope/scope.ts';

/** Fields of `scope` that have patterns. */
export const PATTERN_FIELDS = ['include', 'exclude', 'blacklist'] as const;

const places = z.array(z.int().nonnegative());

/** Patterns of a workflow that matched a URL: their indexes in its lists, ascending. */
export const MatchedPatterns = z.object({ include: places, exclude: places, blacklist: places });
export type MatchedPatterns = z.infer<typeof MatchedPatterns>;

export const NO_MATCHES: MatchedPatterns = { include: [], exclude: [], blacklist: [] };

/** Is there any? */
export const hasMatches = (matched: MatchedPatterns): boolean =>
  PATTERN_FIELDS.some((field) => matched[field].length > 0);

/** Union of the two. */
export const joinMatches = (a: MatchedPatterns, b: MatchedPatterns): MatchedPatterns => ({
  include: joined(a.include, b.include),
  exclude: joined(a.exclude, b.exclude),
  blacklist: joined(a.blacklist, b.blacklist),
});

/** Does the workflow have patterns? */
export const hasPatterns = ({ scope }: { readonly scope: Scope }): boolean =>
  PATTERN_FIELDS.some((field) => scope[field].length > 0);

const joined = (a: readonly number[], b: readonly number[]): number[] =>
  b.every((place) => a.includes(place)) ? [...a] : [...new Set([...a, ...b])].sort((x, y) => x - y);
