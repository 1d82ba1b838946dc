import type { AuditLine } from '#api/client/schema.ts';
import {
  ISSUE_CODES,
  ISSUE_KINDS,
  type IssueCode,
  isAtLeast,
  SEVERITIES,
  type Severity,
} from '#core/audit/issue-kinds.ts';

type IssueState = NonNullable<AuditLine['state']>;
/** States of issues in a comparison, in the order of the list. */
export const STATES: readonly IssueState[] = ['new', 'remaining', 'mended', 'unknown'];

/** Filter of the issues. The console keeps it in the URL, so that users can share it. */
export interface IssueFilter {
  /** Only this kind; null: all. */
  readonly kind: IssueCode | null;
  /** Only this severity and graver ones; null: all. */
  readonly severity: Severity | null;
  /** The earlier execution to compare with; null: none. */
  readonly compare: string | null;
  /** Only issues in this state; null: all. It counts in a comparison only. */
  readonly state: IssueState | null;
}

export const NO_FILTER: IssueFilter = { kind: null, severity: null, compare: null, state: null };

/** A parameter of the URL whose value the view does not know. */
export interface UnknownValue {
  readonly what: 'kind' | 'severity' | 'state';
  readonly value: string;
  readonly known: readonly string[];
}

/** Reads the filter of a URL. */
export function filterIn(query: URLSearchParams): IssueFilter | UnknownValue {
  const given = (name: keyof IssueFilter): string | null => query.get(name) || null;
  const [kind, severity, state] = [given('kind'), given('severity'), given('state')];
  const code = ISSUE_CODES.find((known) => known === kind) ?? null;
  const least = SEVERITIES.find((known) => known === severity) ?? null;
  const compared = STATES.find((known) => known === state) ?? null;
  if (kind !== null && code === null) return { what: 'kind', value: kind, known: ISSUE_CODES };
  if (severity !== null && least === null) return { what: 'severity', value: severity, known: SEVERITIES };
  if (state !== null && compared === null) return { what: 'state', value: state, known: STATES };
  const compare = given('compare');
  return { kind: code, severity: least, compare, state: compare === null ? null : compared };
}

const queryOf = (filter: IssueFilter): string =>
  new URLSearchParams(
    Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== null),
  ).toString();

const withQuery = (path: string, query: string): string => (query === '' ? path : `${path}?${query}`);

/** Console path of the issues. */
export const issuesPlace = (id: string, filter: Partial<IssueFilter> = {}): string =>
  withQuery(`executions/${id}/issues`, queryOf({ ...NO_FILTER, ...filter }));

/** API path of the issues. */
export const issuesPath = (id: string, filter: IssueFilter): string =>
  withQuery(`/v1/executions/${id}/audit`, queryOf(filter));

/** Kinds of a severity and graver ones, and the chosen one. The gravest are first. */
export const kindsOf = ({ kind, severity }: IssueFilter): readonly IssueCode[] =>
  ISSUE_CODES.filter((code) => code === kind || severity === null || isAtLeast(ISSUE_KINDS[code].severity, severity));
