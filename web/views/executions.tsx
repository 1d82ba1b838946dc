import type { ReactNode } from 'react';
import { answered } from '#api/client/client.ts';
import { usePaged } from '../paged.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Empty } from '../ui/notice.tsx';
import { PageHead, Panel } from '../ui/panel.tsx';
import { Resource } from '../ui/resource.tsx';
import { Pager } from '../ui/table.tsx';
import { ExecutionTable } from './execution-table.tsx';

const POLL_MS = 5_000;

/** All executions, newest first. */
export function Executions(): ReactNode {
  const list = usePaged(
    async (client, query) => answered(await client.GET('/v1/executions', { params: { query } })),
    'executions',
    () => POLL_MS,
  );
  return (
    <>
      <PageHead title="Executions" lead="Each is one run of a workflow, from its seeds to its end." />
      <Panel title="All, newest first" flush>
        <Resource answer={list} rows={8}>
          {({ items }) =>
            items.length === 0 && list.back === null ? (
              <Empty title="Nothing has run yet.">
                <ButtonLink to="new" kind="primary">
                  Start a crawl
                </ButtonLink>
              </Empty>
            ) : (
              <ExecutionTable caption="Executions" items={items} />
            )
          }
        </Resource>
      </Panel>
      <Pager what="executions" {...list} />
    </>
  );
}
