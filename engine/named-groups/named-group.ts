import type { Naming } from '#core/audit/group-by.ts';
import type { Issue } from '#core/audit/issue.ts';
import type { ExecutionId } from '#core/model/ids.ts';

/** The first line of a report. */
export interface NamedSummary {
  readonly type: 'summary';
  readonly schema: 1;
  readonly execution: ExecutionId;
  readonly by: Naming;
  /** HTML pages that were read. */
  readonly pages: number;
  readonly groups: number;
  /** Addresses in groups, without the first of each. */
  readonly members: number;
  /** Groups in which an address has an issue. */
  readonly withIssues: number;
}

/** An issue of an address in a group, as `surf audit` has it. */
export type GroupIssue = Pick<Issue, 'code' | 'detail' | 'from'>;

/** An address of a group; the first of a group has `of: null`. */
export interface NamedLine {
  readonly type: 'page';
  /** Number of the group: 1, 2, … */
  readonly group: number;
  readonly url: string;
  /** The first address of the group. */
  readonly of: string | null;
  /** False: a page or sitemap names it, and the crawl did not request it. */
  readonly crawled: boolean;
  /** hreflang: the language by which a sitemap or another page names it; null: none does. */
  readonly language?: string | null;
  /** The first 20. */
  readonly issues: readonly GroupIssue[];
}

/** An address before it has a place in a report. */
export type Member = Omit<NamedLine, 'type' | 'group' | 'of'>;

/** Issues of one address that a report has; the audit has all. */
export const MOST_ISSUES = 20;

export const groupIssue = ({ code, detail, from }: Issue): GroupIssue => ({ code, detail, from });
