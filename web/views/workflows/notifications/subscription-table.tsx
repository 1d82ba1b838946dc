import type { ReactNode } from 'react';
import type { Subscription } from '#api/client/schema.ts';
import { formatDateTime } from '../../../text/format.ts';
import { Button } from '../../../ui/button.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';

interface SubscriptionsProps {
  readonly items: readonly Subscription[];
  readonly busy: boolean;
  readonly onTest: (name: string) => void;
  readonly onLog: (name: string) => void;
  readonly onRotate: (name: string) => void;
  readonly onRemove: (name: string) => void;
}

/** The subscriptions of a workflow. */
export function SubscriptionTable({ items, ...actions }: SubscriptionsProps): ReactNode {
  const columns: readonly Column<Subscription>[] = [
    {
      head: 'Subscription',
      kind: 'wide',
      cell: ({ name, url, email, topic, enabled, oldSecretUntil }) => (
        <>
          {name}
          {enabled ? '' : ' (off)'}
          <div className="fine">
            <UntrustedText text={url ?? topic ?? email.join(', ')} maxLength={160} />
          </div>
          {oldSecretUntil !== null && (
            <div className="fine">The previous secret signs, too, until {formatDateTime(oldSecretUntil)}</div>
          )}
        </>
      ),
    },
    { head: 'Tells', kind: 'text', cell: (one) => <Told {...one} /> },
    {
      head: 'Action',
      kind: 'action',
      cell: ({ name, url }) => <Actions name={name} hasSecret={url !== null} {...actions} />,
    },
  ];
  return <Table caption="Subscriptions" rows={items} columns={columns} keyOf={({ name }) => name} />;
}

function Told({ events, watch, atMostEveryMinutes: every, pending }: Subscription): ReactNode {
  const watched = Object.entries(watch).filter(([, value]) => value !== null);
  return (
    <>
      {events.join(', ')}
      {watched.map(([field, value]) => (
        <div className="fine" key={field}>
          {field}: <UntrustedText text={String(value)} maxLength={80} />
        </div>
      ))}
      {every > 0 && <div className="fine">{`at most one message in ${every} minutes`}</div>}
      {pending > 0 && <div className="fine">{`${pending} events wait for the next message`}</div>}
    </>
  );
}

function Actions({
  name,
  hasSecret,
  busy,
  onTest,
  onLog,
  onRotate,
  onRemove,
}: Omit<SubscriptionsProps, 'items'> & { readonly name: string; readonly hasSecret: boolean }): ReactNode {
  const buttons = [
    ['Send a test', onTest, `Send a test to ${name}`],
    ['Messages', onLog, `Messages of ${name}`],
    ...(hasSecret ? ([['New secret', onRotate, `New secret for ${name}`]] as const) : []),
    ['Remove', onRemove, `Remove ${name}`],
  ] as const;
  return (
    <div className="row">
      {buttons.map(([words, act, label]) => (
        <Button key={words} kind="quiet" disabled={busy} onClick={() => act(name)} aria-label={label}>
          {words}
        </Button>
      ))}
    </div>
  );
}
