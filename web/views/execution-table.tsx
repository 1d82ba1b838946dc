import type { ReactNode } from 'react';
import type { ExecutionItem } from '#api/client/schema.ts';
import { shownAs, sum } from '../meaning.ts';
import { ago, at, bytes, count, usd } from '../quantity.ts';
import { Link } from '../router.tsx';
import { Foreign } from '../ui/address.tsx';
import { Badge } from '../ui/badge.tsx';
import { partsOf, Stacked, withLive } from '../ui/stacked.tsx';
import { type Column, Table } from '../ui/table.tsx';

/** The name of a limit, not the story of a failure. */
const isShort = (reason: string | null): boolean => reason !== null && reason.length <= 16;

function StatusCell({ item }: { readonly item: ExecutionItem }): ReactNode {
  const { word, tone } = shownAs(item);
  const { reason } = item;
  return (
    <>
      <Badge tone={tone}>{isShort(reason) ? `${word}: ${reason}` : word}</Badge>
      {reason !== null && !isShort(reason) && <div className="fine">{reason}</div>}
    </>
  );
}

const COLUMNS: readonly Column<ExecutionItem>[] = [
  {
    head: 'Name',
    kind: 'wide',
    cell: ({ execution, name }) => (
      <Link to={`executions/${execution}`}>
        <Foreign text={name} most={120} />
      </Link>
    ),
  },
  {
    head: 'Status',
    kind: 'text',
    cell: (item) => <StatusCell item={item} />,
  },
  {
    head: 'Progress',
    minor: true,
    cell: ({ counts, live }) => <Stacked parts={withLive(partsOf(counts), live)} />,
  },
  { head: 'Stored', kind: 'figure', minor: true, cell: ({ pages }) => count(pages) },
  { head: 'Failed', kind: 'figure', minor: true, cell: ({ counts, live }) => count(sum(counts.failed) + live.failed) },
  { head: 'Fetched', kind: 'figure', minor: true, cell: (item) => bytes(item.bytes + item.live.bytes) },
  { head: 'Cost', kind: 'figure', minor: true, cell: ({ costUsd }) => usd(costUsd) },
  {
    head: 'Started',
    minor: true,
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} title={at(createdAt)}>
        {ago(createdAt, Date.now())}
      </time>
    ),
  },
];

export function ExecutionTable({
  caption,
  items,
}: {
  readonly caption: string;
  readonly items: readonly ExecutionItem[];
}): ReactNode {
  return (
    <Table
      caption={caption}
      rows={items}
      columns={COLUMNS}
      keyOf={({ execution }) => execution}
      className="executions"
    />
  );
}
