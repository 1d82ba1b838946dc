import type { ReactNode } from 'react';
import type { ExecutionItem } from '#api/client/schema.ts';
import { Link } from '../../browser/router.tsx';
import { formatAge, formatBytes, formatCount, formatDate, formatDateTime, formatUsd } from '../../text/format.ts';
import { endingLabel, statusLabel, sum } from '../../text/labels.ts';
import { Badge } from '../../ui/badge.tsx';
import { countsOfOutcomes, StackedBar, withLive } from '../../ui/stacked-bar.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';

function StatusCell({ item }: { readonly item: ExecutionItem }): ReactNode {
  const { label, tone } = statusLabel(item);
  const { status, reason } = item;
  return (
    <>
      <Badge tone={tone}>{reason !== null && status === 'limited' ? `${label}: ${endingLabel(reason)}` : label}</Badge>
      {reason !== null && status !== 'limited' && <div className="fine">{endingLabel(reason)}</div>}
    </>
  );
}

/** Pages of this execution, and those that a tick of a collection kept unchanged. */
function StoredCell({ item: { pages, counts } }: { readonly item: ExecutionItem }): ReactNode {
  const { kept = 0 } = counts;
  return (
    <>
      {formatCount(pages)}
      {kept > 0 && <div className="fine">{formatCount(kept)} kept</div>}
    </>
  );
}

/** When it started, and the day on which Surf deletes it. */
function StartedCell({ item: { createdAt, expiresAt } }: { readonly item: ExecutionItem }): ReactNode {
  return (
    <>
      <time dateTime={createdAt} title={formatDateTime(createdAt)}>
        {formatAge(createdAt, Date.now())}
      </time>
      {expiresAt !== null && (
        <div className="fine">
          expires{' '}
          <time dateTime={expiresAt} title={formatDateTime(expiresAt)}>
            {formatDate(expiresAt)}
          </time>
        </div>
      )}
    </>
  );
}

const COLUMNS: readonly Column<ExecutionItem>[] = [
  {
    head: 'Name',
    kind: 'wide',
    cell: ({ execution, name }) => (
      <Link to={`executions/${execution}`}>
        <UntrustedText text={name} maxLength={120} />
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
    cell: ({ counts, live }) => <StackedBar parts={withLive(countsOfOutcomes(counts), live)} />,
  },
  { head: 'Stored', kind: 'figure', minor: true, cell: (item) => <StoredCell item={item} /> },
  {
    head: 'Failed',
    kind: 'figure',
    minor: true,
    cell: ({ counts, live }) => formatCount(sum(counts.failed) + live.failed),
  },
  { head: 'Fetched', kind: 'figure', minor: true, cell: (item) => formatBytes(item.bytes + item.live.bytes) },
  { head: 'Cost', kind: 'figure', minor: true, cell: ({ costUsd }) => formatUsd(costUsd) },
  {
    head: 'Started',
    minor: true,
    cell: (item) => <StartedCell item={item} />,
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
