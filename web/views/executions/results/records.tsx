import { type ReactNode, useState } from 'react';
import { answered } from '#api/client/client.ts';
import type { PageRecord } from '#api/client/schema.ts';
import { Link } from '../../../browser/router.tsx';
import { usePagedQuery } from '../../../query/use-paged-query.ts';
import { formatBytes } from '../../../text/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Download } from '../../../ui/download.tsx';
import { EmptyState } from '../../../ui/notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { type Column, Pager, Table } from '../../../ui/table.tsx';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';

/** The table shows the first extracted fields as columns. */
const MAX_FIELDS = 8;
const POLL_MS = 5_000;
const NONE = 'No pages stored yet.';

interface RecordsProps {
  readonly id: string;
  readonly workflow: string;
  /** Number of stored pages. The list reloads when it is no longer 0. */
  readonly stored: number;
  /** Number of extraction errors; 0 hides the filter. */
  readonly faults: number;
  /** True while the execution runs. */
  readonly live: boolean;
}

/** Stored pages with their extracted values. */
export function Records({ id, workflow, stored, faults, live }: RecordsProps): ReactNode {
  const [errorsOnly, setErrorsOnly] = useState(false);
  const list = usePagedQuery(
    async (client, query) => {
      const params = { path: { id }, query: { ...query, ...(errorsOnly && { errors: 'true' as const }) } };
      const headers = { Accept: 'application/json' };
      return answered(await client.GET('/v1/executions/{id}/records', { params, headers }));
    },
    `records ${id} ${stored === 0} ${errorsOnly}`,
    live ? () => POLL_MS : undefined,
  );
  const none = live && stored > 0 ? 'The first pages appear after a hundred pages or a minute.' : NONE;
  const path = `/v1/executions/${id}/records`;
  return (
    <>
      <Panel
        title="Records"
        flush
        aside={
          <span className="row">
            {faults > 0 && (
              <Button onClick={() => setErrorsOnly(!errorsOnly)} aria-pressed={errorsOnly}>
                Only with errors
              </Button>
            )}
            <Download url={path} accept="text/csv" fileName={`${id}.csv`}>
              CSV
            </Download>
            <Download url={path} accept="application/jsonl" fileName={`${id}.jsonl`}>
              JSON lines
            </Download>
          </span>
        }
      >
        <QueryView result={list} rows={8}>
          {({ items, next }) => (
            <>
              {items.length > 0 && items.every(({ record }) => record === null) && (
                <p className="fine">
                  The workflow extracts no values. Add a selection to{' '}
                  <Link to={`workflows/${workflow}`}>the workflow</Link> to see values as columns.
                </p>
              )}
              {items.length === 0 ? (
                <EmptyState title={next === null ? none : 'Nothing on this page; the next page has more.'} />
              ) : (
                <RecordTable id={id} items={items} />
              )}
            </>
          )}
        </QueryView>
      </Panel>
      <Pager what="records" {...list} />
    </>
  );
}

function RecordTable({ id, items }: { readonly id: string; readonly items: readonly PageRecord[] }): ReactNode {
  const fields = [...new Set(items.flatMap(({ record }) => Object.keys(record ?? {})))].slice(0, MAX_FIELDS);
  const columns: readonly Column<PageRecord>[] = [
    { head: 'Page', kind: 'wide', cell: (page) => <PageCell id={id} page={page} /> },
    ...fields.map(
      (field): Column<PageRecord> => ({
        head: field.slice(0, 60),
        kind: 'text',
        cell: ({ record }) => <Value value={record?.[field]} />,
      }),
    ),
    { head: 'Status', kind: 'figure', minor: true, cell: ({ status }) => status ?? '' },
    {
      head: 'Type',
      minor: true,
      cell: ({ contentType }) =>
        contentType !== null && <UntrustedText text={contentType.split(';')[0] ?? ''} maxLength={60} />,
    },
    { head: 'Size', kind: 'figure', minor: true, cell: (page) => (page.bytes === null ? '' : formatBytes(page.bytes)) },
    { head: 'Level', kind: 'figure', minor: true, cell: ({ level }) => level },
  ];
  return <Table caption="Records" rows={items} columns={columns} keyOf={({ key }) => key} />;
}

function PageCell({
  id,
  page: { key, url, title, facts, provisional },
}: {
  readonly id: string;
  readonly page: PageRecord;
}): ReactNode {
  return (
    <>
      <Link to={`executions/${id}/pages/${key}`}>
        <UntrustedText text={title === null || title.trim() === '' ? url : title} maxLength={160} />
      </Link>
      <div className="fine address">
        <UntrustedText text={url} />
      </div>
      {facts?.description !== undefined && (
        <div className="fine">
          <UntrustedText text={facts.description} maxLength={160} />
        </div>
      )}
      {provisional && <div className="fine">Not final yet: the page can turn out to be a duplicate.</div>}
    </>
  );
}

/** An extracted value: strings as text, anything else as JSON. */
export function Value({ value }: { readonly value: unknown }): ReactNode {
  if (value === null || value === undefined) return <span className="fine">–</span>;
  return <UntrustedText text={typeof value === 'string' ? value : JSON.stringify(value)} />;
}
