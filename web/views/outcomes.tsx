import type { ReactNode } from 'react';
import type { Execution } from '#api/client/schema.ts';
import { REASONS } from '../meaning.ts';
import { count } from '../quantity.ts';
import { Link } from '../router.tsx';
import { type Column, Table } from '../ui/table.tsx';

interface Line {
  readonly what: string;
  readonly reason: string | null;
  readonly amount: number;
}

const entries = (counts: Readonly<Record<string, number>>): [string, number][] =>
  Object.entries(counts).sort(([, a], [, b]) => b - a);

/** The ledger: its lines add up to what was found. */
export function Outcomes({ execution: { counts, execution } }: { readonly execution: Execution }): ReactNode {
  const lines: Line[] = [
    { what: 'stored', reason: null, amount: counts.stored },
    { what: 'not modified', reason: null, amount: counts.notModified },
    { what: 'duplicate', reason: null, amount: counts.duplicate },
    { what: 'redirected', reason: null, amount: counts.redirected },
    ...entries(counts.failed).map(([reason, amount]) => ({ what: 'failed', reason, amount })),
    ...entries(counts.skipped).map(([reason, amount]) => ({ what: 'skipped', reason, amount })),
    { what: 'to do', reason: null, amount: counts.pending },
  ].filter(({ amount }) => amount > 0);
  const columns: readonly Column<Line>[] = [
    { head: 'Outcome', cell: ({ what }) => what },
    { head: 'Why', kind: 'wide', cell: ({ reason }) => reason !== null && <Why id={execution} reason={reason} /> },
    { head: 'Addresses', kind: 'figure', cell: ({ amount }) => count(amount) },
  ];
  return (
    <>
      <Table caption="Outcomes" rows={lines} columns={columns} keyOf={({ what, reason }) => `${what} ${reason}`} />
      <p className="fine">Together: {count(counts.discovered)}, all that were found.</p>
    </>
  );
}

function Why({ id, reason }: { readonly id: string; readonly reason: string }): ReactNode {
  return (
    <>
      <Link to={`executions/${id}/tasks?reason=${encodeURIComponent(reason)}`}>{reason}</Link>{' '}
      <span className="fine">{REASONS[reason]}</span>
    </>
  );
}
