import { type ReactNode, useState } from 'react';
import { answered } from '#api/client/client.ts';
import type { Problem, WorkflowSummary } from '#api/client/schema.ts';
import { Link } from '../../browser/router.tsx';
import { useMutation } from '../../query/use-mutation.ts';
import { usePagedQuery } from '../../query/use-paged-query.ts';
import { useSession } from '../../session/session.tsx';
import { formatAge, formatDateTime } from '../../text/format.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { EmptyState, ProblemNotice } from '../../ui/notice.tsx';
import { PageHead, Panel } from '../../ui/panel.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { type Column, Pager, Table } from '../../ui/table.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { type Draft, toDefinition } from '../../workflow/start-crawl.ts';

/** The list of saved workflows: open, duplicate, delete. */
export function Workflows(): ReactNode {
  const list = usePagedQuery(
    async (api, query) => answered(await api.GET('/v1/workflows', { params: { query } })),
    'workflows',
  );
  const { problem, busy, toDelete, setToDelete, duplicate, remove } = useListActions(list.refetch);
  return (
    <>
      <PageHead
        title="Workflows"
        lead="A workflow holds the seeds, the scope and the limits of a crawl. Save it once, run it any time."
        actions={
          <ButtonLink to="workflows/new" icon="plus">
            New workflow
          </ButtonLink>
        }
      />
      {problem !== null && <ProblemNotice problem={problem} />}
      <Panel title="Saved, newest change first" flush>
        <QueryView result={list} rows={6}>
          {({ items }) => <List items={items} busy={busy} onDuplicate={duplicate} onDelete={setToDelete} />}
        </QueryView>
      </Panel>
      <Pager what="workflows" {...list} />
      {toDelete !== null && (
        <Confirm
          title="Delete this workflow?"
          action="Delete"
          busy={busy}
          onCancel={() => setToDelete(null)}
          onConfirm={() => remove(toDelete)}
        >
          <p>
            <UntrustedText text={toDelete.name} maxLength={120} /> can no longer be run. Its executions and their data
            stay.
          </p>
        </Confirm>
      )}
    </>
  );
}

interface ListActions {
  readonly problem: Problem | null;
  readonly busy: boolean;
  /** The workflow whose deletion the user is asked to confirm. */
  readonly toDelete: WorkflowSummary | null;
  readonly setToDelete: (workflow: WorkflowSummary | null) => void;
  readonly duplicate: (id: string) => void;
  readonly remove: (workflow: WorkflowSummary) => void;
}

/**
 * Duplicates and deletes workflows, one request at a time.
 *
 * @param done called when the list has changed
 */
function useListActions(done: () => void): ListActions {
  const { client } = useSession();
  const { busy, problem, mutate } = useMutation();
  const [toDelete, setToDelete] = useState<WorkflowSummary | null>(null);
  const settle = async (action: () => Promise<void>): Promise<void> => {
    await mutate(async () => {
      await action();
      done();
    });
    setToDelete(null);
  };
  const copy = async (id: string): Promise<void> => {
    const { definition } = answered(await client.GET('/v1/workflows/{id}', { params: { path: { id } } }));
    const draft = definition as Draft;
    const name = `${String(draft.name).slice(0, 190)} (copy)`;
    answered(await client.POST('/v1/workflows', { body: toDefinition({ ...draft, name }) }));
  };
  const drop = async ({ id }: WorkflowSummary): Promise<void> => {
    answered(await client.DELETE('/v1/workflows/{id}', { params: { path: { id } } }));
  };
  const duplicate = (id: string): void => void settle(() => copy(id));
  const remove = (workflow: WorkflowSummary): void => void settle(() => drop(workflow));
  return { problem, busy, toDelete, setToDelete, duplicate, remove };
}

interface ListProps {
  readonly items: readonly WorkflowSummary[];
  readonly busy: boolean;
  readonly onDuplicate: (id: string) => void;
  readonly onDelete: (workflow: WorkflowSummary) => void;
}

function List({ items, busy, onDuplicate, onDelete }: ListProps): ReactNode {
  if (items.length === 0) {
    return (
      <EmptyState title="No workflows yet.">
        <Link to="new">Start with a URL</Link>
      </EmptyState>
    );
  }
  const columns: readonly Column<WorkflowSummary>[] = [
    {
      head: 'Name',
      kind: 'wide',
      cell: ({ id, name }) => (
        <Link to={`workflows/${id}`}>
          <UntrustedText text={name} maxLength={120} />
        </Link>
      ),
    },
    { head: 'Version', kind: 'figure', minor: true, cell: ({ version }) => version },
    {
      head: 'Changed',
      minor: true,
      cell: ({ updatedAt }) => (
        <time dateTime={updatedAt} title={formatDateTime(updatedAt)}>
          {formatAge(updatedAt, Date.now())}
        </time>
      ),
    },
    {
      head: 'Actions',
      kind: 'action',
      cell: (workflow) => (
        <span className="row">
          <Button
            kind="quiet"
            disabled={busy}
            onClick={() => onDuplicate(workflow.id)}
            aria-label={`Duplicate ${workflow.name}`}
          >
            Duplicate
          </Button>
          <Button
            kind="quiet"
            disabled={busy}
            onClick={() => onDelete(workflow)}
            aria-label={`Delete ${workflow.name}`}
          >
            Delete
          </Button>
        </span>
      ),
    },
  ];
  return <Table caption="Workflows" rows={items} columns={columns} keyOf={({ id }) => id} />;
}
