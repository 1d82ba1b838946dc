import { startOverdue } from '#engine/start-overdue.ts';
import { METRIC } from './metrics.env.ts';
import { openWiring } from './wiring.ts';

const { telemetry, open } = openWiring();
const MINUTE_MS = 60_000;

/** Every five minutes → the next run of executions that are past their deadline. */
export const handler = async (): Promise<void> => {
  try {
    const { started, mostOverdueMs, failed } = await startOverdue(open());
    telemetry.count({ [METRIC.overdueMinutes]: mostOverdueMs / MINUTE_MS });
    for (const { execution, why } of failed) telemetry.problem('not started', { execution, why });
    telemetry.line('watchdog', { started, failed: failed.length, mostOverdueMs });
  } finally {
    telemetry.flush();
  }
};
