import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { AwsClientOptions } from '#adapters/aws/calls/aws-clients.ts';
import { printable } from '#core/model/printable.ts';
import { SEND_LIMIT_MS, type SendResult } from '#core/notify/message-sender.ts';

/** Location of the services that send messages. */
export type MessagePlace = Pick<AwsClientOptions, 'region' | 'endpoint' | 'credentials'>;

const MOST_WHY = 200;
/** The rest of the time limit is for the answer. */
const CONNECT_MS = 2_000;

/** Options of a client that tries once: a message has its own tries. */
export const clientOptions = (place: MessagePlace) => ({
  ...place,
  maxAttempts: 1,
  requestHandler: new NodeHttpHandler({
    connectionTimeout: CONNECT_MS,
    requestTimeout: SEND_LIMIT_MS - CONNECT_MS,
    throwOnRequestTimeout: true,
  }),
});

/** Sends one message to a service. @param service its name in error texts @returns its answer */
export async function resultOf(
  service: string,
  send: () => Promise<{ readonly $metadata: { readonly httpStatusCode?: number | undefined } }>,
): Promise<SendResult> {
  const begun = performance.now();
  const ms = (): number => Math.round(performance.now() - begun);
  try {
    const { $metadata } = await send();
    return { status: $metadata.httpStatusCode ?? null, why: null, ms: ms() };
  } catch (error) {
    const { name, message, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
    const why = printable(`${service}: ${name}: ${message}`.slice(0, MOST_WHY)).slice(0, MOST_WHY);
    return { status: $metadata?.httpStatusCode ?? null, why, ms: ms() };
  }
}
