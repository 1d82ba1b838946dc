import { type FormEvent, type ReactNode, useState } from 'react';
import { answered } from '#api/client/client.ts';
import type { BlockEntry } from '#api/client/schema.ts';
import { useMutation } from '../../query/use-mutation.ts';
import { useQuery } from '../../query/use-query.ts';
import { useSession } from '../../session/session.tsx';
import { formatDateTime } from '../../text/format.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { EmptyState, ProblemNotice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';

/** Hosts and patterns that no crawl requests. */
export function BlocklistPanel(): ReactNode {
  const { client } = useSession();
  const { busy, problem, mutate } = useMutation();
  const list = useQuery(async (api) => answered(await api.GET('/v1/blocklist')).items, { key: 'blocklist' });
  const add = (pattern: string, note: string): void =>
    void mutate(async () => {
      answered(await client.POST('/v1/blocklist', { body: { pattern, ...(note !== '' && { note }) } }));
      list.refetch();
    });
  const remove = (id: string): void =>
    void mutate(async () => {
      answered(await client.DELETE('/v1/blocklist/{id}', { params: { path: { id } } }));
      list.refetch();
    });
  return (
    <Panel title="Blocklist">
      <NewEntry busy={busy} onAdd={add} />
      {problem !== null && <ProblemNotice problem={problem} />}
      <QueryView result={list}>{(items) => <Entries items={items} busy={busy} onRemove={remove} />}</QueryView>
    </Panel>
  );
}

function NewEntry({
  busy,
  onAdd,
}: {
  readonly busy: boolean;
  readonly onAdd: (pattern: string, note: string) => void;
}): ReactNode {
  const [pattern, setPattern] = useState('');
  const [note, setNote] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onAdd(pattern.trim(), note.trim());
    setPattern('');
    setNote('');
  };
  return (
    <form className="filters" onSubmit={submit}>
      <TextField
        label="Host or pattern"
        placeholder="ads.example"
        value={pattern}
        onChange={(event) => setPattern(event.target.value)}
      />
      <TextField label="Why" value={note} onChange={(event) => setNote(event.target.value)} />
      <Button type="submit" icon="plus" busy={busy} disabled={pattern.trim() === ''}>
        Block
      </Button>
    </form>
  );
}

interface EntriesProps {
  readonly items: readonly BlockEntry[];
  readonly busy: boolean;
  readonly onRemove: (id: string) => void;
}

function Entries({ items, busy, onRemove }: EntriesProps): ReactNode {
  if (items.length === 0) return <EmptyState title="The blocklist is empty." />;
  const columns: readonly Column<BlockEntry>[] = [
    { head: 'Pattern', kind: 'wide', cell: ({ pattern }) => <UntrustedText text={pattern} /> },
    { head: 'Why', kind: 'text', cell: ({ note }) => note !== null && <UntrustedText text={note} /> },
    {
      head: 'Since',
      minor: true,
      cell: ({ createdAt, inForce }) => (inForce ? formatDateTime(createdAt) : 'not active: invalid pattern'),
    },
    {
      head: 'Action',
      kind: 'action',
      cell: ({ id, pattern }) => (
        <Button kind="quiet" disabled={busy} onClick={() => onRemove(id)} aria-label={`Remove ${pattern}`}>
          Remove
        </Button>
      ),
    },
  ];
  return <Table caption="Blocklist" rows={items} columns={columns} keyOf={({ id }) => id} />;
}
