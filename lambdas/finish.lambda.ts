import { finishRun } from './run/finish-run.ts';
import { RunInput } from './run/run-input.ts';
import { type LambdaCall, openWiring } from './wiring.ts';

const { telemetry, open } = openWiring();

/** An execution that has ended → its published manifest; what does not belong to it is deleted. */
export const handler = async (event: unknown, call: LambdaCall): Promise<void> => {
  try {
    await finishRun({ ports: open(call.awsRequestId), telemetry }, RunInput.parse(event));
  } finally {
    telemetry.flush();
  }
};
