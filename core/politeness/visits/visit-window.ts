import * as z from 'zod';

const HOUR = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/**
 * Hours of the day in which a site may be crawled (G7), on the clocks of a time zone: from `from`
 * on, and no more at `to`. A window whose `to` is not after its `from` goes over midnight.
 */
export const VisitWindow = z.strictObject({
  from: z.string().regex(HOUR),
  to: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/),
  /** IANA name; `UTC` by default. */
  zone: z.string().min(1).max(100).default('UTC'),
});
export type VisitWindow = z.infer<typeof VisitWindow>;

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;
/**
 * Clocks are changed at full quarters of an hour (UTC) only: what holds at its beginning holds for
 * the quarter.
 */
const QUARTER_MS = 15 * MINUTE_MS;
/** The clocks of a zone may jump over a whole window, on one day. */
const SEARCH_MS = 3 * DAY_MINUTES * MINUTE_MS;

/** Is it open at an instant, and until when does that hold? */
export interface WindowState {
  readonly open: boolean;
  /** Epoch ms: the next instant at which the state changes. */
  readonly changesAt: number;
}

/**
 * Earliest start of the next request: `now` itself while the window is open, else its next opening.
 * Epoch ms.
 */
export function nextOpen(window: VisitWindow, now: number): number {
  const { open, changesAt } = windowState(window, now);
  return open ? now : changesAt;
}

/**
 * @param now epoch ms
 * @throws RangeError for a zone that does not exist: `checkWorkflow` refused it
 */
export function windowState(window: VisitWindow, now: number): WindowState {
  const isOpen = openingHours(window);
  const open = isOpen(now);
  let at = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  const end = at + SEARCH_MS;
  do at += MINUTE_MS;
  while (at < end && isOpen(at) === open);
  return { open, changesAt: at };
}

/**
 * Tells whether a window is open; asked with rising instants it looks at the zone once a quarter of
 * an hour.
 */
function openingHours({ from, to, zone }: VisitWindow): (at: number) => boolean {
  const [opens, closes] = [minuteOf(from), minuteOf(to)];
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  let quarter = Number.NaN;
  let minute = 0;
  return (at) => {
    const begins = Math.floor(at / QUARTER_MS) * QUARTER_MS;
    if (begins !== quarter) minute = minuteOf(clock.format(begins));
    quarter = begins;
    const local = (minute + Math.floor((at - begins) / MINUTE_MS)) % DAY_MINUTES;
    return opens < closes ? local >= opens && local < closes : local >= opens || local < closes;
  };
}

/** Minutes since midnight of `HH:MM`. */
const minuteOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));

/** Seconds of a day in which it is open. */
export function openSeconds({ from, to }: VisitWindow): number {
  const minutes = (minuteOf(to) - minuteOf(from) + DAY_MINUTES) % DAY_MINUTES;
  return (minutes === 0 ? DAY_MINUTES : minutes) * 60;
}

/** Is it `HH:MM` of a day? */
export const isHour = (text: string): boolean => HOUR.test(text);

/** Is there such a time zone? */
export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** `22:00-06:00 Europe/Berlin` */
export const windowText = ({ from, to, zone }: VisitWindow): string => `${from}-${to} ${zone}`;

/**
 * Reads the form that `windowText` writes, with or without zone; null for other texts. Hours and
 * zone are not checked.
 */
export function parseWindowText(text: string): { from: string; to: string; zone?: string } | null {
  const [, from, to, zone] = /^(\d\d:\d\d)-(\d\d:\d\d)(?: (\S{1,100}))?$/.exec(text) ?? [];
  if (from === undefined || to === undefined) return null;
  return zone === undefined ? { from, to } : { from, to, zone };
}
