import { ownerCaller } from '#api/schedules/owner-caller.ts';
import { startDue } from '#api/schedules/start-due.ts';
import { rescueStalled } from '#engine/finish/rescue-stalled.ts';
import { startWaiting } from '#engine/start/start-waiting.ts';
import { SETTINGS } from './settings/settings.env.ts';
import { METRIC } from './telemetry/metrics.env.ts';
import { type LambdaCall, openWiring } from './wiring.ts';

const { environment, telemetry, open } = openWiring();
const { [SETTINGS.defaults]: defaults, [SETTINGS.roles]: roles } = environment;
const MINUTE_MS = 60_000;

/**
 * Every five minutes → the next run of executions that are past their deadline, the first of those
 * that had to wait for others of their owner, and what schedules say is due.
 */
export const handler = async (_event: unknown, call: LambdaCall): Promise<void> => {
  try {
    const ports = open(call.awsRequestId);
    const { started, mostOverdueMs, failed } = await rescueStalled(ports);
    await startWaiting(ports);
    telemetry.count({ [METRIC.overdueMinutes]: mostOverdueMs / MINUTE_MS });
    for (const { execution, why } of failed) telemetry.problem('not started', { execution, why });
    const callerOf = (owner: string) => ownerCaller(ports.accounts, owner, roles);
    // Secrets are for advance to read: without one the execution pauses before its first request.
    const { secrets: _, ...others } = ports;
    const due = await startDue({ ...others, callerOf, ...(defaults !== undefined && { defaults }) });
    for (const { workflow, name, why } of due.faults)
      telemetry.problem('schedule not looked at', { workflow, name, why });
    telemetry.line('watchdog', { started, failed: failed.length, mostOverdueMs, scheduled: due.started.length });
  } finally {
    telemetry.flush();
  }
};
