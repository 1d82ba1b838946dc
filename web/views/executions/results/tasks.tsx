import { type FormEvent, type ReactNode, useState } from 'react';
import { answered } from '#api/client/client.ts';
import type { Task } from '#api/client/schema.ts';
import { Link, navigate } from '../../../browser/router.tsx';
import { type PagedQuery, usePagedQuery } from '../../../query/use-paged-query.ts';
import { formatBytes } from '../../../text/format.ts';
import {
  FAIL_REASONS,
  outcomeLabel,
  REASON_LABELS,
  SKIP_REASONS,
  stateLabel,
  stateTone,
} from '../../../text/labels.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Select, TextField } from '../../../ui/field.tsx';
import { EmptyState, NoSuchValue } from '../../../ui/notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { type Column, Pager, Table } from '../../../ui/table.tsx';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';

const POLL_MS = 5_000;

/** Of the filter. */
const STATES = ['pending', 'active', 'succeeded', 'failed', 'timedOut', 'skipped'] as const;
/** Places of earlier consoles and of programs have the words of the API. */
const ALL_STATES = [...STATES, 'scheduled', 'interrupted'] as const;
type State = (typeof ALL_STATES)[number];

const REASONS = [...FAIL_REASONS, ...SKIP_REASONS];

interface Filter {
  readonly state: string;
  readonly reason: string;
  readonly level: string;
  readonly host: string;
}

const filterIn = (query: URLSearchParams): Filter => ({
  state: query.get('state') ?? '',
  reason: query.get('reason') ?? '',
  level: query.get('level') ?? '',
  host: query.get('host') ?? '',
});

const queryOf = (filter: Filter): string =>
  new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== '')).toString();

interface TasksProps {
  readonly id: string;
  readonly query: URLSearchParams;
  readonly live: boolean;
}

/**
 * Every URL with its outcome and reason. The filter is part of the page's URL, so it can be shared.
 */
export function Tasks({ id, query, live }: TasksProps): ReactNode {
  const filter = filterIn(query);
  if (filter.state === '' || ALL_STATES.some((known) => known === filter.state))
    return <FilteredTasks id={id} filter={filter} live={live} />;
  return (
    <Panel title="Tasks">
      <NoSuchValue what="state" value={filter.state} known={placesOf(id, 'state', STATES)} />
    </Panel>
  );
}

/** Each value of a filter, and the place of its tasks. */
const placesOf = (
  id: string,
  field: 'state' | 'reason',
  values: readonly string[],
): readonly (readonly [value: string, place: string])[] =>
  values.map((value) => [value, `executions/${id}/tasks?${field}=${value}`]);

function FilteredTasks({ id, filter, live }: Omit<TasksProps, 'query'> & { readonly filter: Filter }): ReactNode {
  const list = usePagedQuery(
    async (client, page) => {
      const { state, reason, level, host } = filter;
      const filters = {
        ...page,
        ...(state !== '' && { state: state as State }),
        ...(reason !== '' && { reason }),
        ...(level !== '' && { level: Number(level) }),
        ...(host !== '' && { host }),
      };
      return answered(await client.GET('/v1/executions/{id}/tasks', { params: { path: { id }, query: filters } }));
    },
    `tasks ${id} ${queryOf(filter)}`,
    live ? () => POLL_MS : undefined,
  );
  return (
    <>
      <Filters
        key={queryOf(filter)}
        first={filter}
        onFilter={(after) => navigate(`executions/${id}/tasks?${queryOf(after)}`)}
      />
      <Panel title="Tasks" flush>
        <QueryView result={list} rows={8}>
          {({ items }) => <TaskList id={id} items={items} list={list} filter={filter} />}
        </QueryView>
      </Panel>
      <Pager what="tasks" {...list} />
    </>
  );
}

function Filters({
  first,
  onFilter,
}: {
  readonly first: Filter;
  readonly onFilter: (filter: Filter) => void;
}): ReactNode {
  const [filter, setFilter] = useState(first);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onFilter(filter);
  };
  const all = ['', 'any'] as const;
  const reasons = REASONS.map((reason) => [reason, `${reason}: ${REASON_LABELS[reason]}`] as const);
  return (
    <form className="filters" onSubmit={submit} aria-label="Filter tasks">
      <Select
        label="State"
        options={[all, ...STATES.map((state) => [state, stateLabel(state)] as const)]}
        value={filter.state}
        onChange={(event) => setFilter({ ...filter, state: event.target.value })}
      />
      <Select
        label="Reason"
        options={[all, ...reasons]}
        value={filter.reason}
        onChange={(event) => setFilter({ ...filter, reason: event.target.value })}
      />
      <TextField
        label="Level"
        type="number"
        min={0}
        value={filter.level}
        onChange={(event) => setFilter({ ...filter, level: event.target.value })}
      />
      <TextField
        label="Host"
        value={filter.host}
        onChange={(event) => setFilter({ ...filter, host: event.target.value })}
      />
      <Button type="submit">Filter</Button>
      {queryOf(first) !== '' && (
        <Button kind="quiet" onClick={() => onFilter({ state: '', reason: '', level: '', host: '' })}>
          Show all
        </Button>
      )}
    </form>
  );
}

interface TaskListProps {
  readonly id: string;
  readonly items: readonly Task[];
  readonly list: PagedQuery<Task>;
  readonly filter: Filter;
}

function TaskList({ id, items, list, filter }: TaskListProps): ReactNode {
  if (items.length === 0) {
    if (list.forward !== null) return <EmptyState title="Nothing on this page; the next page has more." />;
    // Executions of an earlier Surf can have reasons that this one does not know.
    if (filter.reason !== '' && !REASONS.includes(filter.reason))
      return <NoSuchValue what="reason" value={filter.reason} known={placesOf(id, 'reason', REASONS)} />;
    const filtered = queryOf(filter) !== '';
    return <EmptyState title={filtered ? 'No task matches.' : 'No task yet: Surf is preparing the first level.'} />;
  }
  return <Table caption="Tasks" rows={items} columns={columnsOf(id)} keyOf={({ url }) => url} />;
}

const columnsOf = (id: string): readonly Column<Task>[] => [
  { head: 'URL', kind: 'wide', cell: (task) => <TaskUrl id={id} task={task} /> },
  {
    head: 'State',
    minor: true,
    cell: ({ state }) => <Badge tone={stateTone(state)}>{stateLabel(state)}</Badge>,
  },
  {
    head: 'Outcome',
    cell: ({ outcome, reason, state, provisional }) => (
      <>
        {outcome === null ? stateLabel(state) : outcomeLabel(outcome)}
        {provisional && (
          <div className="fine" title="The page can still turn out to be a duplicate">
            not final yet
          </div>
        )}
        {reason !== null && (
          <div className="fine" title={REASON_LABELS[reason]}>
            {reason}
          </div>
        )}
      </>
    ),
  },
  { head: 'Status', kind: 'figure', minor: true, cell: ({ status }) => status ?? '' },
  { head: 'Size', kind: 'figure', minor: true, cell: (task) => <Size task={task} /> },
  { head: 'Level', kind: 'figure', minor: true, cell: ({ level }) => level },
];

function Size({ task: { bytes, cut } }: { readonly task: Task }): ReactNode {
  return (
    <>
      {bytes === null ? '' : formatBytes(bytes)}
      {cut && (
        <div className="fine" title="The page is larger: these are its first bytes">
          cut
        </div>
      )}
    </>
  );
}

function TaskUrl({ id, task: { url, title, redirectsTo } }: { readonly id: string; readonly task: Task }): ReactNode {
  return (
    <>
      <Link to={`executions/${id}/explain?url=${encodeURIComponent(url)}`} className="address">
        <UntrustedText text={url} />
      </Link>
      {redirectsTo !== null && (
        <div className="fine">
          redirects to <UntrustedText text={redirectsTo} maxLength={160} />
        </div>
      )}
      {title !== null && title !== '' && (
        <div className="fine">
          <UntrustedText text={title} maxLength={160} />
        </div>
      )}
    </>
  );
}
