import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { AwsClientOptions } from '#adapters/aws/calls/aws-clients.ts';
import { surfErrorOf } from '#adapters/aws/calls/failure.ts';
import { SurfError } from '#core/error.ts';

const CONNECT_TIMEOUT_MS = 2_000;

export interface LambdaCallOptions extends Pick<AwsClientOptions, 'region' | 'endpoint' | 'credentials'> {
  /** Name of the function. */
  readonly name: string;
  /** How long its answer may take. */
  readonly timeoutMs: number;
}

/** The invocation has ended by a fault of the function: it is over. */
export class FunctionFailure extends Error {}

/**
 * Calls one function and waits for what it returns. Sent once: what it does may not be done twice.
 * @returns the call; it throws SurfError STORE_THROTTLED when no function was free,
 * STORE_UNAVAILABLE when it failed or was silent
 */
export function lambdaCall({ name, timeoutMs, ...place }: LambdaCallOptions): (event: unknown) => Promise<unknown> {
  const client = new LambdaClient({
    ...place,
    maxAttempts: 1,
    requestHandler: new NodeHttpHandler({
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: timeoutMs,
      throwOnRequestTimeout: true,
    }),
  });
  return async (event) => {
    const request = new InvokeCommand({ FunctionName: name, Payload: Buffer.from(JSON.stringify(event)) });
    const answer = await client.send(request).catch((error: unknown) => {
      throw surfErrorOf(error, `Invoke of ${name}`);
    });
    const text = Buffer.from(answer.Payload ?? []).toString('utf8');
    if (answer.FunctionError === undefined) return JSON.parse(text || 'null') as unknown;
    throw new SurfError('STORE_UNAVAILABLE', `function ${name} failed`, {
      remedy: 'try again; its log says what happened',
      retryable: true,
      cause: new FunctionFailure(text.slice(0, 1_000)),
    });
  };
}
