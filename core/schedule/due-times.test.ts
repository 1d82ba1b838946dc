import { describe, expect, it } from 'vitest';
import { type DueSince, dueTimes, MOST_COUNTED } from '#core/schedule/due-times.ts';
import { Schedule } from '#core/schedule/schedule.ts';
import { timetableOf } from '#core/schedule/timetable.ts';

const T0 = Date.parse('2026-11-24T07:00:00Z');
const MINUTE_MS = 60_000;
const minutes = (count: number): number => T0 + count * MINUTE_MS;

/** Runs a check at minute `now`. @returns the times that it finds, in minutes after the start */
function found(when: string, at: { now: number; doneUntil?: number }, since: Partial<DueSince> = {}) {
  const timetable = timetableOf(Schedule.parse({ when }), T0);
  const { missed, due } = dueTimes(timetable, {
    doneUntil: minutes(at.doneUntil ?? 0),
    now: minutes(at.now),
    delayMs: () => 0,
    mostDelayMs: 0,
    ...since,
  });
  const inMinutes = (instant: number): number => (instant - T0) / MINUTE_MS;
  return {
    due: due.map(inMinutes),
    missed: missed && { ...missed, from: inMinutes(missed.from), until: inMinutes(missed.until) },
  };
}

describe('the times that have come', () => {
  it('are all since the check before, and those of the last eleven minutes are not missed', () => {
    expect(found('rate(5 minutes)', { now: 4 })).toEqual({ missed: null, due: [] });
    expect(found('rate(5 minutes)', { now: 16 })).toEqual({ missed: null, due: [5, 10, 15] });
    expect(found('rate(5 minutes)', { now: 60 })).toEqual({
      missed: { from: 5, until: 45, times: 9 },
      due: [50, 55, 60],
    });
  });

  it('are missed when their delay was over eleven minutes ago, not when it was long', () => {
    const slow = { delayMs: () => 50 * MINUTE_MS, mostDelayMs: 60 * MINUTE_MS };

    expect(found('rate(1 hour)', { now: 109 }, slow)).toEqual({ missed: null, due: [] });
    expect(found('rate(1 hour)', { now: 112 }, slow)).toEqual({ missed: null, due: [60] });
    expect(found('rate(1 hour)', { now: 122 }, slow)).toEqual({
      missed: { from: 60, until: 60, times: 1 },
      due: [],
    });
  });

  it('keep their order: one with a short delay waits for one before with a long delay', () => {
    const delayMs = (at: number): number => (at === minutes(5) ? 40 * MINUTE_MS : 0);
    const since = { delayMs, mostDelayMs: 60 * MINUTE_MS };

    expect(found('rate(5 minutes)', { now: 44 }, since).due).toEqual([]);
    expect(found('rate(5 minutes)', { now: 45 }, since)).toEqual({
      missed: null,
      due: [5, 10, 15, 20, 25, 30, 35, 40, 45],
    });
  });

  it('of a year without a check are counted up to a bound, and none is left for the next check', () => {
    const year = 365 * 24 * 60;

    expect(found('rate(1 minute)', { now: year })).toMatchObject({
      missed: { from: 1, until: year - 12, times: MOST_COUNTED },
      due: Array.from({ length: 12 }, (_, n) => year - 11 + n),
    });
  });
});
