import type { AwsClientOptions } from '#adapters/aws/calls/aws-clients.ts';
import { lambdaEvent } from '#adapters/aws/calls/lambda-call.ts';
import type { RunInput } from '#adapters/aws/environment/names.env.ts';

const HAND_OVER_MS = 5_000;

/** Sends first runs to the function of that name, for functions that start executions. */
export function firstRunEvent(
  name: string,
  place: Pick<AwsClientOptions, 'region' | 'endpoint'>,
): (input: RunInput) => Promise<void> {
  const event = lambdaEvent({ ...place, name, timeoutMs: HAND_OVER_MS });
  return (input) => event({ ...input, begins: true });
}
