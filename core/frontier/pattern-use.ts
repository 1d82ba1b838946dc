import * as z from 'zod';
import type { Counts } from '#core/execution/execution.ts';
import type { Frontier } from '#core/frontier/frontier.ts';
import { PATTERN_FIELDS } from '#core/scope/filter/matched-patterns.ts';
import type { Workflow } from '#core/workflow/workflow.ts';

/** Most patterns that are named; the others are counted. */
const MOST_NAMED = 20;

/**
 * Effect of a workflow's patterns. They are compared with URLs in the order of the rules: exclude
 * with what no earlier rule skipped.
 */
export const PatternUse = z.object({
  /** Patterns that matched no URL so far. */
  unmatched: z.object({
    count: z.int().nonnegative(),
    first: z.array(z.object({ field: z.enum(PATTERN_FIELDS), pattern: z.string() })).max(MOST_NAMED),
  }),
  /**
   * Set when no include pattern matched, so that Surf crawled only the seeds: the number of URLs
   * that it skipped, and the first of them. Null otherwise.
   */
  nothingIncluded: z.object({ skipped: z.int().positive(), example: z.string() }).nullable(),
  /**
   * Set when no link scored enough on the topic, so that Surf crawled only the seeds: the number of
   * URLs that it skipped, and the URL with the highest score. Null when it followed a link.
   */
  nothingOnTopic: z
    .object({ skipped: z.int().positive(), best: z.object({ url: z.string(), score: z.number().min(0).max(1) }) })
    .nullable(),
});
export type PatternUse = z.infer<typeof PatternUse>;

const ALL_USED: PatternUse = { unmatched: { count: 0, first: [] }, nothingIncluded: null, nothingOnTopic: null };

/**
 * @param head null before the first wave; without `matched` when an older Surf began the execution:
 * then nothing is known
 */
export function patternUse(
  { scope }: Pick<Workflow, 'scope'>,
  { head, counts }: { readonly head: UsedHead | null; readonly counts: Counts },
): PatternUse {
  const matched = head?.matched;
  const nothingOnTopic = head === null ? null : nothingOnTopicOf(head, counts);
  if (matched === undefined) return { ...ALL_USED, nothingOnTopic };
  const unmatched = PATTERN_FIELDS.flatMap((field) => {
    const places = new Set(matched[field]);
    return scope[field].filter((_, place) => !places.has(place)).map((pattern) => ({ field, pattern }));
  });
  const skipped = counts.skipped['not-included'] ?? 0;
  const example = head?.notIncluded?.url;
  const isNothing = scope.include.length > 0 && matched.include.length === 0 && skipped > 0 && example !== undefined;
  return {
    unmatched: { count: unmatched.length, first: unmatched.slice(0, MOST_NAMED) },
    nothingIncluded: isNothing ? { skipped, example } : null,
    nothingOnTopic,
  };
}

type UsedHead = Pick<Frontier, 'matched' | 'notIncluded' | 'offTopic' | 'levels'>;

function nothingOnTopicOf({ offTopic, levels }: UsedHead, counts: Counts): PatternUse['nothingOnTopic'] {
  const skipped = counts.skipped['off-topic'] ?? 0;
  const isFollowed = levels.some(({ level, discovered, skipped: refused }) => level > 0 && discovered > refused);
  if (skipped === 0 || offTopic === undefined || isFollowed) return null;
  return { skipped, best: { url: offTopic.url, score: offTopic.score / 100 } };
}
