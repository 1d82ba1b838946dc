import type { Call, Run } from '#cli/args/command.ts';
import { instantIn } from '#cli/args/instant.ts';
import { serverOption } from '#cli/args/server-option.ts';
import type { Backend } from '#cli/backend/backend.ts';
import { withBackend } from '#cli/backend/open-backend.ts';
import { savedWorkflow } from '#cli/backend/saved-workflow.ts';
import { chosenName, USUAL_NAME } from '#cli/stores/chosen-name.ts';
import type { ListedSchedule } from '#cli/stores/schedules.ts';
import { EXIT } from '#cli/terminal/exit-code.ts';
import { counted } from '#cli/terminal/format.ts';
import type { SavedWorkflow } from '#cli/workflows/saved-workflows.ts';
import { SurfError } from '#core/error.ts';
import { CHECK_DAYS } from '#core/external/check-document.ts';
import { schemaIssue } from '#core/faults/schema-issue.ts';
import { printable } from '#core/model/printable.ts';
import { Schedule } from '#core/schedule/schedule.ts';

/** Name of a schedule of checks, which exists beside that of the crawls. */
const CHECK_NAME = 'links';

/** `surf schedule WORKFLOW`, `surf schedule WORKFLOW WHEN`, `surf schedule WORKFLOW --remove` */
export const run: Run = async (call) => {
  const [name = '', when] = call.positionals;
  const schedule = when === undefined ? null : scheduleIn(call, when);
  return await withBackend(call, async (backend) => {
    const workflow = await savedWorkflow(backend, name);
    const named = call.flags.value('name') ?? (call.flags.has('check') ? CHECK_NAME : undefined);
    if (schedule !== null) {
      await show(call, await (await backend.schedules()).save(workflow.id, named ?? USUAL_NAME, schedule));
      if (!call.json && serverOption(call.flags, process.env) === null)
        call.terminal.note(`surf serve --data ${printable(backend.name)} starts what is due, while it runs`);
    } else if (call.flags.has('remove')) await remove(call, backend, { workflow, named });
    else await list(call, backend, workflow);
    return EXIT.succeeded;
  });
};

/** The schedule that arguments and flags describe. @throws SurfError COMMAND_USAGE */
function scheduleIn({ flags }: Call, when: string): Schedule {
  if (flags.has('remove')) {
    throw new SurfError('COMMAND_USAGE', '--remove cannot be combined with an expression', {
      remedy: 'leave one of them out',
    });
  }
  if (flags.has('days') && !flags.has('check')) throw daysAlone();
  const jitter = flags.value('jitter');
  const given = {
    when,
    zone: flags.value('zone') ?? zoneHere(),
    ...(flags.has('from') && { from: instantOf(flags, 'from') }),
    ...(flags.has('until') && { until: instantOf(flags, 'until') }),
    ...(jitter !== undefined && { jitterSeconds: Number(jitter) }),
    ...(flags.has('overlap') && { overlap: flags.value('overlap') }),
    ...(flags.has('catch-up') && { catchUp: flags.value('catch-up') }),
    ...(flags.has('check') && { checkDays: Number(flags.value('days') ?? CHECK_DAYS) }),
    ...(flags.has('off') && { enabled: false }),
  };
  const { data, error } = Schedule.safeParse(given);
  if (data !== undefined) return data;
  const [issue] = error.issues;
  const place = FLAGS[String(issue?.path[0])] ?? 'the schedule';
  throw new SurfError('COMMAND_USAGE', issue === undefined ? place : schemaIssue(place, issue), {
    remedy: 'surf schedule --help says what each flag can be',
  });
}

/** @throws SurfError COMMAND_USAGE: the flag names no instant */
function instantOf(flags: Call['flags'], flag: 'from' | 'until'): string {
  const text = flags.value(flag) ?? '';
  const at = instantIn(text);
  if (at !== null) return new Date(at).toISOString();
  throw new SurfError('COMMAND_USAGE', `--${flag}: ${JSON.stringify(text.slice(0, 100))} is not a time with a zone`, {
    remedy: 'write it as 2026-12-01T08:00Z, or with an offset as 2026-12-01T09:00+01:00',
  });
}

/** Flags by the fields that they set. */
const FLAGS: Readonly<Record<string, string>> = {
  when: 'WHEN',
  zone: '--zone',
  jitterSeconds: '--jitter',
  overlap: '--overlap',
  catchUp: '--catch-up',
  checkDays: '--days',
};

const daysAlone = (): SurfError =>
  new SurfError('COMMAND_USAGE', '--days requires --check', { remedy: 'add --check, or leave it out' });

const zoneHere = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

async function list(call: Call, backend: Backend, { id, definition }: SavedWorkflow): Promise<void> {
  const schedules = await (await backend.schedules()).ofWorkflow(id);
  for (const schedule of schedules) await show(call, schedule);
  if (schedules.length === 0 && !call.json)
    call.terminal.note(
      `${printable(definition.name)} has no schedule; surf schedule ${printable(definition.name)} 'rate(1 day)' makes one`,
    );
}

async function remove(
  call: Call,
  backend: Backend,
  { workflow, named }: { workflow: SavedWorkflow; named: string | undefined },
): Promise<void> {
  const schedules = await backend.schedules();
  const all = named === undefined ? await schedules.ofWorkflow(workflow.id) : [];
  const names = all.map(({ name }) => name);
  const scheduleName = chosenName('schedule', named, names);
  await schedules.remove(workflow.id, scheduleName);
  if (call.json) await call.terminal.json({ name: scheduleName, removed: true });
  else await call.terminal.line(`${scheduleName}: removed`);
}

async function show(call: Call, schedule: ListedSchedule): Promise<void> {
  if (call.json) return await call.terminal.json(schedule);
  for (const line of linesOf(schedule)) await call.terminal.line(line);
}

function linesOf({
  name,
  when,
  zone,
  from,
  until,
  jitterSeconds: jitter,
  overlap,
  catchUp,
  checkDays,
  enabled,
  next,
  queued,
  last,
  missed,
}: ListedSchedule): string[] {
  return [
    `${name}  ${printable(when)}${when.startsWith('cron') ? ` in ${printable(zone)}` : ''}${enabled ? '' : '  (off)'}`,
    `  overlap ${overlap}, catch-up ${catchUp}${jitter === 0 ? '' : `, jitter ${counted(jitter, 'second')}`}`,
    ...(from === null ? [] : [`  from    ${localTime(from)}`]),
    ...(until === null ? [] : [`  until   ${localTime(until)}`]),
    ...(checkDays === null ? [] : [`  checks  external links without an answer for ${counted(checkDays, 'day')}`]),
    ...(next.length === 0 ? [] : [`  next    ${next.map(localTime).join(', ')}`]),
    ...(queued === null ? [] : [`  waits   ${localTime(queued)}, for the previous execution`]),
    ...(last === null ? [] : [`  last    ${localTime(last.scheduledAt)}: ${lastWords(last)}`]),
    ...(missed === null ? [] : [`  missed  ${missedWords(missed)}`]),
  ];
}

const lastWords = ({ outcome, execution, why }: NonNullable<ListedSchedule['last']>): string =>
  outcome === 'started' ? `started ${execution}` : `${outcome}: ${printable(why ?? '')}`;

function missedWords({ from, until, times, execution }: NonNullable<ListedSchedule['missed']>): string {
  const when = times === 1 ? localTime(from) : `${localTime(from)} to ${localTime(until)}`;
  return `${counted(times, 'time')}, ${when}: ${execution === null ? 'none started' : `started ${execution} for all`}`;
}

/** A time by this machine's clock: `2026-11-25 08:00 +01:00`. */
function localTime(iso: string): string {
  const at = new Date(iso);
  const offset = -at.getTimezoneOffset();
  const local = new Date(at.getTime() + offset * 60_000).toISOString();
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60].map((n) =>
    String(n).padStart(2, '0'),
  );
  return `${local.slice(0, 16).replace('T', ' ')} ${offset < 0 ? '-' : '+'}${hours}:${minutes}`;
}
