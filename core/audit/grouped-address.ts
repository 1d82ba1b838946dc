import { GROUP_BY, type GroupBy } from '#core/audit/group-by.ts';
import type { Issue } from '#core/audit/issue.ts';
import { LEAST_THRESHOLD, USUAL_THRESHOLD } from '#core/content/near/threshold.ts';
import { SurfError } from '#core/error.ts';

/** The groups of pages that a program requests. */
export interface GroupOptions {
  /** The property that pages of a group share. @default 'text': nearly the same main text */
  readonly by?: GroupBy;
  /**
   * By text: share of the runs of five words that two pages must have in common, 0.7 to 1, with two
   * decimals at most. @default 0.9
   */
  readonly threshold?: number;
  /**
   * By text: an earlier execution. Surf compares only pages that it does not have, with its pages.
   */
  readonly against?: string;
}

/** An address of a group of pages; the first of a group has `of: null`. */
export interface GroupedAddress {
  /** Number of the group: 1, 2, … */
  readonly group: number;
  readonly url: string;
  /** The first address of the group. */
  readonly of: string | null;
  /** By text: share of the runs of five words that the page and `of` have in common. */
  readonly similarity?: number;
  /** By text, with `against`: the page is of the earlier execution. */
  readonly earlier?: boolean;
  /** By what pages name: false for an address that the crawl did not request. */
  readonly crawled?: boolean;
  /** By hreflang: the language by which others name it; null: none does. */
  readonly language?: string | null;
  /** By what pages name: issues as `surf audit` has them, the first 20. */
  readonly issues?: readonly Pick<Issue, 'code' | 'detail' | 'from'>[];
}

/**
 * The options with their defaults.
 * @throws SurfError FIELD_INVALID
 */
export function checkGroups({ by = 'text', threshold, against }: GroupOptions): {
  readonly by: GroupBy;
  readonly threshold: number;
  readonly against: string | undefined;
} {
  if (!GROUP_BY.includes(by))
    throw invalid(`by: Surf cannot group pages by ${by}`, `give one of ${GROUP_BY.join(', ')}`);
  if (by !== 'text' && (threshold ?? against) !== undefined) {
    throw invalid(`by: ${by} cannot be combined with threshold or against`, 'leave them out, or ask by text');
  }
  const share = threshold ?? USUAL_THRESHOLD;
  if (share >= LEAST_THRESHOLD && share <= 1 && Number(share.toFixed(2)) === share)
    return { by, threshold: share, against };
  throw invalid(`threshold: ${share} is not possible`, `give ${LEAST_THRESHOLD} to 1, with two decimals at most`);
}

const invalid = (what: string, remedy: string): SurfError => new SurfError('FIELD_INVALID', what, { remedy });
