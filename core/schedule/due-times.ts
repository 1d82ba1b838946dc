import type { Timetable } from '#core/schedule/timetable.ts';

/**
 * Age at which a scheduled time counts as missed, because nobody checked the schedules. Longer than
 * two checks of a deployment, which come every five minutes.
 */
export const MISSED_MS = 11 * 60_000;
/** Most missed times that are counted: a rate of a minute has half a million a year. */
export const MOST_COUNTED = 1_000;

/** Scheduled times that came while nobody checked the schedules. */
export interface MissedTimes {
  /** The first of them (epoch ms). */
  readonly from: number;
  /** The last of them. */
  readonly until: number;
  /** At most MOST_COUNTED: then there can have been more. */
  readonly times: number;
}

/** The times that one check of a schedule handles: all that have come since the previous check. */
export interface DueTimes {
  readonly missed: MissedTimes | null;
  /** The other times, the earliest first. */
  readonly due: readonly number[];
}

export interface DueSince {
  /** Every scheduled time up to this instant is dealt with (epoch ms). */
  readonly doneUntil: number;
  readonly now: number;
  /** Delay of a start after its scheduled time, at most `mostDelayMs`. */
  readonly delayMs: (at: number) => number;
  readonly mostDelayMs: number;
}

/**
 * Finds the times that have come. A time never comes before an earlier one: where its own delay is
 * shorter, it waits for that one. It is missed when it came longer than MISSED_MS ago, and nobody
 * has dealt with it.
 */
export function dueTimes(timetable: Timetable, { doneUntil, now, delayMs, mostDelayMs }: DueSince): DueTimes {
  const edge = now - MISSED_MS;
  const found = surelyMissed(timetable, doneUntil, edge - mostDelayMs);
  let { missed } = found;
  const due: number[] = [];
  let comesAt = Number.NEGATIVE_INFINITY;
  for (let at = timetable.next(found.until); at !== null; at = timetable.next(at)) {
    comesAt = Math.max(comesAt, at + delayMs(at));
    if (comesAt > now) break;
    if (comesAt >= edge) due.push(at);
    else missed = { from: missed?.from ?? at, until: at, times: Math.min((missed?.times ?? 0) + 1, MOST_COUNTED) };
  }
  return { missed, due };
}

/** The times before an instant at which even the longest delay has passed. */
function surelyMissed(
  timetable: Timetable,
  doneUntil: number,
  before: number,
): { missed: MissedTimes | null; until: number } {
  const found: number[] = [];
  for (let at = timetable.next(doneUntil); at !== null && at < before; at = timetable.next(at)) {
    found.push(at);
    if (found.length === MOST_COUNTED) break;
  }
  const [from, times] = [found[0], found.length];
  if (from === undefined) return { missed: null, until: doneUntil };
  const until = times === MOST_COUNTED ? lastBefore(timetable, before) : (found.at(-1) ?? from);
  return { missed: { from, until, times }, until };
}

/** The last time before an instant; there must be one. */
function lastBefore(timetable: Timetable, before: number): number {
  for (let backMs = 60_000; ; backMs *= 2) {
    const first = timetable.next(before - backMs);
    if (first === null || first >= before) continue;
    let last = first;
    for (let at = timetable.next(last); at !== null && at < before; at = timetable.next(at)) last = at;
    return last;
  }
}
