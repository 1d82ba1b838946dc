import type { ReactNode } from 'react';
import { answered } from '#api/client/client.ts';
import type { Schedule } from '#api/client/schema.ts';
import { Link } from '../../browser/router.tsx';
import { useMutation } from '../../query/use-mutation.ts';
import { useQuery } from '../../query/use-query.ts';
import { useSession } from '../../session/session.tsx';
import { formatDateTime, plural } from '../../text/format.ts';
import type { Tone } from '../../text/labels.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ProblemNotice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { NewSchedule, type ScheduleDraft } from './new-schedule.tsx';

/** Schedules of a saved workflow. */
export function SchedulesPanel({ workflow }: { readonly workflow: string }): ReactNode {
  const { client } = useSession();
  const { busy, problem, mutate } = useMutation();
  const path = { id: workflow };
  const list = useQuery(
    async (api) => answered(await api.GET('/v1/workflows/{id}/schedules', { params: { path } })).items,
    { key: `schedules ${workflow}` },
  );
  const save = ({ name, ...body }: ScheduleDraft): void =>
    void mutate(async () => {
      const params = { path: { ...path, name } };
      answered(await client.PUT('/v1/workflows/{id}/schedules/{name}', { params, body }));
      list.refetch();
    });
  const remove = (name: string): void =>
    void mutate(async () => {
      answered(await client.DELETE('/v1/workflows/{id}/schedules/{name}', { params: { path: { ...path, name } } }));
      list.refetch();
    });
  return (
    <Panel title="Schedules">
      <NewSchedule busy={busy} onSave={save} />
      {problem !== null && <ProblemNotice problem={problem} />}
      <QueryView result={list}>{(items) => <Schedules items={items} busy={busy} onRemove={remove} />}</QueryView>
    </Panel>
  );
}

interface SchedulesProps {
  readonly items: readonly Schedule[];
  readonly busy: boolean;
  readonly onRemove: (name: string) => void;
}

function Schedules({ items, busy, onRemove }: SchedulesProps): ReactNode {
  if (items.length === 0) return <EmptyState title="It runs only when you start it." />;
  const columns: readonly Column<Schedule>[] = [
    {
      head: 'Schedule',
      kind: 'wide',
      cell: ({ name, when, zone, checkDays }) => (
        <>
          {name}
          <div className="fine">
            <UntrustedText text={when.startsWith('cron') ? `${when}, ${zone}` : when} maxLength={160} />
          </div>
          {checkDays !== null && <div className="fine">external links, each once in {plural(checkDays, 'day')}</div>}
        </>
      ),
    },
    { head: 'Next', cell: ({ enabled, next }) => (enabled ? formatDateTime(next[0] ?? null) : 'Off') },
    { head: 'Last', kind: 'text', cell: (schedule) => <Last {...schedule} /> },
    {
      head: 'Action',
      kind: 'action',
      cell: ({ name }) => (
        <Button kind="quiet" disabled={busy} onClick={() => onRemove(name)} aria-label={`Remove ${name}`}>
          Remove
        </Button>
      ),
    },
  ];
  return <Table caption="Schedules" rows={items} columns={columns} keyOf={({ name }) => name} />;
}

const TONES: Readonly<Record<string, Tone>> = { started: 'good', skipped: 'calm', missed: 'warn', failed: 'bad' };

function Last({ last }: Pick<Schedule, 'last'>): ReactNode {
  if (last === null) return 'Not yet';
  const { outcome, scheduledAt, execution, why } = last;
  return (
    <>
      <Badge tone={TONES[outcome] ?? 'calm'}>{outcome}</Badge>{' '}
      {outcome === 'started' && execution !== null ? (
        <Link to={`executions/${execution}`}>{formatDateTime(scheduledAt)}</Link>
      ) : (
        formatDateTime(scheduledAt)
      )}
      {why !== null && (
        <div className="fine">
          <UntrustedText text={why} maxLength={200} />
        </div>
      )}
    </>
  );
}
