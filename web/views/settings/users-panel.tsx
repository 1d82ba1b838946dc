import type { ReactNode } from 'react';
import { answered } from '#api/client/client.ts';
import type { Role, User, UserChange } from '#api/client/schema.ts';
import { Link } from '../../browser/router.tsx';
import { useMutation } from '../../query/use-mutation.ts';
import { usePagedQuery } from '../../query/use-paged-query.ts';
import { useSession } from '../../session/session.tsx';
import { formatDateTime } from '../../text/format.ts';
import { EmptyState, ProblemNotice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { type Column, Pager, Table } from '../../ui/table.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';

const ROLES: readonly Role[] = ['administrator', 'premium', 'standard'];
const RIGHTS = [
  ['ignoreRobots', 'ignore robots.txt'],
  ['allowPrivateNetwork', 'crawl private networks'],
] as const;

/** Users with their roles and rights. */
export function UsersPanel(): ReactNode {
  const { client } = useSession();
  const { busy, problem, mutate } = useMutation();
  const list = usePagedQuery(
    async (api, query) => answered(await api.GET('/v1/users', { params: { query } })),
    'users',
  );
  const change = (id: string, body: UserChange): void =>
    void mutate(async () => {
      answered(await client.PUT('/v1/users/{id}', { params: { path: { id } }, body }));
      list.refetch();
    });
  return (
    <Panel title="Users">
      {problem !== null && <ProblemNotice problem={problem} />}
      <QueryView result={list}>{({ items }) => <Users items={items} busy={busy} onChange={change} />}</QueryView>
      <Pager what="users" {...list} />
    </Panel>
  );
}

interface UsersProps {
  readonly items: readonly User[];
  readonly busy: boolean;
  readonly onChange: (id: string, change: UserChange) => void;
}

function Users({ items, busy, onChange }: UsersProps): ReactNode {
  if (items.length === 0) return <EmptyState title="No users yet." />;
  const columns: readonly Column<User>[] = [
    { head: 'User', kind: 'wide', cell: ({ user, email }) => <UntrustedText text={email ?? user} maxLength={200} /> },
    {
      head: 'Role',
      cell: ({ user, email, role, rights }) => (
        <span className="field">
          <select
            aria-label={`Role of ${email ?? user}`}
            value={role}
            disabled={busy}
            onChange={(event) => onChange(user, { role: event.target.value as Role, rights })}
          >
            {ROLES.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </span>
      ),
    },
    {
      head: 'Rights',
      minor: true,
      cell: ({ user, email, role, rights }) =>
        RIGHTS.map(([right, words]) => (
          <label key={right} className="right">
            <input
              type="checkbox"
              aria-label={`${email ?? user} may ${words}`}
              checked={rights[right]}
              disabled={busy}
              onChange={(event) => onChange(user, { role, rights: { ...rights, [right]: event.target.checked } })}
            />
            {words}
          </label>
        )),
    },
    {
      head: 'Usage',
      minor: true,
      cell: ({ user }) => <Link to={`settings/usage?user=${encodeURIComponent(user)}`}>Last 30 days</Link>,
    },
    { head: 'Assigned', minor: true, cell: ({ assigned }) => (assigned === 'hand' ? 'by hand' : 'automatically') },
    { head: 'Since', minor: true, cell: ({ createdAt }) => formatDateTime(createdAt) },
  ];
  return <Table caption="Users" rows={items} columns={columns} keyOf={({ user }) => user} />;
}
