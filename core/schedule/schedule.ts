import * as z from 'zod';
import { MOST_DAYS } from '#core/external/check-document.ts';
import { ExecutionId, WorkflowId } from '#core/model/ids.ts';

export const OVERLAPS = ['skip', 'queue', 'stop-previous'] as const;
export const CATCH_UPS = ['none', 'one'] as const;

/** When executions of a workflow start (S23), as its owner writes it. */
export const Schedule = z.strictObject({
  when: z
    .string()
    .min(1)
    .max(256)
    .describe(
      '`rate(6 hours)` or `cron(0 8 ? * MON-FRI *)`, as Amazon EventBridge Scheduler reads them: minutes, hours, day of month, month, day of week, year.',
    ),
  zone: z.string().min(1).max(64).default('UTC').describe('Time zone of `cron` (IANA name), with its summer time.'),
  from: z.iso.datetime({ offset: true }).nullable().default(null).describe('No start before this instant.'),
  until: z.iso.datetime({ offset: true }).nullable().default(null).describe('No start after this instant.'),
  jitterSeconds: z
    .int()
    .min(0)
    .max(3_600)
    .default(0)
    .describe('Delays each start by up to this many seconds; the scheduled time decides how long.'),
  overlap: z
    .enum(OVERLAPS)
    .default('skip')
    .describe(
      'What happens while the previous execution still runs. skip: nothing starts; queue: one starts when it has ended; stop-previous: it is stopped first.',
    ),
  catchUp: z
    .enum(CATCH_UPS)
    .default('none')
    .describe(
      'Times that passed while nothing could start them. none: Surf skips them; one: one execution starts for all.',
    ),
  checkDays: z
    .int()
    .min(0)
    .max(MOST_DAYS)
    .nullable()
    .default(null)
    .describe(
      'A number: each time starts no crawl, but a check of the external links of the newest execution that had no answer for so many days. null: a crawl.',
    ),
  enabled: z.boolean().default(true).describe('false: nothing starts, and the schedule stays.'),
});
export type Schedule = z.infer<typeof Schedule>;

export const ScheduleName = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/);
export type ScheduleName = z.infer<typeof ScheduleName>;

/** The outcome of the last scheduled time. */
export const LastTime = z.object({
  scheduledAt: z.number(),
  outcome: z.enum(['started', 'skipped', 'missed', 'failed']),
  /** The execution that started, or that prevented the start. */
  execution: ExecutionId.nullable(),
  /** Why nothing started, in words; null if it started. */
  why: z.string().max(500).nullable(),
});
export type LastTime = z.infer<typeof LastTime>;

/** Times that came while nobody looked at the schedules. */
export const MissedOfSchedule = z.object({
  from: z.number(),
  until: z.number(),
  times: z.int().positive(),
  /** The execution that started for all of them; null: none did. */
  execution: ExecutionId.nullable(),
});
export type MissedOfSchedule = z.infer<typeof MissedOfSchedule>;

/** A schedule of a saved workflow as it is stored. */
export const ScheduleRow = z.object({
  v: z.literal(1),
  workflow: WorkflowId,
  name: ScheduleName,
  owner: z.string().min(1).max(200),
  /** Counts its writes: of rivals that saw the same one, one is stored. */
  version: z.int().positive(),
  schedule: Schedule,
  createdAt: z.number(),
  updatedAt: z.number(),
  /** Every scheduled time up to this instant is dealt with. */
  doneUntil: z.number(),
  /** The scheduled time that waits for the end of the previous execution; null: none. */
  queued: z.number().nullable(),
  last: LastTime.nullable(),
  /** The newest times that were missed since the owner saved the schedule; null: none were. */
  missed: MissedOfSchedule.nullable().default(null),
});
export type ScheduleRow = z.infer<typeof ScheduleRow>;
