import { FinishInput, finishRun } from './run/finish-run.ts';
import { invocation } from './telemetry/invocation.ts';
import { type LambdaCall, openWiring } from './wiring.ts';

const { telemetry, open } = openWiring();

/**
 * Ended execution → its published manifest; objects that do not belong to it are deleted. Running
 * execution → its rows.
 */
export const handler = (event: unknown, call: LambdaCall): Promise<void> =>
  invocation(telemetry, event, async () => {
    const ports = open(call.awsRequestId);
    await finishRun({ ports: { ...ports, owners: ports.accounts }, telemetry }, FinishInput.parse(event));
  });
