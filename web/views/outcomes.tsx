import type { ReactNode } from 'react';
import type { Execution } from '#api/client/schema.ts';
import { REASONS } from '../meaning.ts';
import { count } from '../quantity.ts';
import { Link } from '../router.tsx';
import { type Parts, Stacked } from '../ui/stacked.tsx';
import { type Column, Table } from '../ui/table.tsx';

interface Line {
  readonly what: string;
  readonly part: keyof Parts;
  readonly reason: string | null;
  readonly amount: number;
}

const NOTHING: Parts = { stored: 0, failed: 0, other: 0, pending: 0 };

const entries = (counts: Readonly<Record<string, number>>): [string, number][] =>
  Object.entries(counts).sort(([, a], [, b]) => b - a);

function linesOf({ counts, live }: Execution): readonly Line[] {
  const line = (what: string, part: Line['part'], amount: number): Line => ({ what, part, reason: null, amount });
  const lines: readonly Line[] = [
    line('stored', 'stored', counts.stored + live.stored),
    line('not modified', 'stored', counts.notModified),
    line('duplicate', 'other', counts.duplicate),
    line('redirected', 'other', counts.redirected),
    ...entries(counts.failed).map(([reason, amount]) => ({ ...line('failed', 'failed', amount), reason })),
    line('failed in the running wave', 'failed', live.failed),
    ...entries(counts.skipped).map(([reason, amount]) => ({ ...line('skipped', 'other', amount), reason })),
    line('to do', 'pending', Math.max(0, counts.pending - live.stored - live.failed)),
  ];
  return lines.filter(({ amount }) => amount > 0);
}

/** The ledger: its lines add up to what was found. */
export function Outcomes({ execution }: { readonly execution: Execution }): ReactNode {
  const lines = linesOf(execution);
  const largest = Math.max(1, ...lines.map(({ amount }) => amount));
  const columns: readonly Column<Line>[] = [
    {
      head: 'Outcome',
      kind: 'wide',
      cell: (line) => (
        <>
          <What id={execution.execution} line={line} />
          <Stacked parts={{ ...NOTHING, [line.part]: line.amount }} share={line.amount / largest} />
        </>
      ),
    },
    { head: 'Addresses', kind: 'figure', cell: ({ amount }) => count(amount) },
  ];
  return (
    <>
      <Table
        caption="Outcomes"
        rows={lines}
        columns={columns}
        keyOf={({ what, reason }) => `${what} ${reason}`}
        className="outcomes"
      />
      <p className="fine">
        Together {count(execution.counts.discovered)}: all addresses that were found.
        {execution.live.fetched > 0 &&
          ' What the running wave finds to be duplicate, redirected or skipped comes in when it ends.'}
      </p>
    </>
  );
}

function What({ id, line: { what, reason } }: { readonly id: string; readonly line: Line }): ReactNode {
  if (reason === null) return what;
  return (
    <>
      {what}: <Link to={`executions/${id}/tasks?reason=${encodeURIComponent(reason)}`}>{reason}</Link>{' '}
      <span className="fine">{REASONS[reason]}</span>
    </>
  );
}
