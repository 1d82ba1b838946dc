import type { ReactNode } from 'react';
import type { Delivery } from '#api/client/schema.ts';
import { Link } from '../../../browser/router.tsx';
import { useMutation } from '../../../query/use-mutation.ts';
import { useQuery } from '../../../query/use-query.ts';
import { useSession } from '../../../session/session.tsx';
import { formatDateTime } from '../../../text/format.ts';
import type { Tone } from '../../../text/labels.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState, ProblemNotice } from '../../../ui/notice.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';
import { subscriptionCalls } from './subscription-calls.ts';

/** Interval between reads of the log while a message waits, in ms. */
const LOOK_MS = 2_000;

/** The messages of a subscription with their outcomes. */
export function MessageLog({
  workflow,
  subscription: name,
}: {
  /** Id of the workflow; null for the user's own subscriptions. */
  readonly workflow: string | null;
  readonly subscription: string;
}): ReactNode {
  const { client } = useSession();
  const { busy, problem, mutate } = useMutation();
  const list = useQuery(async (api) => await subscriptionCalls(api, workflow).messages(name), {
    key: `deliveries ${workflow} ${name}`,
    pollMs: (items) => (items.some(({ state }) => state === 'waiting') ? LOOK_MS : null),
  });
  const again = (message: string): void =>
    void mutate(async () => {
      await subscriptionCalls(client, workflow).sendAgain(name, message);
      list.refetch();
    });
  return (
    <>
      <h3>Messages of {name}</h3>
      {problem !== null && <ProblemNotice problem={problem} />}
      <QueryView result={list}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState title="There is no message yet." />
          ) : (
            <Table caption={`Messages of ${name}`} rows={items} columns={columns(busy, again)} keyOf={({ id }) => id} />
          )
        }
      </QueryView>
    </>
  );
}

const TONES: Readonly<Record<Delivery['state'], Tone>> = { delivered: 'good', waiting: 'calm', dead: 'bad' };

const columns = (busy: boolean, onRetry: (message: string) => void): readonly Column<Delivery>[] => [
  { head: 'Made', kind: 'text', cell: ({ createdAt }) => formatDateTime(createdAt) },
  {
    head: 'Message',
    kind: 'wide',
    cell: ({ id, types, executions }) => (
      <>
        {types.join(', ')}
        <div className="fine breakable">
          {id}
          {executions.map((execution) => (
            <span key={execution}>
              {' '}
              <Link to={`executions/${execution}`}>{execution}</Link>
            </span>
          ))}
        </div>
      </>
    ),
  },
  { head: 'State', kind: 'text', cell: (message) => <State {...message} /> },
  {
    head: 'Action',
    kind: 'action',
    cell: ({ id, state }) =>
      state === 'waiting' ? null : (
        <Button kind="quiet" disabled={busy} onClick={() => onRetry(id)} aria-label={`Send ${id} again`}>
          Send again
        </Button>
      ),
  },
];

function State({ state, attempts, nextTryAt, last }: Delivery): ReactNode {
  return (
    <>
      <Badge tone={TONES[state]}>{state}</Badge> {attempts === 1 ? '1 try' : `${attempts} tries`}
      {last !== null && (
        <div className="fine">
          <UntrustedText text={last.why ?? `answered ${last.status} in ${Math.round(last.ms)} ms`} maxLength={200} />
        </div>
      )}
      {last !== null && last.note !== null && (
        <div className="fine">
          <UntrustedText text={last.note} maxLength={200} />
        </div>
      )}
      {state === 'waiting' && last !== null && <div className="fine">Next try {formatDateTime(nextTryAt)}</div>}
    </>
  );
}
