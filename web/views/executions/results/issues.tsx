import type { ReactNode } from 'react';
import type { AuditLine } from '#api/client/schema.ts';
import { ISSUE_CODES, ISSUE_KINDS, type IssueCode, SEVERITIES, type Severity } from '#core/audit/issue-kinds.ts';
import { Link } from '../../../browser/router.tsx';
import { useLookAgain } from '../../../query/look-again.ts';
import { useQuery } from '../../../query/use-query.ts';
import { useSession } from '../../../session/session.tsx';
import { formatCount } from '../../../text/format.ts';
import type { Tone } from '../../../text/labels.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Download } from '../../../ui/download.tsx';
import { EmptyState, Hint, Loading } from '../../../ui/notice.tsx';
import { Figures, Panel } from '../../../ui/panel.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';
import { firstLines, SHOWN_LINES } from './first-lines.ts';

const TONES: Readonly<Record<Severity, Tone>> = { error: 'bad', warning: 'warn', notice: 'calm' };

interface IssuesProps {
  readonly id: string;
  /** The only kind to show; null, or without a code, shows all. */
  readonly kind: string | null;
}

/** Faults of the crawled site, from its archive. */
export function Issues({ id, kind }: IssuesProps): ReactNode {
  const { fetchRaw } = useSession();
  const code = ISSUE_CODES.find((known) => known === kind) ?? null;
  const url = `/v1/executions/${id}/audit${code === null ? '' : `?kind=${code}`}`;
  const result = useQuery(async () => firstLines<AuditLine>(await fetchRaw(url)), { key: url });
  if (useLookAgain(result)) {
    return (
      <>
        <Hint>The deployment audits the execution. The answer comes here.</Hint>
        <Loading rows={8} />
      </>
    );
  }
  return (
    <QueryView result={result} rows={8}>
      {({ summary, lines, cut }) => (
        <>
          <Panel title="Issues">
            <Figures
              items={[
                ...SEVERITIES.map(
                  (severity) => [`${severity}s`, formatCount(summary.severities?.[severity] ?? 0)] as const,
                ),
                ['HTML pages', formatCount(summary.pages ?? 0)] as const,
              ]}
            />
            {summary.complete === false && (
              <Hint tone="warn">The crawl ended early: pages that it did not reach are not judged.</Hint>
            )}
            {summary.unchecked?.includes('near-duplicate') === true && (
              <Hint tone="warn">
                The crawl is too large to compare texts here: surf audit {id} finds its near duplicates.
              </Hint>
            )}
          </Panel>
          <Kinds id={id} counts={summary.counts ?? {}} />
          <Found id={id} code={code} url={url} issues={lines} isCut={cut} />
        </>
      )}
    </QueryView>
  );
}

type Counts = NonNullable<AuditLine['counts']>;
interface KindRow {
  readonly code: IssueCode;
  readonly issues: number;
  readonly urls: number;
}

function Kinds({ id, counts }: { readonly id: string; readonly counts: Counts }): ReactNode {
  const rows = ISSUE_CODES.flatMap((code): KindRow[] => {
    const count = counts[code];
    return count === undefined ? [] : [{ code, ...count }];
  });
  if (rows.length === 0) return null;
  return (
    <Panel title="Kinds" flush>
      <Table caption="Kinds of issues" rows={rows} columns={kindColumns(id)} keyOf={({ code }) => code} />
    </Panel>
  );
}

const kindColumns = (id: string): readonly Column<KindRow>[] => [
  {
    head: 'Kind',
    kind: 'wide',
    cell: ({ code }) => (
      <>
        <Link to={`executions/${id}/issues?kind=${code}`}>{ISSUE_KINDS[code].title}</Link>
        <div className="fine">{ISSUE_KINDS[code].mend}</div>
      </>
    ),
  },
  { head: 'Severity', cell: ({ code }) => <SeverityBadge code={code} /> },
  { head: 'URLs', kind: 'figure', cell: ({ urls }) => formatCount(urls) },
  { head: 'Issues', kind: 'figure', cell: ({ issues }) => formatCount(issues) },
];

function SeverityBadge({ code }: { readonly code: IssueCode }): ReactNode {
  const { severity } = ISSUE_KINDS[code];
  return <Badge tone={TONES[severity]}>{severity}</Badge>;
}

interface FoundProps {
  readonly id: string;
  readonly code: IssueCode | null;
  readonly url: string;
  readonly issues: readonly AuditLine[];
  readonly isCut: boolean;
}

function Found({ id, code, url, issues, isCut }: FoundProps): ReactNode {
  const of = code === null ? 'All issues' : ISSUE_KINDS[code].title;
  return (
    <Panel
      title={isCut ? `${of}: the first ${formatCount(SHOWN_LINES)}` : of}
      flush
      aside={
        <>
          {code !== null && <Link to={`executions/${id}/issues`}>All kinds</Link>}
          <Download url={url} accept="application/jsonl" fileName={`${id}-issues.jsonl`}>
            JSON lines
          </Download>
        </>
      }
    >
      {issues.length === 0 ? (
        <EmptyState title="No issue was found." />
      ) : (
        <Table caption="Issues" rows={issues} columns={issueColumns(id)} keyOf={keyOf} />
      )}
    </Panel>
  );
}

const keyOf = ({ code, url, from, text, detail }: AuditLine): string => JSON.stringify([code, url, from, text, detail]);

const issueColumns = (id: string): readonly Column<AuditLine>[] => [
  {
    head: 'URL',
    kind: 'wide',
    cell: ({ url = '' }) => (
      <Link to={`executions/${id}/explain?url=${encodeURIComponent(url)}`} className="address">
        <UntrustedText text={url} />
      </Link>
    ),
  },
  { head: 'Issue', kind: 'wide', cell: ({ code, detail = '' }) => <Fault code={code} detail={detail} /> },
  { head: 'Source', kind: 'wide', cell: (issue) => <Source issue={issue} /> },
];

function Fault({ code, detail }: { readonly code: AuditLine['code']; readonly detail: string }): ReactNode {
  return (
    <>
      {code !== undefined && <SeverityBadge code={code} />} {code}
      <div className="fine">
        <UntrustedText text={detail} maxLength={200} />
      </div>
    </>
  );
}

function Source({ issue: { from = null, text = null } }: { readonly issue: AuditLine }): ReactNode {
  if (from === null) return null;
  return (
    <>
      <UntrustedText text={from} />
      {text !== null && text !== '' && (
        <div className="fine">
          <UntrustedText text={text} maxLength={160} />
        </div>
      )}
    </>
  );
}
