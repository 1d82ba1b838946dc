import type { ReactNode } from 'react';
import type { Execution, LevelCounts } from '#api/client/schema.ts';
import { isLive } from '../meaning.ts';
import { count } from '../quantity.ts';
import { Empty } from '../ui/notice.tsx';

/** Beyond, levels are shown as one: a crawl without depth limit may have thousands. */
const MOST_SHOWN = 40;

interface Row {
  readonly name: string;
  readonly planned: number;
  readonly stored: number;
  readonly failed: number;
  readonly other: number;
  readonly pending: number;
}

const rowOf = (level: LevelCounts): Row => ({
  name: String(level.level),
  planned: level.planned,
  stored: level.stored + level.notModified,
  failed: level.failed,
  other: level.duplicate + level.redirected + level.skipped,
  pending: level.pending,
});

function rowsOf(levels: readonly LevelCounts[]): readonly Row[] {
  const rows = levels.map(rowOf);
  if (rows.length <= MOST_SHOWN) return rows;
  const rest = rows.slice(MOST_SHOWN);
  const total = (of: (row: Row) => number): number => rest.reduce((all, row) => all + of(row), 0);
  return [
    ...rows.slice(0, MOST_SHOWN),
    {
      name: `${MOST_SHOWN}+`,
      planned: total((row) => row.planned),
      stored: total((row) => row.stored),
      failed: total((row) => row.failed),
      other: total((row) => row.other),
      pending: total((row) => row.pending),
    },
  ];
}

/** A chart that is a table: a bar a level, as long as the level has addresses, and its figures beside it. */
export function Levels({ execution }: { readonly execution: Execution }): ReactNode {
  const rows = rowsOf(execution.levels);
  if (rows.length === 0) return <Empty title="The first level is being put together." />;
  const size = (row: Row): number => row.stored + row.failed + row.other + row.pending;
  const largest = Math.max(1, ...rows.map(size));
  return (
    <>
      <ul className="legend">
        {PARTS.map(([part, words]) => (
          <li key={part}>
            <span className={`fill-${part}`} />
            {words}
          </li>
        ))}
      </ul>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="table-frame" tabIndex={0} aria-label="Levels">
        <table className="levels">
          <caption className="only-read">Levels: what was planned, stored and failed</caption>
          <LevelHead />
          <tbody>
            {rows.map((row) => (
              <LevelRow
                key={row.name}
                row={row}
                share={size(row) / largest}
                size={size(row)}
                now={isLive(execution.status) && row.name === String(execution.level)}
              />
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

const PARTS = [
  ['stored', 'Stored'],
  ['failed', 'Failed'],
  ['other', 'Redirected, duplicate, skipped'],
  ['pending', 'To do'],
] as const;

function LevelHead(): ReactNode {
  return (
    <thead>
      <tr>
        <th scope="col">Level</th>
        <th scope="col" className="bar-cell">
          Addresses
        </th>
        <th scope="col" className="figure">
          Planned
        </th>
        <th scope="col" className="figure">
          Stored
        </th>
        <th scope="col" className="figure">
          Failed
        </th>
        <th scope="col" className="figure minor">
          Other
        </th>
        <th scope="col" className="figure minor">
          To do
        </th>
      </tr>
    </thead>
  );
}

interface LevelRowProps {
  readonly row: Row;
  readonly share: number;
  readonly size: number;
  readonly now: boolean;
}

function LevelRow({ row, share, size, now }: LevelRowProps): ReactNode {
  return (
    <tr>
      <td className={now ? 'strong' : undefined}>{row.name}</td>
      <td className="bar-cell">
        <div className="stacked" style={{ width: `${Math.max(share * 100, 0.5)}%` }} aria-hidden="true">
          {PARTS.filter(([part]) => row[part] > 0).map(([part]) => (
            <span
              key={part}
              className={`fill-${part}`}
              style={{ width: `${(row[part] / Math.max(1, size)) * 100}%` }}
            />
          ))}
        </div>
      </td>
      <td className="figure">{count(row.planned)}</td>
      <td className="figure">{count(row.stored)}</td>
      <td className="figure">{count(row.failed)}</td>
      <td className="figure minor">{count(row.other)}</td>
      <td className="figure minor">{count(row.pending)}</td>
    </tr>
  );
}
