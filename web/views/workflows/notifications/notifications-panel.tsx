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
import { SubscriptionTable } from './subscription-table.tsx';

/** Whom Surf tells when something happens to executions of a saved workflow. */
export function NotificationsPanel({ workflow }: { readonly workflow: string }): ReactNode {
  const { client } = useSession();
  const { busy, problem, mutate } = useMutation();
  const [made, setMade] = useState<SubscriptionWithSecret | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const [tests, setTests] = useState(0);
  const list = useQuery(
    async (api) =>
      answered(await api.GET('/v1/workflows/{id}/subscriptions', { params: { path: { id: workflow } } })).items,
    { key: `subscriptions ${workflow}` },
  );
  const of = (name: string) => ({ params: { path: { id: workflow, name } } });
  const save = ({ name, ...body }: SubscriptionDraft): void =>
    void mutate(async () => {
      setMade(answered(await client.PUT('/v1/workflows/{id}/subscriptions/{name}', { ...of(name), body })));
      list.refetch();
    });
  const rotate = (name: string): void =>
    void mutate(async () => {
      setMade(answered(await client.POST('/v1/workflows/{id}/subscriptions/{name}/rotate', of(name))));
      list.refetch();
    });
  const test = (name: string): void =>
    void mutate(async () => {
      answered(await client.POST('/v1/workflows/{id}/subscriptions/{name}/test', of(name)));
      setShown(name);
      setTests(tests + 1);
    });
  const remove = (name: string): void =>
    void mutate(async () => {
      answered(await client.DELETE('/v1/workflows/{id}/subscriptions/{name}', of(name)));
      if (made?.name === name) setMade(null);
      if (shown === name) setShown(null);
      list.refetch();
    });
  return (
    <Panel title="Notifications">
      <NewSubscription busy={busy} onSave={save} />
      {problem !== null && <ProblemNotice problem={problem} />}
      {made !== null && made.secret !== null && <Secret name={made.name} secret={made.secret} />}
      <QueryView result={list}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState title="Nobody is told what happens to its executions." />
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
