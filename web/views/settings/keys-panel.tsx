import { type FormEvent, type ReactNode, useState } from 'react';
import { answered } from '#api/client/client.ts';
import type { CreatedKey, Key, KeyWithMade } from '#api/client/schema.ts';
import { useMutation } from '../../query/use-mutation.ts';
import { usePagedQuery } from '../../query/use-paged-query.ts';
import { useSession } from '../../session/session.tsx';
import { formatDateTime, plural } from '../../text/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { TextField } from '../../ui/field.tsx';
import { EmptyState, Hint, ProblemNotice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { type Column, Pager, Table } from '../../ui/table.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';

/** Creates API keys, shows each once, and revokes them. */
export function KeysPanel(): ReactNode {
  const { client } = useSession();
  const { busy, problem, mutate } = useMutation();
  const [created, setCreated] = useState<CreatedKey | null>(null);
  const list = usePagedQuery(async (api, query) => answered(await api.GET('/v1/keys', { params: { query } })), 'keys');
  const create = (name: string): void =>
    void mutate(async () => {
      setCreated(answered(await client.POST('/v1/keys', { body: { name } })));
      list.refetch();
    });
  const [toRevoke, setToRevoke] = useState<KeyWithMade | null>(null);
  const remove = async (id: string): Promise<void> => {
    answered(await client.DELETE('/v1/keys/{id}', { params: { path: { id } } }));
    setToRevoke(null);
    list.refetch();
  };
  /** Revoking a key also revokes the keys created with it: the dialog lists them first. */
  const revoke = (id: string): void =>
    void mutate(async () => {
      const key = answered(await client.GET('/v1/keys/{id}', { params: { path: { id } } }));
      if (key.made.length === 0) await remove(id);
      else setToRevoke(key);
    });
  return (
    <Panel title="API keys">
      <NewKey busy={busy} onCreate={create} />
      {problem !== null && <ProblemNotice problem={problem} />}
      {created !== null && (
        <Hint>
          <p className="strong">Copy the key now: it is shown once.</p>
          <code className="breakable">{created.key}</code>
        </Hint>
      )}
      {toRevoke !== null && (
        <Confirm
          title={`Revoke ${toRevoke.name} and ${plural(toRevoke.made.length, 'key')} created with it?`}
          action="Revoke all"
          busy={busy}
          onCancel={() => setToRevoke(null)}
          onConfirm={() => void mutate(() => remove(toRevoke.id))}
        >
          <p>Requests with these keys are rejected within seconds:</p>
          <ul>
            {[toRevoke, ...toRevoke.made].map(({ id, name, prefix, owner }) => (
              <li key={id}>
                <UntrustedText text={name} maxLength={100} /> <code>{prefix}…</code> of{' '}
                <UntrustedText text={owner} maxLength={100} />
              </li>
            ))}
          </ul>
        </Confirm>
      )}
      <QueryView result={list}>{({ items }) => <Keys items={items} busy={busy} onRevoke={revoke} />}</QueryView>
      <Pager what="API keys" {...list} />
    </Panel>
  );
}

function NewKey({ busy, onCreate }: { readonly busy: boolean; readonly onCreate: (name: string) => void }): ReactNode {
  const [name, setName] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onCreate(name.trim());
    setName('');
  };
  return (
    <form className="filters" onSubmit={submit}>
      <TextField label="Purpose of the key" value={name} onChange={(event) => setName(event.target.value)} />
      <Button type="submit" icon="plus" busy={busy} disabled={name.trim() === ''}>
        Create key
      </Button>
    </form>
  );
}

interface KeysProps {
  readonly items: readonly Key[];
  readonly busy: boolean;
  readonly onRevoke: (id: string) => void;
}

function Keys({ items, busy, onRevoke }: KeysProps): ReactNode {
  if (items.length === 0) return <EmptyState title="No API keys yet." />;
  const columns: readonly Column<Key>[] = [
    { head: 'Name', kind: 'wide', cell: ({ name }) => <UntrustedText text={name} maxLength={120} /> },
    { head: 'Prefix', minor: true, cell: ({ prefix }) => <code>{prefix}…</code> },
    { head: 'Role', minor: true, cell: ({ role }) => role },
    { head: 'Created', minor: true, cell: ({ createdAt }) => formatDateTime(createdAt) },
    {
      head: 'State',
      kind: 'action',
      cell: ({ id, name, revokedAt, expiresAt }) => {
        if (revokedAt !== null) return <Badge tone="calm">revoked</Badge>;
        if (expiresAt !== null && Date.parse(expiresAt) < Date.now()) return <Badge tone="calm">expired</Badge>;
        return (
          <Button kind="quiet" disabled={busy} onClick={() => onRevoke(id)} aria-label={`Revoke ${name}`}>
            Revoke
          </Button>
        );
      },
    },
  ];
  return <Table caption="API keys" rows={items} columns={columns} keyOf={({ id }) => id} />;
}
