import type { ReactNode } from 'react';
import { answered } from '#api/client/client.ts';
import type { DayUsage, Quota } from '#api/client/schema.ts';
import { useQuery } from '../../query/use-query.ts';
import { formatBytes, formatCount, formatUsd } from '../../text/format.ts';
import { EmptyState } from '../../ui/notice.tsx';
import { Figures, Panel } from '../../ui/panel.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';

const DAYS = 30;
const DAY_MS = 86_400_000;

/** The last 30 days in UTC, oldest first. */
const lastDays = (): readonly string[] =>
  Array.from({ length: DAYS }, (_, i) => new Date(Date.now() - (DAYS - 1 - i) * DAY_MS).toISOString().slice(0, 10));

const COLUMNS: readonly Column<DayUsage>[] = [
  { head: 'Day', kind: 'wide', cell: ({ day }) => day },
  { head: 'API requests', kind: 'figure', minor: true, cell: ({ requests }) => formatCount(requests) },
  { head: 'Pages', kind: 'figure', cell: ({ pages }) => formatCount(pages) },
  { head: 'Cost', kind: 'figure', cell: ({ usd: cost }) => formatUsd(cost) },
];

const QUOTA_WORDS: Readonly<Record<Quota['quota'], string>> = {
  pagesPerDay: 'Pages a day',
  pagesPerMonth: 'Pages a month',
  usdPerDay: 'Cost a day',
  usdPerMonth: 'Cost a month',
  storedBytes: 'Stored',
  storedBytesOfAll: 'Stored by everybody',
};

function figureOf({ quota }: Quota, value: number): string {
  if (quota.startsWith('stored')) return formatBytes(value);
  return quota.startsWith('usd') ? formatUsd(value) : formatCount(Math.floor(value));
}

const QUOTA_COLUMNS: readonly Column<Quota>[] = [
  { head: 'Quota', kind: 'wide', cell: ({ quota }) => QUOTA_WORDS[quota] },
  { head: 'Most', kind: 'figure', minor: true, cell: (state) => figureOf(state, state.most) },
  { head: 'Used', kind: 'figure', cell: (state) => figureOf(state, state.used) },
  { head: 'Set aside', kind: 'figure', minor: true, cell: (state) => figureOf(state, state.setAside) },
  { head: 'Left', kind: 'figure', cell: (state) => figureOf(state, state.left) },
  {
    head: 'Begins again',
    kind: 'figure',
    minor: true,
    cell: ({ resetsAt }) => (resetsAt === null ? 'when executions are deleted' : `${resetsAt.slice(0, 10)} UTC`),
  },
];

/** Usage of one user in the last 30 days. @param user null: the signed-in user */
export function UsagePanel({ user }: { readonly user: string | null }): ReactNode {
  const days = lastDays();
  const result = useQuery(
    async (client) => {
      const query = { from: days[0] ?? '', to: days.at(-1) ?? '', ...(user !== null && { user }) };
      return answered(await client.GET('/v1/usage', { params: { query } }));
    },
    { key: `usage ${user} ${days[0]}` },
  );
  return (
    <QueryView result={result}>
      {(usage) => (
        <>
          <Panel
            title={`Usage of the last ${DAYS} days`}
            aside={
              <span className="fine">
                <UntrustedText text={usage.user} maxLength={100} />
              </span>
            }
          >
            <Totals days={usage.days} />
            <DayBars days={days} used={usage.days} />
          </Panel>
          {usage.quotas.length > 0 && (
            <Panel title="Quotas" flush>
              <Table
                caption="What your quotas leave"
                rows={usage.quotas}
                columns={QUOTA_COLUMNS}
                keyOf={({ quota }) => quota}
              />
            </Panel>
          )}
          <Panel title="By day" flush>
            {usage.days.length === 0 ? (
              <EmptyState title="No usage yet." />
            ) : (
              <Table
                caption="Usage by day"
                rows={[...usage.days].reverse()}
                columns={COLUMNS}
                keyOf={({ day }) => day}
              />
            )}
          </Panel>
        </>
      )}
    </QueryView>
  );
}

function Totals({ days }: { readonly days: readonly DayUsage[] }): ReactNode {
  const total = (of: (day: DayUsage) => number): number => days.reduce((sum, day) => sum + of(day), 0);
  return (
    <Figures
      items={[
        ['Pages', formatCount(total(({ pages }) => pages))],
        ['Cost, at list prices', formatUsd(total((day) => day.usd))],
        ['API requests', formatCount(total(({ requests }) => requests))],
        ['Days with use', formatCount(days.length)],
      ]}
    />
  );
}

const BAR = 10;
const HEIGHT = 64;

/** One bar per day. The table below has the figures. */
function DayBars({ days, used }: { readonly days: readonly string[]; readonly used: readonly DayUsage[] }): ReactNode {
  const pagesOf = new Map(used.map(({ day, pages }) => [day, pages]));
  const most = Math.max(1, ...pagesOf.values());
  return (
    <figure>
      <svg className="day-bars" viewBox={`0 0 ${BAR * days.length} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
        {days.map((day, i) => {
          const height = ((pagesOf.get(day) ?? 0) / most) * (HEIGHT - 2);
          return (
            <rect key={day} x={BAR * i + 1} y={HEIGHT - height - 1} width={BAR - 2} height={height + 1}>
              <title>
                {day}: {formatCount(pagesOf.get(day) ?? 0)} pages
              </title>
            </rect>
          );
        })}
      </svg>
      <figcaption className="fine">
        Pages per day, {days[0]} to {days.at(-1)}; the highest bar is {formatCount(most)}
      </figcaption>
    </figure>
  );
}
