import * as z from 'zod';
import type { TaskIndex } from '#core/execution/task-index.ts';
import { project } from '#engine/advance/project.ts';
import { type FinishPorts, finishExecution } from '#engine/finish/finish-execution.ts';
import { METRIC } from '../telemetry/metrics.env.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { RunInput } from './run-input.ts';

/** An ended execution; or, with `project`, a running one whose rows are due. */
export const FinishInput = RunInput.extend({ project: z.literal(true).exactOptional() });
export type FinishInput = z.infer<typeof FinishInput>;

export interface FinishRunParts {
  readonly ports: FinishPorts & { readonly tasks: TaskIndex };
  readonly telemetry: Telemetry;
}

/**
 * Finishes an ended execution, and logs how. Leaves a paused one unchanged. With `project` it
 * writes the rows of closed waves, as `advance` would (ADR 71).
 */
export async function finishRun({ ports, telemetry }: FinishRunParts, input: FinishInput): Promise<void> {
  const { execution, run } = input;
  if (input.project) {
    await project(ports, execution);
    telemetry.line('rows written', { execution, run });
    return;
  }
  if ((await finishExecution(ports, execution)) === null) {
    telemetry.line('execution deleted', { execution, run });
    return;
  }
  const { status, reason, costUsd } = await ports.catalog.execution(execution);
  if (status !== 'paused') telemetry.count({ [METRIC.ended]: 1, [METRIC.failed]: status === 'failed' ? 1 : 0 });
  telemetry.line('execution ended', { execution, run, status, reason, costUsd });
}
