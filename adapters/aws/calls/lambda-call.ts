import { type InvocationType, InvokeCommand, type InvokeCommandOutput, LambdaClient } from '@aws-sdk/client-lambda';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { AwsClientOptions } from '#adapters/aws/calls/aws-clients.ts';
import { surfErrorOf } from '#adapters/aws/calls/failure.ts';
import { SurfError } from '#core/error.ts';

const CONNECT_TIMEOUT_MS = 2_000;

export interface LambdaCallOptions extends Pick<AwsClientOptions, 'region' | 'endpoint' | 'credentials'> {
  /** Name of the function. */
  readonly name: string;
  /** Time limit for its answer. */
  readonly timeoutMs: number;
}

/** A fault of the function ended the invocation. */
export class FunctionFailure extends Error {}

/**
 * Calls one function and waits for its result. Sent once: its work must not be done twice.
 * @returns the call; it throws SurfError STORE_THROTTLED when no function was free,
 * STORE_UNAVAILABLE when it failed or was silent
 */
export function lambdaCall(options: LambdaCallOptions): (event: unknown) => Promise<unknown> {
  const invoke = invoker(options, 'RequestResponse');
  const { name } = options;
  return async (event) => {
    const answer = await invoke(event);
    const text = Buffer.from(answer.Payload ?? []).toString('utf8');
    if (answer.FunctionError === undefined) return JSON.parse(text || 'null') as unknown;
    throw new SurfError('STORE_UNAVAILABLE', `function ${name} failed`, {
      remedy: 'try again; its log says what happened',
      retryable: true,
      cause: new FunctionFailure(text.slice(0, 1_000)),
    });
  };
}

/**
 * Hands an event over to a function and does not wait for its work: Lambda calls it, and again if
 * it failed.
 * @returns the call; it throws as that of `lambdaCall` when the event was not taken
 */
export function lambdaEvent(options: LambdaCallOptions): (event: unknown) => Promise<void> {
  const invoke = invoker(options, 'Event');
  return async (event) => {
    await invoke(event);
  };
}

function invoker({ name, timeoutMs, ...place }: LambdaCallOptions, type: InvocationType) {
  const client = new LambdaClient({
    ...place,
    maxAttempts: 1,
    requestHandler: new NodeHttpHandler({
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: timeoutMs,
      throwOnRequestTimeout: true,
    }),
  });
  return async (event: unknown): Promise<InvokeCommandOutput> => {
    const Payload = Buffer.from(JSON.stringify(event));
    try {
      return await client.send(new InvokeCommand({ FunctionName: name, InvocationType: type, Payload }));
    } catch (error) {
      throw surfErrorOf(error, `Invoke of ${name}`);
    }
  };
}
