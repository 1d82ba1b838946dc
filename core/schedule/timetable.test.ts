import { describe, expect, it } from 'vitest';
import { Schedule } from '#core/schedule/schedule.ts';
import { nextTimes, timetableOf } from '#core/schedule/timetable.ts';

const CREATED = '2026-02-01T00:00:00Z';

/** The next times behind an instant, as ISO 8601 without seconds. */
function times(given: Partial<Schedule> & { when: string }, after = CREATED, count = 3): string[] {
  const timetable = timetableOf(Schedule.parse(given), Date.parse(CREATED));
  return nextTimes(timetable, Date.parse(after), count).map((at) => new Date(at).toISOString().slice(0, 16));
}

describe('a rate', () => {
  it('begins one period after its schedule was made, or at from, and never drifts', () => {
    expect(times({ when: 'rate(6 hours)' })).toEqual(['2026-02-01T06:00', '2026-02-01T12:00', '2026-02-01T18:00']);
    expect(times({ when: 'rate(1 day)', from: '2026-02-03T08:30:00+01:00' })).toEqual([
      '2026-02-03T07:30',
      '2026-02-04T07:30',
      '2026-02-05T07:30',
    ]);
    expect(times({ when: 'rate(45 minutes)' }, '2026-02-11T10:07:00Z', 1)).toEqual(['2026-02-11T10:30']);
  });
});

describe('a cron of EventBridge', () => {
  it.each([
    ['cron(0 8 ? * MON-FRI *)', ['2026-02-02T08:00', '2026-02-03T08:00', '2026-02-04T08:00']],
    ['cron(0 8 ? * 2-6 *)', ['2026-02-02T08:00', '2026-02-03T08:00', '2026-02-04T08:00']],
    ['cron(0/15 9 1 * ? *)', ['2026-02-01T09:00', '2026-02-01T09:15', '2026-02-01T09:30']],
    ['cron(5/20 * * * ? *)', ['2026-02-01T00:05', '2026-02-01T00:25', '2026-02-01T00:45']],
    ['cron(15 10 L * ? *)', ['2026-02-28T10:15', '2026-03-31T10:15', '2026-04-30T10:15']],
    ['cron(15 10 15W * ? *)', ['2026-02-16T10:15', '2026-03-16T10:15', '2026-04-15T10:15']],
    ['cron(15 10 ? * 6L *)', ['2026-02-27T10:15', '2026-03-27T10:15', '2026-04-24T10:15']],
    ['cron(15 10 ? * FRI#2 *)', ['2026-02-13T10:15', '2026-03-13T10:15', '2026-04-10T10:15']],
    ['cron(15 10 ? * SAT,SUN *)', ['2026-02-01T10:15', '2026-02-07T10:15', '2026-02-08T10:15']],
    ['cron(0 8 1 JAN ? 2027-2028)', ['2027-01-01T08:00', '2028-01-01T08:00']],
    ['cron(0 8 31 2 ? *)', []],
  ])('%s', (when, expected) => {
    expect(times({ when })).toEqual(expected);
  });

  it('leaves out an hour that the clocks skip, and starts once in the one that they repeat', () => {
    const berlin = { when: 'cron(30 2 * * ? *)', zone: 'Europe/Berlin' };
    const newYork = { when: 'cron(30 1 * * ? *)', zone: 'America/New_York' };

    expect(times(berlin, '2026-03-27T12:00:00Z')).toEqual(['2026-03-28T01:30', '2026-03-30T00:30', '2026-03-31T00:30']);
    expect(times(berlin, '2026-10-24T12:00:00Z')).toEqual(['2026-10-25T00:30', '2026-10-26T01:30', '2026-10-27T01:30']);
    expect(times({ ...newYork, when: 'cron(30 2 * * ? *)' }, '2026-03-07T12:00:00Z', 2)).toEqual([
      '2026-03-09T06:30',
      '2026-03-10T06:30',
    ]);
    expect(times(newYork, '2026-10-31T12:00:00Z', 2)).toEqual(['2026-11-01T05:30', '2026-11-02T06:30']);
  });

  it('keeps to the clocks of its zone in summer and winter', () => {
    const daily = { when: 'cron(0 8 * * ? *)', zone: 'Europe/Berlin' };

    expect(times(daily, '2026-03-28T12:00:00Z', 1)).toEqual(['2026-03-29T06:00']);
    expect(times(daily, '2026-03-27T12:00:00Z', 1)).toEqual(['2026-03-28T07:00']);
  });
});

describe('a schedule', () => {
  it('has no time before from and none after until', () => {
    const bounds = { from: '2026-02-10T00:00:00Z', until: '2026-02-11T08:00:00Z' };

    expect(times({ when: 'cron(0 8 * * ? *)', ...bounds })).toEqual(['2026-02-10T08:00', '2026-02-11T08:00']);
    expect(times({ when: 'cron(0 8 * * ? *)', ...bounds }, '2026-02-11T08:00:00Z')).toEqual([]);
  });

  it.each([
    [{ when: 'every day' }, 'when is "every day"', 'rate(6 hours)'],
    [{ when: '0 8 * * *' }, 'a line of crontab', 'cron(0 8 * * ? *)'],
    [{ when: 'rate(0 hours)' }, 'when is', 'rate(6 hours)'],
    [{ when: 'cron(0 8 * * *)' }, 'has 5 of 6 fields', 'year'],
    [{ when: 'cron(0 8 * * * *)' }, 'one of day of month and day of week is ?', 'cron(0 8 1 * ? *)'],
    [{ when: 'cron(61 8 * * ? *)' }, 'minute', 'schedules'],
    [{ when: 'cron(0 8 ? * 0 *)' }, 'day of week 0', '1 (SUN)'],
    [{ when: 'cron(0 8 * * ? *)', zone: 'Europe/Berln' }, 'is not a time zone', 'Europe/Berlin'],
    [{ when: 'rate(1 day)', from: '2026-03-01T00:00:00Z', until: '2026-02-01T00:00:00Z' }, 'is before from', 'later'],
  ])('is refused in words: %j', (given, message, remedy) => {
    expect(() => times(given)).toThrow(
      expect.objectContaining({
        code: 'SCHEDULE_INVALID',
        message: expect.stringContaining(message),
        remedy: expect.stringContaining(remedy),
      }),
    );
  });
});
