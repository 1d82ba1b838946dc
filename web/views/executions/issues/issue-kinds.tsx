import type { ReactNode } from 'react';
import type { AuditLine } from '#api/client/schema.ts';
import { ISSUE_KINDS, type IssueCode } from '#core/audit/issue-kinds.ts';
import { Link } from '../../../browser/router.tsx';
import { formatCount } from '../../../text/format.ts';
import { Panel } from '../../../ui/panel.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { type IssueFilter, issuesPlace, kindsOf } from './issue-filter.ts';
import { SeverityBadge } from './issue-table.tsx';

interface KindRow {
  readonly code: IssueCode;
  readonly issues: number;
  readonly urls: number;
}

interface KindsProps {
  readonly id: string;
  readonly filter: IssueFilter;
  readonly counts: NonNullable<AuditLine['counts']>;
}

/** The kinds that were found, each with its remedy. */
export function IssueKinds({ id, filter, counts }: KindsProps): ReactNode {
  const rows = kindsOf(filter).flatMap((code): KindRow[] => {
    const count = counts[code];
    return count === undefined ? [] : [{ code, ...count }];
  });
  if (rows.length === 0) return null;
  const columns: readonly Column<KindRow>[] = [
    {
      head: 'Kind',
      kind: 'wide',
      cell: ({ code }) => (
        <>
          <Link to={issuesPlace(id, { ...filter, kind: code })}>{ISSUE_KINDS[code].title}</Link>
          <div className="fine">{ISSUE_KINDS[code].remedy}</div>
        </>
      ),
    },
    { head: 'Severity', cell: ({ code }) => <SeverityBadge code={code} /> },
    { head: 'URLs', kind: 'figure', cell: ({ urls }) => formatCount(urls) },
    { head: 'Issues', kind: 'figure', cell: ({ issues }) => formatCount(issues) },
  ];
  return (
    <Panel title="Kinds" flush>
      <Table caption="Kinds of issues" rows={rows} columns={columns} keyOf={({ code }) => code} />
    </Panel>
  );
}
