import type { ReactNode } from 'react';
import { answered } from '#api/client/client.ts';
import type { CollectionFreshness, CollectionLife } from '#api/client/schema.ts';
import { Link } from '../../../browser/router.tsx';
import { useQuery } from '../../../query/use-query.ts';
import { formatCount, formatDate, formatDateTime, formatPercent, formatTime, plural } from '../../../text/format.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/notice.tsx';
import { Figures, PageHead, Panel } from '../../../ui/panel.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';
import { Compared } from '../../executions/results/changes.tsx';
import { CollectionActions } from './collection-actions.tsx';
import { ExternalLinks } from './external-links.tsx';
import { runUnderWay } from './run-under-way.tsx';
import { ShareChart } from './share-chart.tsx';

type Tick = CollectionLife['ticks'][number];
type Host = NonNullable<CollectionFreshness>['hosts'][number];

const POLL_MS = 2_000;

/** The life of a collection: its next run, how fresh it is, and what changed last. */
export function CollectionPage({ id }: { readonly id: string }): ReactNode {
  const result = useQuery(
    async (client) => {
      const params = { path: { id } };
      const [workflow, life] = await Promise.all([
        client.GET('/v1/workflows/{id}', { params }),
        client.GET('/v1/workflows/{id}/collection', { params }),
      ]);
      const { name, definition } = answered(workflow);
      return { name, keepsExternal: definition.external?.keep === true, life: answered(life) };
    },
    { key: `collection ${id}`, pollMs: ({ life }) => (runUnderWay(life) === null ? null : POLL_MS) },
  );
  return (
    <QueryView result={result} rows={8}>
      {({ name, keepsExternal, life }) => (
        <>
          <PageHead
            title={<UntrustedText text={name} maxLength={120} />}
            lead="The life of a collection. Each run requests the pages that are due, and keeps the others."
            actions={<ButtonLink to={`workflows/${id}`}>Workflow</ButtonLink>}
          />
          <Life id={id} life={life} />
          {keepsExternal && life.ticks[0] !== undefined && <ExternalLinks id={life.ticks[0].execution} />}
        </>
      )}
    </QueryView>
  );
}

interface LifeProps {
  /** Id of the workflow. */
  readonly id: string;
  readonly life: CollectionLife;
}

function Life({ id, life }: LifeProps): ReactNode {
  const { policy, next, ticks } = life;
  const [newest, before] = ticks;
  if (newest === undefined || policy === 'off')
    return (
      <Panel title="Runs">
        <EmptyState
          title={policy === 'off' ? 'The workflow has no revisit policy: each run crawls everything.' : 'No run yet.'}
        />
      </Panel>
    );
  const { freshness, pages, due, gone } = newest;
  return (
    <>
      <Panel title="Now">
        <Figures
          items={[
            [
              'Next run',
              next === null ? 'None' : formatDate(next),
              next === null ? 'no schedule starts it' : `at ${formatTime(next)}, policy ${policy}`,
            ],
            ['Known addresses', pages === null ? '–' : formatCount(pages), dueWords(due, gone)],
            ['Fresh', shareOf(freshness), staleWords(freshness)],
            ['Out of date', freshness === null ? '–' : daysWords(freshness.ageDays), `mean of all pages ${THEN}`],
          ]}
        />
      </Panel>
      <CollectionActions workflow={id} newest={newest.execution} life={life} />
      <Panel title="Freshness at the start of each run">
        <Chart ticks={ticks} />
      </Panel>
      <Panel title="Runs" flush>
        <Table caption="Runs" rows={ticks} columns={COLUMNS} keyOf={({ execution }) => execution} />
      </Panel>
      {freshness !== null && freshness.hosts.length > 1 && (
        <Panel title="Hosts with the most pages" flush>
          <Table caption="Hosts" rows={freshness.hosts} columns={HOST_COLUMNS} keyOf={({ host }) => host} />
        </Panel>
      )}
      {before !== undefined && <Compared id={newest.execution} since={before.execution} />}
    </>
  );
}

function Chart({ ticks }: { readonly ticks: readonly Tick[] }): ReactNode {
  const known = ticks.filter(({ freshness }) => freshness !== null && freshness.pages > 0).toReversed();
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined || known.length < 2)
    return <EmptyState title="The chart needs three runs, since the first one knows no pages yet." />;
  return (
    <ShareChart
      values={known.map(({ freshness }) => (freshness === null ? null : freshness.fresh / freshness.pages))}
      label={`Share of fresh pages in ${known.length} runs: ${shareOf(first.freshness)} at first, ${shareOf(last.freshness)} at last`}
      from={formatDateTime(first.createdAt)}
      to={formatDateTime(last.createdAt)}
    />
  );
}

const shareOf = (freshness: CollectionFreshness | null): string =>
  freshness === null ? '–' : formatPercent(freshness.fresh, freshness.pages);

/** Estimates and counts are those that the newest run began with. */
const THEN = 'when the last run began';

const staleWords = (freshness: CollectionFreshness | null): string =>
  freshness === null
    ? 'not estimated yet'
    : `about ${plural(Math.round(freshness.pages - freshness.fresh), 'page')} had changed ${THEN}`;

const dueWords = (due: number | null, gone: number | null): string =>
  due === null ? 'the first run knows no pages' : `${formatCount(due)} due, ${formatCount(gone ?? 0)} gone ${THEN}`;

function daysWords(days: number): string {
  if (days >= 1) return `${days.toFixed(1)} days`;
  if (days * 24 >= 1) return `${(days * 24).toFixed(1)} hours`;
  const minutes = Math.round(days * 1_440);
  return minutes === 0 ? 'under 1 minute' : plural(minutes, 'minute');
}

const COLUMNS: readonly Column<Tick>[] = [
  {
    head: 'Run',
    cell: ({ execution, createdAt }) => <Link to={`executions/${execution}`}>{formatDateTime(createdAt)}</Link>,
  },
  { head: 'Status', cell: ({ status }) => status },
  { head: 'Due', kind: 'figure', cell: ({ due }) => (due === null ? 'all' : formatCount(due)) },
  { head: 'Fetched', kind: 'figure', cell: ({ counts }) => formatCount(counts.stored) },
  { head: 'Not modified', kind: 'figure', minor: true, cell: ({ counts }) => formatCount(counts.notModified) },
  { head: 'Kept', kind: 'figure', minor: true, cell: ({ counts }) => formatCount(counts.kept ?? 0) },
  { head: 'Fresh', kind: 'figure', cell: ({ freshness }) => shareOf(freshness) },
];

const HOST_COLUMNS: readonly Column<Host>[] = [
  { head: 'Host', kind: 'wide', cell: ({ host }) => <UntrustedText text={host} maxLength={160} /> },
  { head: 'Pages', kind: 'figure', cell: ({ pages }) => formatCount(pages) },
  { head: 'Fresh', kind: 'figure', cell: ({ fresh, pages }) => formatPercent(fresh, pages) },
  { head: 'Out of date', kind: 'figure', cell: ({ ageDays }) => daysWords(ageDays) },
];
