import { invocationUsage } from '#core/cost/lambda.ts';
import { costOf, LIST_PRICES } from '#core/cost/prices.ts';
import { NO_USAGE } from '#core/cost/usage.ts';

/**
 * An idle stage in an account whose free tier other stages use up.
 * test/infra/cost/idle-cost.test.ts compares it with the template.
 */
export const IDLE = {
  /** Target, USD a month. */
  mostUsd: 0.5,
  alarms: 4,
  /** Of the watchdog: calls, and what one takes. */
  everyMinutes: 5,
  memoryMb: 256,
  ms: 300,
  readUnits: 14,
  logBytes: 1_200,
} as const;

/** Of the same date as our list: an alarm, an invocation by a schedule, a GB of log lines. */
const PRICES = { alarm: 0.1, scheduled: 0.000001, logGb: 0.5 } as const;
const MONTH_MINUTES = 30 * 24 * 60;
const GB = 1e9;

export interface IdleLine {
  readonly of: string;
  /** A month, at list price. */
  readonly usd: number;
}

/** Costs of an idle stage. */
export function idleLines(): IdleLine[] {
  const { alarms, everyMinutes, memoryMb, ms, readUnits, logBytes } = IDLE;
  const calls = MONTH_MINUTES / everyMinutes;
  const call = costOf({ ...NO_USAGE, ...invocationUsage(memoryMb, ms), readUnits }, LIST_PRICES).total;
  return [
    { of: `${alarms} alarms at ${PRICES.alarm.toFixed(2)}`, usd: alarms * PRICES.alarm },
    {
      of: `the watchdog every ${everyMinutes} minutes, with its reads and log`,
      usd: calls * (call + PRICES.scheduled + (logBytes / GB) * PRICES.logGb),
    },
  ];
}
