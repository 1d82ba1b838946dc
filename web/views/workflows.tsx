import { type ReactNode, useState } from 'react';
import { answered } from '#api/client/client.ts';
import type { Problem, WorkflowSummary } from '#api/client/schema.ts';
import { useDoing } from '../doing.ts';
import { usePaged } from '../paged.ts';
import { ago, at } from '../quantity.ts';
import { Link } from '../router.tsx';
import { useSession } from '../session.tsx';
import { asDefinition, type Draft } from '../start-crawl.ts';
import { Foreign } from '../ui/address.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Empty, ProblemNotice } from '../ui/notice.tsx';
import { PageHead, Panel } from '../ui/panel.tsx';
import { Resource } from '../ui/resource.tsx';
import { type Column, Pager, Table } from '../ui/table.tsx';

/** Saved workflows: edit, duplicate, delete; a click on one opens it, and starts it from there. */
export function Workflows(): ReactNode {
  const list = usePaged(
    async (api, query) => answered(await api.GET('/v1/workflows', { params: { query } })),
    'workflows',
  );
  const { problem, busy, doomed, setDoomed, duplicate, remove } = useListActions(list.again);
  return (
    <>
      <PageHead
        title="Workflows"
        lead="Where a crawl begins, what belongs to it, how much it may take. Saved once, run as often as you like."
        actions={
          <ButtonLink to="workflows/new" icon="plus">
            New workflow
          </ButtonLink>
        }
      />
      {problem !== null && <ProblemNotice problem={problem} />}
      <Panel title="Saved, newest change first" flush>
        <Resource answer={list} rows={6}>
          {({ items }) => <List items={items} busy={busy} onDuplicate={duplicate} onDelete={setDoomed} />}
        </Resource>
      </Panel>
      <Pager what="workflows" {...list} />
      {doomed !== null && (
        <Confirm
          title="Delete this workflow?"
          action="Delete"
          busy={busy}
          onCancel={() => setDoomed(null)}
          onConfirm={() => remove(doomed)}
        >
          <p>
            <Foreign text={doomed.name} most={120} /> can then be run no more. Its executions stay, with everything they
            kept.
          </p>
        </Confirm>
      )}
    </>
  );
}

interface ListActions {
  readonly problem: Problem | null;
  readonly busy: boolean;
  /** Asked about before it is deleted. */
  readonly doomed: WorkflowSummary | null;
  readonly setDoomed: (workflow: WorkflowSummary | null) => void;
  readonly duplicate: (id: string) => void;
  readonly remove: (workflow: WorkflowSummary) => void;
}

/** What can be done with a workflow of the list, one thing at a time. @param done the list is another one now */
function useListActions(done: () => void): ListActions {
  const { client } = useSession();
  const { busy, problem, perform } = useDoing();
  const [doomed, setDoomed] = useState<WorkflowSummary | null>(null);
  const settle = async (action: () => Promise<void>): Promise<void> => {
    await perform(async () => {
      await action();
      done();
    });
    setDoomed(null);
  };
  const copy = async (id: string): Promise<void> => {
    const { definition } = answered(await client.GET('/v1/workflows/{id}', { params: { path: { id } } }));
    const draft = definition as Draft;
    const name = `${String(draft.name).slice(0, 190)} (copy)`;
    answered(await client.POST('/v1/workflows', { body: asDefinition({ ...draft, name }) }));
  };
  const drop = async ({ id }: WorkflowSummary): Promise<void> => {
    answered(await client.DELETE('/v1/workflows/{id}', { params: { path: { id } } }));
  };
  const duplicate = (id: string): void => void settle(() => copy(id));
  const remove = (workflow: WorkflowSummary): void => void settle(() => drop(workflow));
  return { problem, busy, doomed, setDoomed, duplicate, remove };
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
      <Empty title="No workflow is saved yet.">
        <Link to="new">Start with an address</Link>
      </Empty>
    );
  }
  const columns: readonly Column<WorkflowSummary>[] = [
    {
      head: 'Name',
      kind: 'wide',
      cell: ({ id, name }) => (
        <Link to={`workflows/${id}`}>
          <Foreign text={name} most={120} />
        </Link>
      ),
    },
    { head: 'Version', kind: 'figure', minor: true, cell: ({ version }) => version },
    {
      head: 'Changed',
      minor: true,
      cell: ({ updatedAt }) => (
        <time dateTime={updatedAt} title={at(updatedAt)}>
          {ago(updatedAt, Date.now())}
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
