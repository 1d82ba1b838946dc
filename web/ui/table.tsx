import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { ScrollFrame } from './scroll-frame.tsx';

export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /**
   * `wide` takes the remaining width and breaks anywhere, `text` fits sentences, `figure` and
   * `action` align right.
   *
   * @default normal: one line
   */
  readonly kind?: 'wide' | 'text' | 'figure' | 'action' | 'normal';
  /** Hidden in narrow windows. */
  readonly minor?: boolean;
}

interface TableProps<Row> {
  readonly caption: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  readonly className?: string;
}

/** A table that scrolls when it is wider than the window. */
export function Table<Row>({ caption, rows, columns, keyOf, className }: TableProps<Row>): ReactNode {
  const classOf = ({ kind = 'normal', minor = false }: Column<Row>): string => (minor ? `${kind} minor` : kind);
  return (
    <ScrollFrame className="table-frame" label={caption}>
      <table className={className}>
        <caption className="only-read">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.head} scope="col" className={classOf(column)}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) => (
                <td key={column.head} className={classOf(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}

interface PagerProps {
  readonly what: string;
  readonly number: number;
  readonly forward: (() => void) | null;
  readonly back: (() => void) | null;
}

/** Buttons for the previous and the next page. Renders nothing for a single page. */
export function Pager({ what, number, forward, back }: PagerProps): ReactNode {
  if (forward === null && back === null) return null;
  return (
    <nav className="pager" aria-label={`Pages of ${what}`}>
      <Button onClick={back ?? undefined} disabled={back === null}>
        Back
      </Button>
      <span role="status">Page {number}</span>
      <Button onClick={forward ?? undefined} disabled={forward === null}>
        Next
      </Button>
    </nav>
  );
}
