import type { ReactNode } from 'react';
import type { CollectionLife } from '#api/client/schema.ts';
import { Link } from '../../../browser/router.tsx';
import { formatDateTime } from '../../../text/format.ts';
import { hasEnded } from '../../../text/labels.ts';

type Tick = CollectionLife['ticks'][number];

/** Id of the text, which explains the disabled buttons. */
const TEXT_ID = 'run-under-way';

/**
 * The newest run of a collection if it has not ended: a concurrent run would request the same
 * pages. null if it has, or the workflow is not a collection.
 */
export function runUnderWay({ policy, ticks }: Pick<CollectionLife, 'policy' | 'ticks'>): Tick | null {
  const [newest] = ticks;
  if (policy === 'off' || newest === undefined || newest.status === 'deleting') return null;
  return hasEnded(newest.status) ? null : newest;
}

/** Props of a button that starts another run. */
export const buttonBeside = (run: Tick | null) => (run === null ? {} : { disabled: true, 'aria-describedby': TEXT_ID });

/** Explains why no other run can start now. */
export function RunUnderWay({ run: { execution, createdAt, status } }: { readonly run: Tick }): ReactNode {
  return (
    <p id={TEXT_ID}>
      <Link to={`executions/${execution}`}>The run of {formatDateTime(createdAt)}</Link> is {status}: another one can
      begin when it has ended.
    </p>
  );
}
