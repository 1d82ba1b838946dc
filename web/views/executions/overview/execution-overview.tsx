import { type ReactNode, useRef } from 'react';
import { answered } from '#api/client/client.ts';
import type { Execution, ExecutionEvent } from '#api/client/schema.ts';
import { useQuery } from '../../../query/use-query.ts';
import { formatDateTime, formatTime, formatUsd, plural } from '../../../text/format.ts';
import { isLive } from '../../../text/labels.ts';
import { EmptyState } from '../../../ui/notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { ScrollFrame } from '../../../ui/scroll-frame.tsx';
import { Legend } from '../../../ui/stacked-bar.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';
import { Levels } from './levels.tsx';
import { Outcomes } from './outcomes.tsx';
import { Progress } from './progress.tsx';
import { RecordFaults } from './record-errors.tsx';

/** The overview tab: progress, levels, outcomes, cost, waits and events. */
export function ExecutionOverview({ execution }: { readonly execution: Execution }): ReactNode {
  return (
    <>
      <Panel title="Progress">
        <Progress execution={execution} />
      </Panel>
      <Panel title="Levels" flush aside={<Legend />}>
        <Levels execution={execution} />
      </Panel>
      <div className="columns">
        <div className="stack">
          <Panel title="Outcomes">
            <Outcomes execution={execution} />
          </Panel>
          {execution.recordFaults.length > 0 && (
            <Panel title="Extraction errors" flush>
              <RecordFaults faults={execution.recordFaults} />
            </Panel>
          )}
          <Panel title="Cost">
            <Cost execution={execution} />
          </Panel>
        </div>
        <div className="stack">
          {isLive(execution.status) && (
            <Panel title="Waiting for">
              <Waiting execution={execution} />
            </Panel>
          )}
          <Panel title="Events">
            <Events id={execution.execution} live={isLive(execution.status)} />
          </Panel>
        </div>
      </div>
    </>
  );
}

type Host = Execution['hosts'][number];
const HOST_COLUMNS: readonly Column<Host>[] = [
  { head: 'Host', kind: 'wide', cell: ({ host }) => <UntrustedText text={host} maxLength={120} /> },
  {
    head: 'Why',
    kind: 'text',
    cell: ({ cause, remedy }) => (
      <>
        {cause}
        {remedy !== null && <div className="fine">{remedy}</div>}
      </>
    ),
  },
  { head: 'Until', kind: 'figure', cell: ({ until }) => formatTime(until) },
];

function Waiting({ execution: { waiting, hosts } }: { readonly execution: Execution }): ReactNode {
  return (
    <>
      {waiting !== null && (
        <>
          <p>
            The execution waits until {formatTime(waiting.until)}: <UntrustedText text={waiting.cause} />
          </p>
          {waiting.remedy !== null && <p className="fine">{waiting.remedy}</p>}
        </>
      )}
      {hosts.length > 0 && (
        <Table caption="Hosts that delay the crawl" rows={hosts} columns={HOST_COLUMNS} keyOf={({ host }) => host} />
      )}
      {waiting === null && hosts.length === 0 && <p className="fine">No host delays the crawl.</p>}
    </>
  );
}

type CostLine = Execution['cost']['lines'][number];
const ITEMS: Readonly<Record<string, string>> = {
  'lambda-duration': 'Lambda, time',
  'lambda-requests': 'Lambda, calls',
  'step-functions-transitions': 'Step Functions, steps',
  'dynamodb-writes': 'DynamoDB, writes',
  'dynamodb-reads': 'DynamoDB, reads',
  's3-puts': 'S3, writes',
  's3-gets': 'S3, reads',
  'secrets-manager-requests': 'Secrets Manager',
};

const COST_COLUMNS: readonly Column<CostLine>[] = [
  { head: 'Item', kind: 'wide', cell: ({ item }) => ITEMS[item] ?? item },
  { head: 'Amount', kind: 'figure', cell: ({ amount, unit }) => plural(Math.round(amount * 100) / 100, unit) },
  { head: 'USD', kind: 'figure', cell: ({ usd: value }) => formatUsd(value) },
];

function Cost({ execution: { cost } }: { readonly execution: Execution }): ReactNode {
  return (
    <>
      <Table caption="Cost by item" rows={cost.lines} columns={COST_COLUMNS} keyOf={({ item }) => item} />
      <p className="fine">
        Cost in an AWS account, at the list prices of {cost.pricesOf}, {cost.region}.
      </p>
    </>
  );
}

/** Events per request. The list shows at least this many of the newest. */
const EVENTS = 1_000;
const EVENTS_POLL_MS = 5_000;

interface EventsRead {
  /** The page before the newest page. */
  readonly before: readonly ExecutionEvent[];
  /** Cursor of the newest page; absent for the first page. */
  readonly next?: string;
}

function Events({ id, live }: { readonly id: string; readonly live: boolean }): ReactNode {
  const read = useRef<EventsRead>({ before: [] });
  const result = useQuery(
    async (client) => {
      for (;;) {
        const { before, next } = read.current;
        const params = { path: { id }, query: { limit: EVENTS, ...(next !== undefined && { next }) } };
        const page = answered(await client.GET('/v1/executions/{id}/events', { params }));
        if (page.next === null) return [...before, ...page.items];
        read.current = { before: page.items, next: page.next };
      }
    },
    { key: `events ${id} ${live}`, pollMs: () => (live ? EVENTS_POLL_MS : null) },
  );
  return (
    <QueryView result={result}>
      {(events) => (events.length === 0 ? <EmptyState title="No events yet." /> : <EventList events={events} />)}
    </QueryView>
  );
}

function EventList({ events }: { readonly events: readonly ExecutionEvent[] }): ReactNode {
  return (
    <ScrollFrame className="events-frame" label="Events, newest first">
      <ol className="events" reversed>
        {[...events].reverse().map(({ seq, at: when, text }) => (
          <li key={seq}>
            <time dateTime={when} title={formatDateTime(when)}>
              {formatTime(when)}
            </time>
            <UntrustedText text={text} />
          </li>
        ))}
      </ol>
    </ScrollFrame>
  );
}
