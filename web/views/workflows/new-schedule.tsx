import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { answered } from '#api/client/client.ts';
import { useQuery } from '../../query/use-query.ts';
import { formatDateTime } from '../../text/format.ts';
import { Button } from '../../ui/button.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import { Hint } from '../../ui/notice.tsx';

/** The schedule that the form saves. */
export interface ScheduleDraft {
  readonly name: string;
  readonly when: string;
  readonly zone: string;
  readonly overlap: 'skip' | 'queue' | 'stop-previous';
  readonly catchUp: 'none' | 'one';
  /** Age of links to check, in days; null if the schedule starts crawls. */
  readonly checkDays: number | null;
}

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

const ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;
/** Pause in the typing before the view requests the next times, in ms. */
const TYPED_MS = 400;

/** A schedule that is not saved yet, with its next five times in the user's zone. */
export function NewSchedule({
  busy,
  onSave,
}: {
  readonly busy: boolean;
  readonly onSave: (draft: ScheduleDraft) => void;
}): ReactNode {
  const [draft, setDraft] = useState<ScheduleDraft>({
    name: 'daily',
    when: 'cron(0 8 * * ? *)',
    zone: ZONE,
    overlap: 'skip',
    catchUp: 'none',
    checkDays: null,
  });
  const set = (change: Partial<ScheduleDraft>): void => setDraft({ ...draft, ...change });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSave(draft);
  };
  const example = EXAMPLES.find(([when]) => when === draft.when)?.[0] ?? '';
  return (
    <form className="form" onSubmit={submit} aria-label="New schedule">
      <div className="fields">
        <TextField label="Name" value={draft.name} onChange={({ target }) => set({ name: target.value })} />
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
      </div>
      <NextTimes when={draft.when} zone={draft.zone} />
      <div className="row">
        <Button type="submit" icon="plus" busy={busy} disabled={draft.when.trim() === '' || draft.name.trim() === ''}>
          Save schedule
        </Button>
      </div>
    </form>
  );
}

function NextTimes({ when, zone }: Pick<ScheduleDraft, 'when' | 'zone'>): ReactNode {
  const typed = useSettled(JSON.stringify({ when, zone }));
  const body = JSON.parse(typed) as Pick<ScheduleDraft, 'when' | 'zone'>;
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
