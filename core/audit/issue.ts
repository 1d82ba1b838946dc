import { ISSUE_KINDS, type IssueCode, type Severity } from '#core/audit/issue-kinds.ts';

/** One issue of one URL, and of one source where a source causes it. */
export interface Issue {
  readonly code: IssueCode;
  /** The page, or the target of the link, that has the issue. */
  readonly url: string;
  /** The fault in a few words: `404`, `71 characters`. */
  readonly detail: string;
  /** The page, sitemap or redirect that names `url`; null where the page itself is at fault. */
  readonly from: string | null;
  /** Text of the link. */
  readonly text: string | null;
}

/** An issue as programs read it. */
export interface IssueLine extends Issue {
  readonly type: 'issue';
  readonly severity: Severity;
  /** Only of comparisons. */
  readonly state?: IssueState;
}

/**
 * State against an earlier execution. `unknown`: the later crawl ended early and did not read the
 * page that had the issue, or nobody can say how the target of its link answers.
 */
export const ISSUE_STATES = ['new', 'remaining', 'mended', 'unknown'] as const;
export type IssueState = (typeof ISSUE_STATES)[number];

export const severityOf = ({ code }: Pick<Issue, 'code'>): Severity => ISSUE_KINDS[code].severity;

export const issueLine = (issue: Issue, state?: IssueState): IssueLine => ({
  type: 'issue',
  code: issue.code,
  severity: severityOf(issue),
  url: issue.url,
  detail: issue.detail,
  from: issue.from,
  text: issue.text,
  ...(state !== undefined && { state }),
});
