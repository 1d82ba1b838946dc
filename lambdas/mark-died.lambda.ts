import { noteDeath, UnitDeath } from './run/unit-death.ts';
import { invocation } from './telemetry/invocation.ts';
import { type LambdaCall, openWiring } from './wiring.ts';

const { telemetry, open } = openWiring();

/** An error from an iteration of the map → the unit's mark and a line of the history. */
export const handler = (event: unknown, call: LambdaCall): Promise<void> =>
  invocation(telemetry, event, async () => {
    await noteDeath({ ports: open(call.awsRequestId), telemetry }, UnitDeath.parse(event));
  });
