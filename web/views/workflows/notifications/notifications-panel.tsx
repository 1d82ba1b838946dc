import { type ReactNode, useState } from 'react';
import { answered } from '#api/client/client.ts';
import type { SubscriptionWithSecret } from '#api/client/schema.ts';
import { useMutation } from '../../../query/use-mutation.ts';
import { useQuery } from '../../../query/use-query.ts';
import { useSession } from '../../../session/session.tsx';
import { EmptyState, Hint, ProblemNotice } from '../../../ui/notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { MessageLog } from './message-log.tsx';
import { NewSubscription, type SubscriptionDraft } from './new-subscription.tsx';
import { subscriptionCalls } from './subscription-calls.ts';
import { SubscriptionTable } from './subscription-table.tsx';

/** Subscriptions to a saved workflow, or with null to all that the user may read. */
export function NotificationsPanel({ workflow }: { readonly workflow: string | null }): ReactNode {
  const { client } = useSession();
  const { busy, problem, mutate } = useMutation();
  const [made, setMade] = useState<SubscriptionWithSecret | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const [tests, setTests] = useState(0);
  const list = useQuery(async (api) => await subscriptionCalls(api, workflow).list(), {
    key: `subscriptions ${workflow}`,
  });
  const me = useQuery(async (api) => answered(await api.GET('/v1/me')), { key: 'me' });
  const calls = subscriptionCalls(client, workflow);
  const save = ({ name, ...body }: SubscriptionDraft): void =>
    void mutate(async () => {
      setMade(await calls.save(name, body));
      list.refetch();
    });
  const rotate = (name: string): void =>
    void mutate(async () => {
      setMade(await calls.rotate(name));
      list.refetch();
    });
  const test = (name: string): void =>
    void mutate(async () => {
      await calls.test(name);
      setShown(name);
      setTests(tests + 1);
    });
  const remove = (name: string): void =>
    void mutate(async () => {
      if (shown === name) setShown(null); // first: the log polls, and its messages are removed, too
      await calls.remove(name);
      if (made?.name === name) setMade(null);
      list.refetch();
    });
  return (
    <Panel title={workflow === null ? 'Notifications of all workflows that you may read' : 'Notifications'}>
      <NewSubscription busy={busy} channels={me.value?.channels ?? null} onSave={save} />
      {problem !== null && <ProblemNotice problem={problem} />}
      {made !== null && made.secret !== null && <Secret name={made.name} secret={made.secret} />}
      <QueryView result={list}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState
              title={
                workflow === null ? 'You get no notifications yet.' : 'Nobody gets notifications of its executions.'
              }
            />
          ) : (
            <SubscriptionTable
              items={items}
              {...{ busy, onTest: test, onLog: setShown, onRotate: rotate, onRemove: remove }}
            />
          )
        }
      </QueryView>
      {shown !== null && <MessageLog key={`${shown} ${tests}`} workflow={workflow} subscription={shown} />}
    </Panel>
  );
}

function Secret({ name, secret }: { readonly name: string; readonly secret: string }): ReactNode {
  return (
    <Hint tone="warn">
      <p className="strong">Copy the secret of {name} now: it is shown once.</p>
      <p className="breakable">
        <code>{secret}</code>
      </p>
      <p className="fine">The receiver checks signatures with it, by the Standard Webhooks specification.</p>
    </Hint>
  );
}
