import * as z from 'zod';
import { BasePage } from '#core/archive/chunk/base-page.ts';
import type { OutcomeLine } from '#core/archive/chunk/chunk-lines.ts';
import type { PlanTask } from '#core/archive/plan.ts';
import { UrlKey } from '#core/url/url-key.ts';

/** The longest `found`: a digest, or `redirected` with a key. */
const MOST_FOUND = 64;

/**
 * A line of `visits.jsonl`, sorted by key: what one execution of a collection learned of an address
 * that it asked for. Written where the workflow has a revisit policy.
 */
export const PageVisit = z.object({
  key: UrlKey,
  url: z.string(),
  level: z.int().nonnegative(),
  /** When the answer ended (epoch ms). */
  at: z.number(),
  /**
   * What two visits are compared by: the digest of the body, `redirected KEY`, `skipped REASON`.
   * Absent: the request failed, and nothing is known.
   */
  found: z.string().max(MOST_FOUND).optional(),
  /** The server said 404 or 410. */
  gone: z.literal(true).optional(),
  /** What to ask by next time; absent: the page is fetched whole. */
  page: BasePage.optional(),
});
export type PageVisit = z.infer<typeof PageVisit>;

/**
 * What the outcome of a task says of its address.
 * @param page what to ask by; absent: there is nothing
 */
export function visitOf(
  { key, url, level }: Pick<PlanTask, 'key' | 'url' | 'level'>,
  line: Pick<OutcomeLine, 'outcome' | 'digest' | 'status' | 'endedAt'>,
  page: BasePage | undefined,
): PageVisit {
  const found = foundBy(line);
  const isGone = line.outcome.type === 'failed' && (line.status === 404 || line.status === 410);
  return {
    ...{ key, url, level },
    at: line.endedAt ?? 0,
    ...(found !== undefined && { found }),
    ...(isGone && { gone: true as const }),
    ...(page !== undefined && { page }),
  };
}

function foundBy({ outcome, digest }: Pick<OutcomeLine, 'outcome' | 'digest'>): string | undefined {
  switch (outcome.type) {
    case 'stored':
    case 'notModified':
      return digest;
    case 'redirected':
      return `redirected ${outcome.to}`;
    case 'skipped':
      return `skipped ${outcome.reason}`;
    default:
      return undefined;
  }
}
