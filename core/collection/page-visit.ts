import * as z from 'zod';
import { BasePage } from '#core/archive/chunk/base-page.ts';
import type { OutcomeLine } from '#core/archive/chunk/chunk-lines.ts';
import type { PlanTask } from '#core/archive/plan.ts';
import { UrlKey } from '#core/url/url-key.ts';

/** The longest `found`: a digest of bytes, or `redirected` with a key. */
const MOST_FOUND = 64;

/**
 * A line of `visits.jsonl`, sorted by key: the findings of one execution of a collection about an
 * address that it requested. Written if the workflow has a revisit policy.
 */
export const PageVisit = z.object({
  key: UrlKey,
  url: z.string(),
  level: z.int().nonnegative(),
  /** Remaining depth of its seed, as its task had it. */
  depthLeft: z.int().nonnegative().optional(),
  /** End of the answer (epoch ms). */
  at: z.number(),
  /**
   * Value by which two visits are compared: `text DIGEST` of the main text, `record DIGEST`, the
   * digest of the body, `redirected KEY`, `skipped REASON`. Absent: the request failed, and nothing
   * is known.
   */
  found: z.string().max(MOST_FOUND).optional(),
  /** The digest of the body, where neither `found` nor `page` has it. */
  digest: z.string().max(MOST_FOUND).optional(),
  /** The server said 404 or 410. */
  gone: z.literal(true).optional(),
  /** Facts for the next conditional request; absent: the page is fetched whole. */
  page: BasePage.optional(),
});
export type PageVisit = z.infer<typeof PageVisit>;

/**
 * The visit of an address, from the outcome of its task.
 * @param page facts for the next conditional request; absent: there are none
 */
export function visitOf(
  { key, url, level, depthLeft }: Pick<PlanTask, 'key' | 'url' | 'level' | 'depthLeft'>,
  line: Pick<OutcomeLine, 'outcome' | 'digest' | 'textDigest' | 'recordDigest' | 'status' | 'endedAt'>,
  page: BasePage | undefined,
): PageVisit {
  const found = foundBy(line);
  const isGone = line.outcome.type === 'failed' && (line.status === 404 || line.status === 410);
  return {
    key,
    url,
    level,
    ...(depthLeft !== undefined && { depthLeft }),
    at: line.endedAt ?? 0,
    ...(found !== undefined && { found }),
    ...((isText(found) || isRecord(found)) && page === undefined && { digest: line.digest }),
    ...(isGone && { gone: true as const }),
    ...(page !== undefined && { page }),
  };
}

const TEXT = 'text ';
const RECORD = 'record ';
const isText = (found: string | undefined): boolean => found?.startsWith(TEXT) === true;
const isRecord = (found: string | undefined): boolean => found?.startsWith(RECORD) === true;

/** The digests of a page that was found. */
export const digestsFound = ({ found, page, digest }: Pick<PageVisit, 'found' | 'page' | 'digest'>) => ({
  text: isText(found) ? (found ?? '').slice(TEXT.length) : null,
  bytes: page?.digest ?? digest ?? (isText(found) || isRecord(found) ? null : (found ?? null)),
});

/**
 * True if two visits can tell whether a page has changed: a text is compared with a text of the
 * same extractor, a record with one of the same selection, and a body with a body.
 */
export function areComparable(a: string, b: string): boolean {
  const [one, other] = [isPage(a), isPage(b)];
  if (!one || !other) return true;
  return areOfOneExtractor(a, b);
}

/**
 * True if both have the same number before the point: digests of texts have one, those of bytes
 * none.
 */
export const areOfOneExtractor = (a: string, b: string): boolean => extractorOf(a) === extractorOf(b);

const extractorOf = (digest: string): string => digest.slice(0, Math.max(0, digest.indexOf('.')));

const isPage = (found: string): boolean => isText(found) || isRecord(found) || !found.includes(' ');

function foundBy({
  outcome,
  digest,
  textDigest,
  recordDigest,
}: Pick<OutcomeLine, 'outcome' | 'digest' | 'textDigest' | 'recordDigest'>): string | undefined {
  switch (outcome.type) {
    case 'stored':
    case 'notModified':
      if (recordDigest !== undefined) return `${RECORD}${recordDigest}`;
      return textDigest === undefined ? digest : `${TEXT}${textDigest}`;
    case 'redirected':
      return `redirected ${outcome.to}`;
    case 'skipped':
      return `skipped ${outcome.reason}`;
    default:
      return undefined;
  }
}
