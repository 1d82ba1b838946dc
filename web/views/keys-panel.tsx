import { type FormEvent, type ReactNode, useState } from 'react';
import { answered } from '#api/client/client.ts';
import type { CreatedKey, Key, KeyWithMade } from '#api/client/schema.ts';
import { useDoing } from '../doing.ts';
import { usePaged } from '../paged.ts';
import { at, counted } from '../quantity.ts';
import { useSession } from '../session.tsx';
import { Foreign } from '../ui/address.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { TextField } from '../ui/field.tsx';
import { Empty, Hint, ProblemNotice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { Resource } from '../ui/resource.tsx';
import { type Column, Pager, Table } from '../ui/table.tsx';

/** API keys: made, shown once, revoked. */
export function KeysPanel(): ReactNode {
  const { client } = useSession();
  const { busy, problem, perform } = useDoing();
  const [made, setMade] = useState<CreatedKey | null>(null);
  const list = usePaged(async (api, query) => answered(await api.GET('/v1/keys', { params: { query } })), 'keys');
  const make = (name: string): void =>
    void perform(async () => {
      setMade(answered(await client.POST('/v1/keys', { body: { name } })));
      list.again();
    });
  const [asked, setAsked] = useState<KeyWithMade | null>(null);
  const remove = async (id: string): Promise<void> => {
    answered(await client.DELETE('/v1/keys/{id}', { params: { path: { id } } }));
    setAsked(null);
    list.again();
  };
  /** Keys that were made with it go with it: they are named before. */
  const revoke = (id: string): void =>
    void perform(async () => {
      const key = answered(await client.GET('/v1/keys/{id}', { params: { path: { id } } }));
      if (key.made.length === 0) await remove(id);
      else setAsked(key);
    });
  return (
    <Panel title="API keys">
      <NewKey busy={busy} onMake={make} />
      {problem !== null && <ProblemNotice problem={problem} />}
      {made !== null && (
        <Hint>
          <p className="strong">Copy the key now: it is shown once.</p>
          <code className="breakable">{made.key}</code>
        </Hint>
      )}
      {asked !== null && (
        <Confirm
          title={`Revoke ${asked.name} and ${counted(asked.made.length, 'key')} made with it?`}
          action="Revoke all"
          busy={busy}
          onCancel={() => setAsked(null)}
          onConfirm={() => void perform(() => remove(asked.id))}
        >
          <p>Whoever uses one of these is refused within seconds:</p>
          <ul>
            {[asked, ...asked.made].map(({ id, name, prefix, owner }) => (
              <li key={id}>
                <Foreign text={name} most={100} /> <code>{prefix}…</code> of <Foreign text={owner} most={100} />
              </li>
            ))}
          </ul>
        </Confirm>
      )}
      <Resource answer={list}>{({ items }) => <Keys items={items} busy={busy} onRevoke={revoke} />}</Resource>
      <Pager what="API keys" {...list} />
    </Panel>
  );
}

function NewKey({ busy, onMake }: { readonly busy: boolean; readonly onMake: (name: string) => void }): ReactNode {
  const [name, setName] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onMake(name.trim());
    setName('');
  };
  return (
    <form className="filters" onSubmit={submit}>
      <TextField label="What the key is for" value={name} onChange={(event) => setName(event.target.value)} />
      <Button type="submit" icon="plus" busy={busy} disabled={name.trim() === ''}>
        Make a key
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
  if (items.length === 0) return <Empty title="No key was made yet." />;
  const columns: readonly Column<Key>[] = [
    { head: 'Name', kind: 'wide', cell: ({ name }) => <Foreign text={name} most={120} /> },
    { head: 'Begins', minor: true, cell: ({ prefix }) => <code>{prefix}…</code> },
    { head: 'Role', minor: true, cell: ({ role }) => role },
    { head: 'Made', minor: true, cell: ({ createdAt }) => at(createdAt) },
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
