import { type FinishPorts, finishExecution } from '#engine/finish/finish-execution.ts';
import { METRIC } from '../telemetry/metrics.env.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { RunInput } from './run-input.ts';

/** Finishes an execution that has ended, and tells how. A paused one is left as it is. */
export async function finishRun(
  { ports, telemetry }: { ports: FinishPorts; telemetry: Telemetry },
  { execution, run }: RunInput,
): Promise<void> {
  if ((await finishExecution(ports, execution)) === null) {
    telemetry.line('execution deleted', { execution, run });
    return;
  }
  const { status, reason, costUsd } = await ports.catalog.execution(execution);
  if (status !== 'paused') telemetry.count({ [METRIC.ended]: 1, [METRIC.failed]: status === 'failed' ? 1 : 0 });
  telemetry.line('execution ended', { execution, run, status, reason, costUsd });
}
