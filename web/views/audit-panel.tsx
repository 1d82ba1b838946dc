import type { ReactNode } from 'react';
import { answered } from '#api/client/client.ts';
import type { AuditEvent } from '#api/client/schema.ts';
import { usePaged } from '../paged.ts';
import { at } from '../quantity.ts';
import { Foreign } from '../ui/address.tsx';
import { Empty } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { Resource } from '../ui/resource.tsx';
import { type Column, Pager, Table } from '../ui/table.tsx';

const COLUMNS: readonly Column<AuditEvent>[] = [
  { head: 'When', cell: ({ at: when }) => <time dateTime={when}>{at(when)}</time> },
  {
    head: 'What',
    kind: 'wide',
    cell: ({ action, target, text }) => (
      <>
        {action.replaceAll('-', ' ')}: <Foreign text={target} most={200} />
        <div className="fine">
          <Foreign text={text} />
        </div>
      </>
    ),
  },
  { head: 'Who', kind: 'text', minor: true, cell: ({ by }) => <Foreign text={by} most={100} /> },
];

/** Who changed users, keys and the blocklist. */
export function AuditPanel(): ReactNode {
  const list = usePaged(
    async (client, query) => answered(await client.GET('/v1/audit', { params: { query } })),
    'audit',
  );
  return (
    <>
      <Panel title="Changes of users, keys and the blocklist, newest first" flush>
        <Resource answer={list} rows={6}>
          {({ items }) =>
            items.length === 0 && list.back === null ? (
              <Empty title="Nothing was changed yet." />
            ) : (
              <Table caption="Audit" rows={items} columns={COLUMNS} keyOf={({ id }) => id} />
            )
          }
        </Resource>
      </Panel>
      <Pager what="the audit" {...list} />
    </>
  );
}
