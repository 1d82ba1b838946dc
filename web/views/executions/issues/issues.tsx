import type { ReactNode } from 'react';
import type { AuditLine, Execution } from '#api/client/schema.ts';
import { ISSUE_KINDS, SEVERITIES } from '#core/audit/issue-kinds.ts';
import { Link } from '../../../browser/router.tsx';
import { usePolling } from '../../../query/use-polling.ts';
import { type QueryResult, useQuery } from '../../../query/use-query.ts';
import { useSession } from '../../../session/session.tsx';
import { formatCount } from '../../../text/format.ts';
import { hasEnded, isLive } from '../../../text/labels.ts';
import { Button } from '../../../ui/button.tsx';
import { Download } from '../../../ui/download.tsx';
import { EmptyState, Hint, Loading, NoSuchValue } from '../../../ui/notice.tsx';
import { Figures, Panel } from '../../../ui/panel.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { useEarlierExecutions } from '../results/earlier-executions.ts';
import { type FirstLines, firstLines, SHOWN_LINES } from '../results/first-lines.ts';
import { filterIn, type IssueFilter, issuesPath, issuesPlace } from './issue-filter.ts';
import { IssueFilters } from './issue-filters.tsx';
import { IssueKinds } from './issue-kinds.tsx';
import { IssueTable } from './issue-table.tsx';

interface IssuesProps {
  readonly execution: Execution;
  readonly query: URLSearchParams;
}

/** Faults of the crawled site, from its archive. */
export function Issues({ execution, query }: IssuesProps): ReactNode {
  const filter = filterIn(query);
  if ('what' in filter) {
    const { what, value, known } = filter;
    const places = known.map((one) => [one, issuesPlace(execution.execution, { [what]: one })] as const);
    return (
      <Panel title="Issues">
        <NoSuchValue what={what} value={value} known={places} />
      </Panel>
    );
  }
  return <KnownIssues execution={execution} filter={filter} />;
}

interface KnownProps {
  readonly execution: Execution;
  readonly filter: IssueFilter;
}

function KnownIssues({ execution, filter }: KnownProps): ReactNode {
  const { execution: id, status } = execution;
  const { fetchRaw } = useSession();
  const earlier = useEarlierExecutions(execution);
  const path = issuesPath(id, filter);
  // The status is part of the key: what a crawl has at its end replaces what it had before.
  const result = useQuery(async () => firstLines<AuditLine>(await fetchRaw(path)), { key: `${status} ${path}` });
  return (
    <>
      <IssueFilters id={id} filter={filter} earlier={earlier.value ?? []} />
      <p className="fine">
        The whole report, as a file to hand on: <code className="breakable">{reportCommand(id, filter)}</code>
      </p>
      <Answer execution={execution} filter={filter} result={result} />
    </>
  );
}

/** Form of an id. Other text from the URL could end the shown command and start another. */
const ID = /^x[0-9a-z]+$/;

/** The command that writes every issue. */
const reportCommand = (id: string, { compare }: IssueFilter): string =>
  `surf audit ${id} ${compare !== null && ID.test(compare) ? `--compare ${compare} ` : ''}-o report.html`;

interface AnswerProps extends KnownProps {
  readonly result: QueryResult<FirstLines<AuditLine>>;
}

function Answer({ execution, filter, result }: AnswerProps): ReactNode {
  if (usePolling(result)) {
    return (
      <>
        <Hint>The deployment audits the execution. The result appears here.</Hint>
        <Loading rows={8} />
      </>
    );
  }
  if (!hasEnded(execution.status) && result.problem?.code === 'STATE_CONFLICT') {
    return (
      <Panel title="Issues">
        <EmptyState title="The crawl has not ended.">
          <p>The deployment audits it at its end. The issues appear here then.</p>
        </EmptyState>
      </Panel>
    );
  }
  return (
    <QueryView result={result} rows={8}>
      {({ summary, lines, cut }) => (
        <>
          <Summary execution={execution} summary={summary} onAgain={result.refetch} />
          {filter.kind === null && (
            <IssueKinds id={execution.execution} filter={filter} counts={summary.counts ?? {}} />
          )}
          <Found execution={execution} filter={filter} summary={summary} issues={lines} isCut={cut} />
        </>
      )}
    </QueryView>
  );
}

interface SummaryProps {
  readonly execution: Execution;
  readonly summary: AuditLine;
  readonly onAgain: () => void;
}

function Summary({ execution, summary, onAgain }: SummaryProps): ReactNode {
  const { execution: id, status } = execution;
  const { severities, pages = 0, compared, complete, unchecked } = summary;
  return (
    <Panel title="Issues">
      <Figures
        items={[
          ...SEVERITIES.map((severity) => [`${severity}s`, formatCount(severities?.[severity] ?? 0)] as const),
          ['HTML pages', formatCount(pages)] as const,
        ]}
      />
      {complete === false && <Hint tone={isLive(status) ? 'calm' : 'warn'}>{incompleteWords(status)}</Hint>}
      {isLive(status) && (
        <div className="actions">
          <Button icon="again" onClick={onAgain}>
            Audit again
          </Button>
        </div>
      )}
      {unchecked?.includes('near-duplicate') === true && (
        <Hint tone="warn">
          The crawl is too large to compare texts here:{' '}
          <Link to={`executions/${id}/duplicates`}>its near duplicates</Link> take longer, and surf audit {id} has them
          among the issues.
        </Hint>
      )}
      {summary.externalLinks !== undefined && <NotJudged id={id} links={summary.externalLinks} />}
      {compared !== undefined && <Compared compared={compared} />}
    </Panel>
  );
}

/** Why pages are missing from an audit. */
function incompleteWords(status: Execution['status']): string {
  if (isLive(status)) return 'The crawl has not ended: the audit is of the pages that it has stored.';
  if (status === 'paused') return 'The crawl is paused: pages that it has not reached are not judged.';
  if (status === 'succeeded') return 'This run of a collection kept pages that were not due: they are not judged.';
  return 'The crawl ended early: pages that it did not reach are not judged.';
}

interface NotJudgedProps {
  readonly id: string;
  readonly links: NonNullable<AuditLine['externalLinks']>;
}

/** Links to other hosts that nothing requested, and where a check of them starts. */
function NotJudged({ id, links: { notJudged, isRegistered, checks } }: NotJudgedProps): ReactNode {
  if (checks !== null) {
    return (
      <Hint>
        <p>
          This is a check of external links. <Link to={issuesPlace(checks)}>The issues of the site that has them</Link>{' '}
          are those of another execution.
        </p>
      </Hint>
    );
  }
  if (notJudged === 0) return null;
  return (
    <Hint>
      <p>
        Links to other hosts that are not judged: {formatCount(notJudged)}.{' '}
        <Link to={`executions/${id}/external`}>{isRegistered ? 'Check them' : 'See how to check them'}</Link>
      </p>
    </Hint>
  );
}

function Compared({ compared }: { readonly compared: NonNullable<AuditLine['compared']> }): ReactNode {
  return (
    <>
      <h3>
        Compared with <Link to={`executions/${compared.with}/issues`}>{compared.with}</Link>
      </h3>
      <Figures
        items={[
          ['new', formatCount(compared.new), 'in this execution only'],
          ['remaining', formatCount(compared.remaining), 'in both'],
          ['mended', formatCount(compared.mended), 'in the earlier one only'],
          ['unknown', formatCount(compared.unknown), 'this one does not know the page or target'],
        ]}
      />
    </>
  );
}

interface FoundProps extends KnownProps {
  readonly summary: AuditLine;
  readonly issues: readonly AuditLine[];
  readonly isCut: boolean;
}

function Found({ execution, filter, summary, issues, isCut }: FoundProps): ReactNode {
  const { execution: id, status } = execution;
  const { kind, severity, compare, state } = filter;
  const of = foundWords(filter);
  return (
    <Panel
      title={isCut ? `${of}: the first ${formatCount(SHOWN_LINES)}` : of}
      flush
      aside={
        <span className="row">
          {kind !== null && <Link to={issuesPlace(id, { severity, compare, state })}>All kinds</Link>}
          <Download url={issuesPath(id, filter)} accept="application/jsonl" fileName={`${id}-issues.jsonl`}>
            JSON lines
          </Download>
        </span>
      }
    >
      {kind !== null && <p>{ISSUE_KINDS[kind].remedy}</p>}
      {issues.length === 0 ? (
        <EmptyState title={`${emptyWords(filter, summary)}${isLive(status) ? ' The crawl has not ended.' : ''}`} />
      ) : (
        <IssueTable id={id} compare={compare} issues={issues} />
      )}
      {kind === 'near-duplicate' && (
        <p className="fine">
          <Link to={`executions/${id}/duplicates`}>All groups</Link>, also of pages that a search engine may not list,
          and by other thresholds.
        </p>
      )}
    </Panel>
  );
}

function foundWords({ kind, severity }: IssueFilter): string {
  if (kind !== null) return ISSUE_KINDS[kind].title;
  if (severity === 'error') return 'Errors';
  return severity === 'warning' ? 'Warnings and errors' : 'All issues';
}

function emptyWords({ kind, severity, state }: IssueFilter, { pages = 0 }: AuditLine): string {
  if (pages === 0) return 'There is no HTML page to audit.';
  if (kind === null && state === null && (severity === null || severity === 'notice')) return 'Surf found no issue.';
  return 'No issue matches.';
}
