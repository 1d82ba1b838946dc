import type { ReactNode } from 'react';
import type { Execution, LevelCounts } from '#api/client/schema.ts';
import { formatCount } from '../../../text/format.ts';
import { isLive } from '../../../text/labels.ts';
import { EmptyState } from '../../../ui/notice.tsx';
import { countsOfLevel, type OutcomeCounts, StackedBar, totalOf, withLive } from '../../../ui/stacked-bar.tsx';
import { type Column, Table } from '../../../ui/table.tsx';

/** Deeper levels share one row: a crawl without a depth limit can have thousands. */
const MAX_SHOWN = 40;

interface Row extends OutcomeCounts {
  readonly name: string;
  readonly planned: number;
}

function rowsOf({ levels, level: current, live }: Execution): readonly Row[] {
  const partsNow = (level: LevelCounts): OutcomeCounts =>
    level.level === current ? withLive(countsOfLevel(level), live) : countsOfLevel(level);
  const rows = levels.map((level) => ({ name: String(level.level), planned: level.planned, ...partsNow(level) }));
  if (rows.length <= MAX_SHOWN) return rows;
  const rest = rows.slice(MAX_SHOWN);
  const total = (of: (row: Row) => number): number => rest.reduce((all, row) => all + of(row), 0);
  return [
    ...rows.slice(0, MAX_SHOWN),
    {
      name: `${MAX_SHOWN}+`,
      planned: total((row) => row.planned),
      stored: total((row) => row.stored),
      failed: total((row) => row.failed),
      other: total((row) => row.other),
      pending: total((row) => row.pending),
    },
  ];
}

/** One row per level: a bar as long as its number of URLs, and the figures. */
export function Levels({ execution }: { readonly execution: Execution }): ReactNode {
  const rows = rowsOf(execution);
  if (rows.length === 0) return <EmptyState title="Surf is preparing the first level." />;
  const largest = Math.max(1, ...rows.map(totalOf));
  const current = isLive(execution.status) ? String(execution.level) : null;
  const columns: readonly Column<Row>[] = [
    { head: 'Level', cell: ({ name }) => <span className={name === current ? 'strong' : undefined}>{name}</span> },
    { head: 'URLs', kind: 'wide', cell: (row) => <StackedBar parts={row} share={totalOf(row) / largest} /> },
    { head: 'Planned', kind: 'figure', minor: true, cell: ({ planned }) => formatCount(planned) },
    { head: 'Stored', kind: 'figure', cell: ({ stored }) => formatCount(stored) },
    { head: 'Failed', kind: 'figure', cell: ({ failed }) => formatCount(failed) },
    { head: 'Other', kind: 'figure', minor: true, cell: ({ other }) => formatCount(other) },
    { head: 'Pending', kind: 'figure', minor: true, cell: ({ pending }) => formatCount(pending) },
  ];
  return <Table caption="Levels" rows={rows} columns={columns} keyOf={({ name }) => name} className="levels" />;
}
