import { rescueStalled } from '#engine/rescue-stalled.ts';
import { startWaiting } from '#engine/start-waiting.ts';
import { METRIC } from './metrics.env.ts';
import { type LambdaCall, openWiring } from './wiring.ts';

const { telemetry, open } = openWiring();
const MINUTE_MS = 60_000;

/**
 * Every five minutes → the next run of executions that are past their deadline, and the first of
 * those that had to wait for others of their owner.
 */
export const handler = async (_event: unknown, call: LambdaCall): Promise<void> => {
  try {
    const ports = open(call.awsRequestId);
    const { started, mostOverdueMs, failed } = await rescueStalled(ports);
    await startWaiting(ports);
    telemetry.count({ [METRIC.overdueMinutes]: mostOverdueMs / MINUTE_MS });
    for (const { execution, why } of failed) telemetry.problem('not started', { execution, why });
    telemetry.line('watchdog', { started, failed: failed.length, mostOverdueMs });
  } finally {
    telemetry.flush();
  }
};
