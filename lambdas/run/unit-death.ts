import * as z from 'zod';
import { UnitTicket } from '#core/archive/plan.ts';
import { type MarkDiedPorts, markDied } from '#engine/finish/mark-died.ts';
import { METRIC } from '../telemetry/metrics.env.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';

/** Error of Step Functions if Lambda had no room for a worker: the unit has not begun. */
export const NOT_STARTED = 'Lambda.TooManyRequestsException';

/**
 * Lambda's own faults: the invocation may still run. A fault of the function itself is
 * `Lambda.Unknown` or an error of its runtime.
 */
const LAMBDA_FAULT = /^Lambda\.(?!Unknown$)/;

/** Input of MarkDied, from an iteration whose task failed for good. */
export const UnitDeath = z.object({ ticket: UnitTicket, error: z.string().max(1_000) });
export type UnitDeath = z.infer<typeof UnitDeath>;

/**
 * Marks a unit whose worker died. A unit that never started is not dead: its tasks are planned
 * again unchanged.
 */
export async function noteDeath(
  { ports, telemetry }: { ports: MarkDiedPorts; telemetry: Telemetry },
  { ticket, error }: UnitDeath,
): Promise<void> {
  const { execution, wave, unit } = ticket;
  const started = error !== NOT_STARTED;
  telemetry.count({ [started ? METRIC.unitsDied : METRIC.unitsNotStarted]: 1 });
  if (started) await markDied(ports, ticket, { why: error, isCertain: !LAMBDA_FAULT.test(error) });
  telemetry.line(started ? 'unit died' : 'unit not started', { execution, wave, unit, error });
}
