import { advanceParts } from './advance-parts.ts';
import { advanceRun } from './run/advance-run.ts';
import type { MachineStep } from './run/machine-step.ts';
import { RunInput } from './run/run-input.ts';
import { type LambdaCall, openWiring } from './wiring.ts';

const wiring = openWiring();

/** Run of the state machine → its next step. */
export const handler = async (event: unknown, call: LambdaCall): Promise<MachineStep> => {
  try {
    const { answer } = await advanceRun(advanceParts(wiring, call.awsRequestId), RunInput.parse(event));
    return answer;
  } finally {
    wiring.telemetry.flush();
  }
};
