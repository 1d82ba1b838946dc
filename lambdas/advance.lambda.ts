import { lambdaEvent } from '#adapters/aws/calls/lambda-call.ts';
import { SurfError } from '#core/error.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { advanceParts } from './advance-parts.ts';
import { advanceRun } from './run/advance-run.ts';
import type { FinishInput } from './run/finish-run.ts';
import type { MachineStep } from './run/machine-step.ts';
import { RunInput } from './run/run-input.ts';
import { SETTINGS } from './settings/settings.env.ts';
import { invocation } from './telemetry/invocation.ts';
import { type LambdaCall, openWiring } from './wiring.ts';

const HAND_OVER_MS = 5_000;
const wiring = openWiring();
const finish = lambdaEvent({ ...wiring.place, name: wiring.environment[SETTINGS.finish], timeoutMs: HAND_OVER_MS });

/** Starts the function that finishes executions: it also writes rows, while workers crawl. */
async function projectLater(execution: ExecutionId, run: number): Promise<boolean> {
  try {
    await finish({ execution, run, project: true } satisfies FinishInput);
    return true;
  } catch (error) {
    if (error instanceof SurfError && error.retryable) return false;
    throw error;
  }
}

/** Run of the state machine → its next step. */
export const handler = (event: unknown, call: LambdaCall): Promise<MachineStep> =>
  invocation(wiring.telemetry, event, async () => {
    const parts = advanceParts(wiring, call.awsRequestId);
    const ports = { ...parts.ports, projectLater };
    const { answer } = await advanceRun({ ...parts, ports }, RunInput.parse(event));
    return answer;
  });
