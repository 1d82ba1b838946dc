import type { ReactNode } from 'react';
import { answered } from '#api/client/client.ts';
import { usePagedQuery } from '../../query/use-paged-query.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/notice.tsx';
import { PageHead, Panel } from '../../ui/panel.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Pager } from '../../ui/table.tsx';
import { ExecutionTable } from './execution-table.tsx';

const POLL_MS = 5_000;

/** The list of executions, newest first. */
export function Executions(): ReactNode {
  const list = usePagedQuery(
    async (client, query) => answered(await client.GET('/v1/executions', { params: { query } })),
    'executions',
    () => POLL_MS,
  );
  return (
    <>
      <PageHead title="Executions" lead="An execution is one run of a workflow." />
      <Panel title="All, newest first" flush>
        <QueryView result={list} rows={8}>
          {({ items }) =>
            items.length === 0 && list.back === null ? (
              <EmptyState title="No executions yet.">
                <ButtonLink to="new" kind="primary">
                  Start a crawl
                </ButtonLink>
              </EmptyState>
            ) : (
              <ExecutionTable caption="Executions" items={items} />
            )
          }
        </QueryView>
      </Panel>
      <Pager what="executions" {...list} />
    </>
  );
}
