import { Cron } from 'croner';
import { SurfError } from '#core/error.ts';
import { nearestName } from '#core/faults/nearest-name.ts';
import { cronerPattern } from '#core/schedule/eventbridge-cron.ts';
import type { Schedule } from '#core/schedule/schedule.ts';

/** The scheduled times of a schedule. */
export interface Timetable {
  /** The first one behind this instant (epoch ms); null: there is none. */
  next(after: number): number | null;
}

const UNIT_MS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
const RATE = /^rate\(\s*([1-9]\d{0,5})\s+(minute|hour|day)s?\s*\)$/;
/** A line of crontab for every day of the week, which has the same meaning with `? *` behind it. */
const CRONTAB = /^((?:[\d*,/-]{1,20} ){3}[\w*,/-]{1,20}) \*$/;
const CRON = /^cron\(\s*(.*?)\s*\)$/;

/**
 * Reads `when` and `zone`.
 * @param createdAt of the schedule (epoch ms): the first time of a rate without `from` is one
 * period later
 * @throws SurfError SCHEDULE_INVALID
 */
export function timetableOf({ when, zone, from, until }: Schedule, createdAt: number): Timetable {
  const [least, most] = [
    from === null ? Number.NEGATIVE_INFINITY : Date.parse(from),
    until === null ? null : Date.parse(until),
  ];
  if (most !== null && least > most) {
    throw invalid(`until ${until} is before from ${from}`, 'give a later until, or leave one of them out');
  }
  const plain = plainTimetable(when, zone, from === null ? null : least, createdAt);
  return {
    next: (after) => {
      const at = plain.next(Math.max(after, least - 1));
      return at === null || (most !== null && at > most) ? null : at;
    },
  };
}

/** The next times, at most `count`. */
export function nextTimes(timetable: Timetable, after: number, count: number): number[] {
  const times: number[] = [];
  for (let at = timetable.next(after); at !== null && times.length < count; at = timetable.next(at)) times.push(at);
  return times;
}

function plainTimetable(when: string, zone: string, from: number | null, createdAt: number): Timetable {
  const text = when.trim();
  const [, number, unit] = RATE.exec(text) ?? [];
  if (number !== undefined && unit !== undefined) return rate(Number(number) * (UNIT_MS[unit] ?? 0), from, createdAt);
  const [, fields] = CRON.exec(text) ?? [];
  if (fields !== undefined) return cron(fields, zone);
  const crontab = CRONTAB.exec(text);
  if (crontab !== null)
    throw invalid(
      `when is ${JSON.stringify(text)}, a line of crontab`,
      `write cron(${crontab[1]} ? *), with a year at the end`,
    );
  throw invalid(
    `when is ${JSON.stringify(when.slice(0, 100))}`,
    'write rate(6 hours), or cron(minutes hours day-of-month month day-of-week year), for example cron(0 8 ? * MON-FRI *)',
  );
}

/** Multiples of the period behind the first time. */
function rate(periodMs: number, from: number | null, createdAt: number): Timetable {
  const first = from ?? createdAt + periodMs;
  return { next: (after) => (after < first ? first : first + (Math.floor((after - first) / periodMs) + 1) * periodMs) };
}

function cron(fields: string, zone: string): Timetable {
  checkZone(zone);
  const pattern = cronerPattern(fields);
  let parsed: Cron;
  try {
    parsed = new Cron(pattern, { timezone: zone, paused: true, mode: '7-part' });
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^Cron\w*: /, '') : String(error);
    throw invalid(`cron(${fields}): ${why}`, 'see the page on schedules for what each field can be');
  }
  return {
    next: (after) => {
      // Where the clocks go forward croner names the end of the gap, which EventBridge leaves out.
      for (let at = parsed.nextRun(new Date(after)); at !== null; at = parsed.nextRun(at))
        if (parsed.match(at)) return at.getTime();
      return null;
    },
  };
}

function checkZone(zone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
  } catch {
    const nearest = nearestName(zone, [...Intl.supportedValuesOf('timeZone'), 'UTC']);
    throw invalid(`zone ${JSON.stringify(zone)} is not a time zone`, `did you mean ${nearest}?`);
  }
}

const invalid = (what: string, remedy: string): SurfError => new SurfError('SCHEDULE_INVALID', what, { remedy });
