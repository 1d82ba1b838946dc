import * as z from 'zod';
import { VisitHours } from '#core/politeness/visits/visit-hours.ts';
import { parseWindowText, VisitWindow } from '#core/politeness/visits/visit-window.ts';

export const RequestsPerMinute = z.number().min(0.1).max(1_000_000);

/** Another rate for these hours of the day. */
export const HourlyRate = VisitWindow.extend({ requestsPerMinute: RequestsPerMinute });
export type HourlyRate = z.infer<typeof HourlyRate>;

export const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const DAY_MS = 96 * QUARTER_MS;

/** Rate settings of a workflow's `politeness`. */
interface Rates {
  readonly requestsPerMinute: number | null;
  readonly rateByHour: readonly HourlyRate[];
}

/** Does a workflow bound the requests of all of its hosts together? */
export const isRated = ({ requestsPerMinute, rateByHour }: Rates): boolean =>
  (requestsPerMinute ?? 0) > 0 || (rateByHour ?? []).length > 0;

/**
 * Most requests a minute of a whole execution (`politeness.requestsPerMinute`), by hour of day: the
 * first entry of `rateByHour` that covers the hour, else the general rate.
 */
export class RequestRate {
  readonly #always: number | null;
  readonly #byHour: readonly { readonly hours: VisitHours; readonly rate: number }[];

  constructor({ requestsPerMinute, rateByHour }: Rates) {
    this.#always = requestsPerMinute ?? null;
    this.#byHour = (rateByHour ?? []).map(({ requestsPerMinute: rate, ...window }) => ({
      hours: new VisitHours(window),
      rate,
    }));
  }

  /**
   * The rate at an instant, in requests a minute.
   * @param now epoch ms
   * @returns null: no rate bounds the execution then
   */
  at(now: number): number | null {
    return this.#byHour.find(({ hours }) => hours.isOpen(now))?.rate ?? this.#always;
  }

  /** Milliseconds between two requests at `now`; 0: none. */
  intervalMs(now: number): number {
    const rate = this.at(now);
    return rate === null ? 0 : MINUTE_MS / rate;
  }
}

/** Seconds a request over a whole day; 0 where some hours have no bound. */
export function meanInterval(rates: Rates, day: number): number {
  const rate = new RequestRate(rates);
  let requests = 0;
  for (let at = day; at < day + DAY_MS; at += QUARTER_MS) {
    const each = rate.at(at);
    if (each === null) return 0;
    requests += (each * QUARTER_MS) / MINUTE_MS;
  }
  return DAY_MS / 1_000 / requests;
}

/** Requests that fit into a time at the rate of its start, at least one; Infinity: all. */
export function requestsWithin(rates: Rates, ms: number, now: number): number {
  const interval = new RequestRate(rates).intervalMs(now);
  return interval === 0 ? Number.POSITIVE_INFINITY : Math.max(1, Math.floor(ms / interval));
}

/** Reads `22:00-06:00 Europe/Berlin 600`; null for other texts. */
export function parseRateText(text: string): object | null {
  const [, hours = '', rate] = /^(\S+(?: \S+)?) (\d+(?:\.\d+)?)$/.exec(text) ?? [];
  const window = parseWindowText(hours);
  return window === null ? null : { ...window, requestsPerMinute: Number(rate) };
}
