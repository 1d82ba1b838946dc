import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { answered } from '#api/client/client.ts';
import type { Schedule } from '#api/client/schema.ts';
import { useQuery } from '../../query/use-query.ts';
import { formatDateTime } from '../../text/format.ts';
import { instantOf, localInput } from '../../text/local-input.ts';
import { Button } from '../../ui/button.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import { Hint } from '../../ui/notice.tsx';

/** The schedule that the form saves, with all of its fields: saving replaces the previous one. */
export type ScheduleDraft = Pick<
  Schedule,
  'name' | 'when' | 'zone' | 'from' | 'until' | 'jitterSeconds' | 'overlap' | 'catchUp' | 'checkDays' | 'enabled'
>;

const EXAMPLES = [
  ['rate(6 hours)', 'Every six hours'],
  ['cron(0 8 * * ? *)', 'Every day at 08:00'],
  ['cron(0 8 ? * MON-FRI *)', 'Monday to Friday at 08:00'],
  ['cron(0 6 1 * ? *)', 'On the first day of the month at 06:00'],
  ['', 'Another expression'],
] as const;
const OVERLAPS = [
  ['skip', 'Start nothing'],
  ['queue', 'Start one when it has ended'],
  ['stop-previous', 'Stop it first'],
] as const;
const CRAWL = 'crawl';
const KINDS = [
  [CRAWL, 'A crawl'],
  ['30', 'A check of external links, each once in 30 days'],
  ['7', 'A check of external links, each once in 7 days'],
  ['1', 'A check of external links, each once a day'],
] as const;
const CATCH_UPS = [
  ['none', 'Leave them out'],
  ['one', 'Start one execution for all'],
] as const;

const ON = 'on';
const OFF = 'off';
const STATES = [
  [ON, 'On'],
  [OFF, 'Off: nothing starts, and it stays in the list'],
] as const;

const ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;
/** Pause in the typing before the view requests the next times, in ms. */
const TYPED_MS = 400;

/** @param taken names of the workflow's schedules */
function newDraft(taken: readonly string[]): ScheduleDraft {
  const names = ['daily', ...taken.map((_, i) => `daily-${i + 2}`)];
  return {
    name: names.find((name) => !taken.includes(name)) ?? '',
    when: 'cron(0 8 * * ? *)',
    zone: ZONE,
    from: null,
    until: null,
    jitterSeconds: 0,
    overlap: 'skip',
    catchUp: 'none',
    checkDays: null,
    enabled: true,
  };
}

interface ScheduleFormProps {
  readonly busy: boolean;
  /** Names of the workflow's schedules. */
  readonly taken: readonly string[];
  /** The schedule that is changed; null: a new one. */
  readonly edited: Schedule | null;
  readonly onSave: (draft: ScheduleDraft) => void;
  readonly onCancel: () => void;
}

/** A schedule that is not saved yet, with its next five times in the user's zone. */
export function ScheduleForm({ busy, taken, edited, onSave, onCancel }: ScheduleFormProps): ReactNode {
  const [draft, setDraft] = useState<ScheduleDraft>(() => (edited === null ? newDraft(taken) : draftOf(edited)));
  const set = (change: Partial<ScheduleDraft>): void => setDraft({ ...draft, ...change });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSave(draft);
  };
  return (
    <form className="form" onSubmit={submit} aria-label={edited === null ? 'New schedule' : `Schedule ${edited.name}`}>
      <div className="fields">
        <TextField
          label="Name"
          value={draft.name}
          readOnly={edited !== null}
          onChange={({ target }) => set({ name: target.value })}
        />
        <RuleFields draft={draft} set={set} />
        <StartFields draft={draft} set={set} />
      </div>
      <NextTimes draft={draft} />
      {edited === null && taken.includes(draft.name) && (
        <Hint tone="warn">{`There is a schedule ${draft.name}: saving replaces all of it. Edit shows what it has.`}</Hint>
      )}
      <div className="row">
        <Button type="submit" icon="plus" busy={busy} disabled={draft.when.trim() === '' || draft.name.trim() === ''}>
          Save schedule
        </Button>
        {edited !== null && (
          <Button kind="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}

/** Copies the fields that a user sets. The server adds the others, such as `next` and `last`. */
function draftOf(schedule: Schedule): ScheduleDraft {
  const { name, when, zone, from, until, jitterSeconds, overlap, catchUp, checkDays, enabled } = schedule;
  return { name, when, zone, from, until, jitterSeconds, overlap, catchUp, checkDays, enabled };
}

interface FieldsProps {
  readonly draft: ScheduleDraft;
  readonly set: (change: Partial<ScheduleDraft>) => void;
}

/** The action of a schedule, its times, and the handling of missed times. */
function RuleFields({ draft, set }: FieldsProps): ReactNode {
  const example = EXAMPLES.find(([when]) => when === draft.when)?.[0] ?? '';
  return (
    <>
      <Select
        label="What"
        options={KINDS}
        value={String(draft.checkDays ?? CRAWL)}
        onChange={({ target }) => set({ checkDays: target.value === CRAWL ? null : Number(target.value) })}
      />
      <Select
        label="Starts"
        options={EXAMPLES}
        value={example}
        onChange={({ target }) => set({ when: target.value })}
      />
      <TextField
        label="Expression"
        placeholder="cron(0 8 ? * MON-FRI *)"
        value={draft.when}
        onChange={({ target }) => set({ when: target.value })}
      />
      <TextField label="Time zone" value={draft.zone} onChange={({ target }) => set({ zone: target.value })} />
      <Select
        label="While one still runs"
        options={OVERLAPS}
        value={draft.overlap}
        onChange={({ target }) => set({ overlap: target.value as ScheduleDraft['overlap'] })}
      />
      <Select
        label="Missed times"
        options={CATCH_UPS}
        value={draft.catchUp}
        onChange={({ target }) => set({ catchUp: target.value as ScheduleDraft['catchUp'] })}
      />
    </>
  );
}

/** First and last instant of a start in the zone of the browser, its delay, and a switch. */
function StartFields({ draft: { from, until, jitterSeconds, enabled }, set }: FieldsProps): ReactNode {
  return (
    <>
      <InstantField label="Not before" empty="at once" value={from} onChange={(instant) => set({ from: instant })} />
      <InstantField label="Not after" empty="no end" value={until} onChange={(instant) => set({ until: instant })} />
      <TextField
        label="Jitter (seconds)"
        type="number"
        min={0}
        max={3600}
        help="Each start comes up to so much later"
        value={jitterSeconds}
        onChange={({ target }) => set({ jitterSeconds: Math.trunc(Number(target.value)) })}
      />
      <Select
        label="State"
        options={STATES}
        value={enabled ? ON : OFF}
        onChange={({ target }) => set({ enabled: target.value === ON })}
      />
    </>
  );
}

interface InstantFieldProps {
  readonly label: string;
  /** Meaning of an empty field. */
  readonly empty: string;
  readonly value: string | null;
  readonly onChange: (instant: string | null) => void;
}

/** A date and a time of day in the zone of the browser. */
function InstantField({ label, empty, value, onChange }: InstantFieldProps): ReactNode {
  return (
    <TextField
      label={label}
      type="datetime-local"
      help={`In your time zone, ${ZONE}; empty: ${empty}`}
      value={localInput(value)}
      onChange={({ target }) => onChange(instantOf(target.value))}
    />
  );
}

function NextTimes({ draft: { name: _, ...schedule } }: { readonly draft: ScheduleDraft }): ReactNode {
  const typed = useSettled(JSON.stringify(schedule));
  const body = JSON.parse(typed) as Omit<ScheduleDraft, 'name'>;
  const { value, problem } = useQuery(
    async (client) => (body.when === '' ? [] : answered(await client.POST('/v1/schedule-times', { body })).next),
    { key: `times ${typed}` },
  );
  if (problem !== null) return <Hint tone="warn">{[problem.title, problem.remedy].filter(Boolean).join(': ')}</Hint>;
  if (value === null || body.when === '')
    return <Hint>rate(6 hours), or cron(minutes hours day-of-month month day-of-week year)</Hint>;
  if (value.length === 0) return <Hint tone="warn">It has no time in the future.</Hint>;
  return <Hint>{`Next, in your time zone: ${value.map((at) => formatDateTime(at)).join(' · ')}`}</Hint>;
}

/** Returns the value once it has not changed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), TYPED_MS);
    return () => window.clearTimeout(timer);
  }, [value]);
  return settled;
}
