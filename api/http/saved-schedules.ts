import { z } from '@hono/zod-openapi';
import type { ApiPorts } from '#api/http/api-ports.ts';
import { isoTime } from '#api/schemas/iso-time.ts';
import { SurfError } from '#core/error.ts';
import type { Caller } from '#core/identity/caller.ts';
import type { LastTime, Schedule, ScheduleRow } from '#core/schedule/schedule.ts';
import { MOST_SCHEDULES } from '#core/schedule/schedule-store.ts';
import { nextTimes, timetableOf } from '#core/schedule/timetable.ts';
import type { WorkflowHead } from '#core/workflow/workflow-store.ts';

/** Next times that a schedule shows. */
const SHOWN_TIMES = 5;
/** Attempts to save a change while others write the same schedule. */
const MOST_TRIES = 5;

/**
 * Creates or changes a schedule; times that have passed are not started again.
 * @throws SurfError SCHEDULE_INVALID, also for one too many, ROLE_LIMIT, STATE_CONFLICT
 */
export async function saveSchedule(
  { schedules, clock }: Pick<ApiPorts, 'schedules' | 'clock'>,
  { head, name, schedule, caller }: { head: WorkflowHead; name: string; schedule: Schedule; caller: Caller },
): Promise<ScheduleRow> {
  const { id: workflow, owner } = head;
  timetableOf(schedule, clock.now()); // refuses what cannot be read
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const there = await schedules.find(workflow, name);
    if (there === null) await refuseTooMany({ schedules }, { workflow, caller });
    const now = Math.floor(clock.now());
    const row: ScheduleRow = {
      ...(there ?? { v: 1, workflow, name, owner, createdAt: now, last: null }),
      version: (there?.version ?? 0) + 1,
      schedule,
      updatedAt: now,
      doneUntil: now,
      queued: null,
      missed: null,
    };
    if ((await schedules.save(row)) === 'saved') return row;
  }
  throw new SurfError('STATE_CONFLICT', `schedule ${name} was changed by others at the same time`, {
    remedy: 'send the request again',
    retryable: true,
  });
}

async function refuseTooMany(
  { schedules }: Pick<ApiPorts, 'schedules'>,
  { workflow, caller: { user, role, limits } }: { workflow: string; caller: Caller },
): Promise<void> {
  const all = await schedules.all();
  const remedy = 'delete one, or change an existing one';
  if (all.filter((row) => row.workflow === workflow).length >= MOST_SCHEDULES)
    throw new SurfError('SCHEDULE_INVALID', `a workflow has at most ${MOST_SCHEDULES} schedules`, { remedy });
  const most = limits?.schedules ?? null;
  if (most !== null && all.filter(({ owner }) => owner === user).length >= most)
    throw new SurfError('ROLE_LIMIT', `role ${role} has at most ${most} schedules`, { remedy });
}

/** The next times of a schedule, ISO 8601 UTC. */
export function timesOf(schedule: Schedule, { createdAt, after }: { createdAt: number; after: number }): string[] {
  return nextTimes(timetableOf(schedule, createdAt), after, SHOWN_TIMES).map(isoTime);
}

/** A schedule as API and command show it; times are ISO 8601 UTC. */
export const scheduleView = (
  { workflow, name, owner, schedule, queued, last, missed, ...row }: ScheduleRow,
  now: number,
) => ({
  ...schedule,
  name,
  workflow,
  owner,
  createdAt: isoTime(row.createdAt),
  updatedAt: isoTime(row.updatedAt),
  next: schedule.enabled ? timesOf(schedule, { createdAt: row.createdAt, after: Math.max(now, row.doneUntil) }) : [],
  queued: queued === null ? null : isoTime(queued),
  last: last === null ? null : lastOf(last),
  missed: missed === null ? null : { ...missed, from: isoTime(missed.from), until: isoTime(missed.until) },
});

const lastOf = (last: LastTime) => ({ ...last, scheduledAt: isoTime(last.scheduledAt) });

/** A schedule that starts something by itself, with its next time. */
export const StartingSchedule = z
  .object({
    workflow: z.string(),
    workflowName: z.string(),
    name: z.string(),
    owner: z.string(),
    checkDays: z.int().nullable().openapi({ description: 'It starts checks of external links; null: crawls.' }),
    next: z.iso.datetime().openapi({
      description:
        'The time of its next start, in UTC. A time in the past: Surf starts it when the previous execution ends.',
    }),
  })
  .openapi('StartingSchedule');
export type StartingSchedule = z.infer<typeof StartingSchedule>;

/** The rows that are enabled and have a next time. */
export async function startingSchedules(
  { workflows, clock }: Pick<ApiPorts, 'workflows' | 'clock'>,
  rows: readonly ScheduleRow[],
): Promise<StartingSchedule[]> {
  const found: StartingSchedule[] = [];
  for (const row of rows) {
    const { workflow, name, owner, checkDays, queued, next } = scheduleView(row, clock.now());
    const first = row.schedule.enabled ? (queued ?? next[0]) : undefined;
    const head = first === undefined ? null : await workflows.head(row.workflow);
    if (first !== undefined && head !== null)
      found.push({ workflow, workflowName: head.name, name, owner, checkDays, next: first });
  }
  return found;
}
