import type { ReactNode } from 'react';
import type { Execution } from '#api/client/schema.ts';
import { Link } from '../../../browser/router.tsx';
import { formatCount, plural } from '../../../text/format.ts';
import { REASON_LABELS } from '../../../text/labels.ts';
import { type OutcomeCounts, StackedBar } from '../../../ui/stacked-bar.tsx';
import { type Column, Table } from '../../../ui/table.tsx';

interface OutcomeRow {
  readonly what: string;
  readonly part: keyof OutcomeCounts;
  readonly reason: string | null;
  readonly amount: number;
}

const NOTHING: OutcomeCounts = { stored: 0, failed: 0, other: 0, pending: 0 };

const entries = (counts: Readonly<Record<string, number>>): [string, number][] =>
  Object.entries(counts).sort(([, a], [, b]) => b - a);

function rowsOf({ counts, live }: Execution): readonly OutcomeRow[] {
  const row = (what: string, part: OutcomeRow['part'], amount: number): OutcomeRow => ({
    what,
    part,
    reason: null,
    amount,
  });
  const rows: readonly OutcomeRow[] = [
    row('stored', 'stored', counts.stored + live.stored),
    row('not modified', 'stored', counts.notModified),
    row('kept: not due', 'stored', counts.kept ?? 0),
    row('duplicate', 'other', counts.duplicate),
    row('redirected', 'other', counts.redirected),
    ...entries(counts.failed).map(([reason, amount]) => ({ ...row('failed', 'failed', amount), reason })),
    row('failed, not final yet', 'failed', live.failed),
    ...entries(counts.skipped).map(([reason, amount]) => ({ ...row('skipped', 'other', amount), reason })),
    row('pending', 'pending', Math.max(0, counts.pending - live.stored - live.failed)),
  ];
  return rows.filter(({ amount }) => amount > 0);
}

/** URLs by outcome. The rows add up to the number of URLs found. */
export function Outcomes({ execution }: { readonly execution: Execution }): ReactNode {
  const rows = rowsOf(execution);
  const largest = Math.max(1, ...rows.map(({ amount }) => amount));
  const columns: readonly Column<OutcomeRow>[] = [
    {
      head: 'Outcome',
      kind: 'wide',
      cell: (row) => (
        <>
          <OutcomeCell id={execution.execution} row={row} />
          <StackedBar parts={{ ...NOTHING, [row.part]: row.amount }} share={row.amount / largest} />
        </>
      ),
    },
    { head: 'URLs', kind: 'figure', cell: ({ amount }) => formatCount(amount) },
  ];
  return (
    <>
      <Table
        caption="Outcomes"
        rows={rows}
        columns={columns}
        keyOf={({ what, reason }) => `${what} ${reason}`}
        className="outcomes"
      />
      <p className="fine">
        {plural(execution.counts.discovered, 'URL')} found in total.
        {execution.live.fetched > 0 &&
          ' Duplicates, redirects and skipped URLs of the current part of the crawl are added when it ends.'}
      </p>
      <p className="row fine">
        <Link to={`executions/${execution.execution}/duplicates`}>Near copies</Link>
        <Link to={`executions/${execution.execution}/issues?kind=exact-copy`}>Exact copies</Link>
        <Link to={`executions/${execution.execution}/external`}>External links</Link>
      </p>
    </>
  );
}

function OutcomeCell({ id, row: { what, reason } }: { readonly id: string; readonly row: OutcomeRow }): ReactNode {
  if (reason === null) return what;
  return (
    <>
      {what}: <Link to={`executions/${id}/tasks?reason=${encodeURIComponent(reason)}`}>{reason}</Link>{' '}
      <span className="fine">{REASON_LABELS[reason]}</span>
    </>
  );
}
