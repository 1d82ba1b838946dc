import { type ReactNode, useState } from 'react';
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
import { type ScheduleDraft, ScheduleForm } from './schedule-form.tsx';

/** Schedules of a saved workflow. */
export function SchedulesPanel({ workflow }: { readonly workflow: string }): ReactNode {
  const { client } = useSession();
  const { busy, problem, mutate } = useMutation();
  const [edited, setEdited] = useState<Schedule | null>(null);
  const path = { id: workflow };
  const list = useQuery(
    async (api) => answered(await api.GET('/v1/workflows/{id}/schedules', { params: { path } })).items,
    { key: `schedules ${workflow}` },
  );
  const save = ({ name, ...body }: ScheduleDraft): void =>
    void mutate(async () => {
      const params = { path: { ...path, name } };
      answered(await client.PUT('/v1/workflows/{id}/schedules/{name}', { params, body }));
      setEdited(null);
      list.refetch();
    });
  const remove = (name: string): void =>
    void mutate(async () => {
      answered(await client.DELETE('/v1/workflows/{id}/schedules/{name}', { params: { path: { ...path, name } } }));
      list.refetch();
    });
  return (
    <Panel title="Schedules">
      {list.value !== null && (
        <ScheduleForm
          key={`${edited?.name ?? ''} ${list.value.length}`}
          busy={busy}
          taken={list.value.map(({ name }) => name)}
          edited={edited}
          onSave={save}
          onCancel={() => setEdited(null)}
        />
      )}
      {problem !== null && <ProblemNotice problem={problem} />}
      <QueryView result={list}>
        {(items) => <Schedules items={items} busy={busy} onEdit={setEdited} onRemove={remove} />}
      </QueryView>
    </Panel>
  );
}

interface SchedulesProps {
  readonly items: readonly Schedule[];
  readonly busy: boolean;
  readonly onEdit: (schedule: Schedule) => void;
  readonly onRemove: (name: string) => void;
}

function Schedules({ items, busy, onEdit, onRemove }: SchedulesProps): ReactNode {
  if (items.length === 0) return <EmptyState title="It runs only when you start it." />;
  const columns: readonly Column<Schedule>[] = [
    {
      head: 'Schedule',
      kind: 'wide',
      cell: (schedule) => (
        <>
          {schedule.name}
          {linesOf(schedule).map((line) => (
            <div className="fine" key={line}>
              <UntrustedText text={line} maxLength={160} />
            </div>
          ))}
        </>
      ),
    },
    { head: 'Next', cell: ({ enabled, next }) => (enabled ? formatDateTime(next[0] ?? null) : 'Off') },
    { head: 'Last', kind: 'text', cell: (schedule) => <Last {...schedule} /> },
    {
      head: 'Action',
      kind: 'action',
      cell: (schedule) => (
        <>
          <Button kind="quiet" disabled={busy} onClick={() => onEdit(schedule)} aria-label={`Edit ${schedule.name}`}>
            Edit
          </Button>
          <Button
            kind="quiet"
            disabled={busy}
            onClick={() => onRemove(schedule.name)}
            aria-label={`Remove ${schedule.name}`}
          >
            Remove
          </Button>
        </>
      ),
    },
  ];
  return <Table caption="Schedules" rows={items} columns={columns} keyOf={({ name }) => name} />;
}

/** The lines of a schedule: when it starts, then each setting that differs from its default. */
function linesOf({ when, zone, checkDays, from, until, jitterSeconds, overlap, catchUp }: Schedule): string[] {
  return [
    when.startsWith('cron') ? `${when}, ${zone}` : when,
    ...(checkDays === null ? [] : [`external links, each once in ${plural(checkDays, 'day')}`]),
    ...(from === null ? [] : [`not before ${formatDateTime(from)}`]),
    ...(until === null ? [] : [`not after ${formatDateTime(until)}`]),
    ...(jitterSeconds === 0 ? [] : [`up to ${plural(jitterSeconds, 'second')} later`]),
    ...(overlap === 'skip' ? [] : [OVERLAP_WORDS[overlap]]),
    ...(catchUp === 'none' ? [] : ['one execution for all missed times']),
  ];
}

const OVERLAP_WORDS = { queue: 'waits for the previous one', 'stop-previous': 'stops the previous one' } as const;

const TONES: Readonly<Record<string, Tone>> = { started: 'good', skipped: 'calm', missed: 'warn', failed: 'bad' };

function Last({ last, queued, missed }: Pick<Schedule, 'last' | 'queued' | 'missed'>): ReactNode {
  if (last === null) return 'Not yet';
  const { outcome, scheduledAt, execution, why } = last;
  const lines = [
    ...(queued === null ? [] : [`${formatDateTime(queued)} waits for the previous one`]),
    ...(missed === null ? [] : [missedWords(missed)]),
  ];
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
      {lines.map((line) => (
        <div className="fine" key={line}>
          {line}
        </div>
      ))}
    </>
  );
}

function missedWords({ from, until, times, execution }: NonNullable<Schedule['missed']>): string {
  const when = times === 1 ? formatDateTime(from) : `${formatDateTime(from)} to ${formatDateTime(until)}`;
  return `missed: ${plural(times, 'time')}, ${when}; ${execution === null ? 'none started' : 'one started for all'}`;
}
