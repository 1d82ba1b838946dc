import { FinishInput, finishRun } from './run/finish-run.ts';
import { type LambdaCall, openWiring } from './wiring.ts';

const { telemetry, open } = openWiring();

/**
 * An execution that has ended → its published manifest; what does not belong to it is deleted. One
 * that runs → its rows.
 */
export const handler = async (event: unknown, call: LambdaCall): Promise<void> => {
  try {
    const ports = open(call.awsRequestId);
    await finishRun({ ports: { ...ports, owners: ports.accounts }, telemetry }, FinishInput.parse(event));
  } finally {
    telemetry.flush();
  }
};
