import type { ReactNode } from 'react';
import { answered } from '#api/client/client.ts';
import type { AuditEvent } from '#api/client/schema.ts';
import { usePagedQuery } from '../../query/use-paged-query.ts';
import { formatDateTime } from '../../text/format.ts';
import { EmptyState } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { type Column, Pager, Table } from '../../ui/table.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';

const COLUMNS: readonly Column<AuditEvent>[] = [
  { head: 'When', cell: ({ at: when }) => <time dateTime={when}>{formatDateTime(when)}</time> },
  {
    head: 'What',
    kind: 'wide',
    cell: ({ action, target, text }) => (
      <>
        {action.replaceAll('-', ' ')}: <UntrustedText text={target} maxLength={200} />
        <div className="fine">
          <UntrustedText text={text} />
        </div>
      </>
    ),
  },
  { head: 'Who', kind: 'text', minor: true, cell: ({ by }) => <UntrustedText text={by} maxLength={100} /> },
];

/** The audit log: changes of users, keys and the blocklist. */
export function AuditPanel(): ReactNode {
  const list = usePagedQuery(
    async (client, query) => answered(await client.GET('/v1/audit', { params: { query } })),
    'audit',
  );
  return (
    <>
      <Panel title="Changes to users, keys and the blocklist, newest first" flush>
        <QueryView result={list} rows={6}>
          {({ items }) =>
            items.length === 0 && list.back === null ? (
              <EmptyState title="No changes yet." />
            ) : (
              <Table caption="Audit" rows={items} columns={COLUMNS} keyOf={({ id }) => id} />
            )
          }
        </QueryView>
      </Panel>
      <Pager what="the audit" {...list} />
    </>
  );
}
