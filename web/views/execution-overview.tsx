import { type ReactNode, useEffect, useState } from 'react';
import { answered } from '#api/client/client.ts';
import type { Execution, ExecutionEvent } from '#api/client/schema.ts';
import { useAnswer } from '../answer.ts';
import { isLive, sum } from '../meaning.ts';
import { at, atClock, bytes, count, rate, seconds, usd } from '../quantity.ts';
import { Foreign } from '../ui/address.tsx';
import { Empty } from '../ui/notice.tsx';
import { Figures, Panel } from '../ui/panel.tsx';
import { Resource } from '../ui/resource.tsx';
import { Meter, Sparkline } from '../ui/sparkline.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Levels } from './levels.tsx';
import { Outcomes } from './outcomes.tsx';

/** How it goes, on one page. */
export function ExecutionOverview({ execution }: { readonly execution: Execution }): ReactNode {
  return (
    <>
      <Panel title="Progress">
        <Progress execution={execution} />
      </Panel>
      <Panel title="Levels" flush>
        <Levels execution={execution} />
      </Panel>
      <div className="columns">
        <div className="stack">
          <Panel title="What became of the addresses">
            <Outcomes execution={execution} />
          </Panel>
          <Panel title="Cost">
            <Cost execution={execution} />
          </Panel>
        </div>
        <div className="stack">
          <Panel title="Waiting for">
            <Waiting execution={execution} />
          </Panel>
          <Panel title="Events">
            <Events id={execution.execution} live={isLive(execution.status)} />
          </Panel>
        </div>
      </div>
    </>
  );
}

function Progress({ execution }: { readonly execution: Execution }): ReactNode {
  const { counts, live } = execution;
  const { pages = null, budgetUsd = null } = execution.limits;
  const stored = counts.stored + live.stored;
  const rates = useRates(execution);
  return (
    <>
      <Figures
        items={[
          ['Pages stored', count(stored), pages === null ? 'no limit' : `of at most ${count(pages)}`],
          ['Addresses found', count(counts.discovered), `${count(counts.pending)} still to do`],
          ['Failed', count(sum(counts.failed) + live.failed)],
          ['Fetched', bytes(execution.bytes + live.bytes)],
          ['Pages a second', rate(execution.pagesPerSecond), seconds(execution.seconds)],
          ['Cost', usd(execution.costUsd), budgetUsd === null ? 'at list prices' : `of ${usd(budgetUsd)}`],
        ]}
      />
      {pages !== null && <Meter value={stored} most={pages} label="Pages, of the limit" />}
      {rates.length > 1 && (
        <figure>
          <Sparkline
            values={rates}
            label={`Pages a second since this view was opened; now ${rate(rates.at(-1) ?? 0)}`}
          />
          <figcaption className="fine">Pages a second, since you opened this view</figcaption>
        </figure>
      )}
    </>
  );
}

const MOST_RATES = 120;

interface Sample {
  readonly at: number;
  readonly pages: number;
}

/** Pages a second between two looks. */
function useRates({ execution, counts, live, status }: Execution): readonly number[] {
  const pages = counts.stored + counts.notModified + live.stored;
  const [seen, setSeen] = useState<{ last: Sample | null; rates: readonly number[] }>({ last: null, rates: [] });
  const running = isLive(status);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one sample an answer, and `live` is another object with each
  useEffect(() => {
    if (!running) return;
    setSeen(({ last, rates }) => {
      const now = { at: performance.now(), pages };
      if (last === null || now.at - last.at < 500) return { last: last ?? now, rates };
      const value = Math.max(0, ((pages - last.pages) * 1_000) / (now.at - last.at));
      return { last: now, rates: [...rates, value].slice(-MOST_RATES) };
    });
  }, [execution, live, running]);
  return seen.rates;
}

type Host = Execution['hosts'][number];
const HOST_COLUMNS: readonly Column<Host>[] = [
  { head: 'Host', kind: 'wide', cell: ({ host }) => <Foreign text={host} most={120} /> },
  { head: 'Why', cell: ({ cause }) => cause },
  { head: 'Until', kind: 'figure', cell: ({ until }) => atClock(until) },
];

function Waiting({ execution: { waiting, hosts, status } }: { readonly execution: Execution }): ReactNode {
  return (
    <>
      {waiting !== null && (
        <p>
          The whole execution waits until {atClock(waiting.until)}: <Foreign text={waiting.cause} />
        </p>
      )}
      {hosts.length > 0 ? (
        <Table caption="Hosts that are waited for" rows={hosts} columns={HOST_COLUMNS} keyOf={({ host }) => host} />
      ) : (
        waiting === null && <Empty title={isLive(status) ? 'No host is waited for.' : 'Nothing any more.'} />
      )}
    </>
  );
}

type CostLine = Execution['cost']['lines'][number];
const COST_COLUMNS: readonly Column<CostLine>[] = [
  { head: 'Item', kind: 'wide', cell: ({ item }) => item },
  { head: 'Amount', kind: 'figure', cell: ({ amount, unit }) => `${count(Math.round(amount * 100) / 100)} ${unit}` },
  { head: 'USD', kind: 'figure', cell: ({ usd: value }) => usd(value) },
];

function Cost({ execution: { cost, costUsd, limits } }: { readonly execution: Execution }): ReactNode {
  const { budgetUsd = null } = limits;
  return (
    <>
      <p>
        <span className="strong">{usd(costUsd)}</span>{' '}
        {budgetUsd === null ? 'so far; no budget was set.' : `of a budget of ${usd(budgetUsd)}.`}
      </p>
      {budgetUsd !== null && <Meter value={costUsd} most={budgetUsd} label="Cost, of the budget" />}
      <Table caption="Cost by item" rows={cost.lines} columns={COST_COLUMNS} keyOf={({ item }) => item} />
      <p className="fine">
        What it would cost in an AWS account ({cost.region}, list prices of {cost.pricesOf}).
      </p>
    </>
  );
}

const EVENTS = 1_000;
const EVENTS_POLL_MS = 5_000;

function Events({ id, live }: { readonly id: string; readonly live: boolean }): ReactNode {
  const answer = useAnswer(
    async (client) =>
      answered(await client.GET('/v1/executions/{id}/events', { params: { path: { id }, query: { limit: EVENTS } } }))
        .items,
    { key: `events ${id} ${live}`, pollMs: () => (live ? EVENTS_POLL_MS : null) },
  );
  return (
    <Resource answer={answer}>
      {(events) => (events.length === 0 ? <Empty title="Nothing has happened yet." /> : <EventList events={events} />)}
    </Resource>
  );
}

function EventList({ events }: { readonly events: readonly ExecutionEvent[] }): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <ol className="events" reversed tabIndex={0} aria-label="Events, newest first">
      {[...events].reverse().map(({ seq, at: when, text }) => (
        <li key={seq}>
          <time dateTime={when} title={at(when)}>
            {atClock(when)}
          </time>
          <Foreign text={text} />
        </li>
      ))}
    </ol>
  );
}
