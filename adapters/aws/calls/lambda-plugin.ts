import { setTimeout as sleep } from 'node:timers/promises';
import { InvokeCommand, type InvokeCommandOutput, LambdaClient } from '@aws-sdk/client-lambda';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { AwsClientOptions } from '#adapters/aws/calls/aws-clients.ts';
import type { Plugin, PluginReply, PluginTerms } from '#core/plugin/plugin.ts';
import { MAX_ANSWER_BYTES } from '#core/plugin/plugin-answer.ts';

const CONNECT_TIMEOUT_MS = 2_000;
/** The pause after a call for which Lambda had no room; it doubles. */
const FIRST_PAUSE_MS = 100;

export interface LambdaPluginOptions extends PluginTerms, Pick<AwsClientOptions, 'endpoint' | 'credentials'> {
  /** ARN of the deployer's function, with or without a version; it is called in its region. */
  readonly functionArn: string;
  /** Random number from 0 to 1, so that throttled workers do not retry at the same moment. */
  readonly jitter: () => number;
}

/**
 * A plug-in that is a function of the deployer. A call for which there is no room is repeated while
 * its time lasts; every other one is sent once.
 */
export function lambdaPlugin({ functionArn, jitter, endpoint, credentials, ...terms }: LambdaPluginOptions): Plugin {
  const client = new LambdaClient({
    region: functionArn.split(':')[3] ?? '',
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials !== undefined && { credentials }),
    maxAttempts: 1,
    requestHandler: new NodeHttpHandler({ connectionTimeout: CONNECT_TIMEOUT_MS }),
  });
  const invoke = async (event: string, signal: AbortSignal): Promise<{ answer: InvokeCommandOutput; ms: number }> => {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
      const begunAt = performance.now();
      try {
        const command = new InvokeCommand({ FunctionName: functionArn, Payload: Buffer.from(event) });
        const answer = await client.send(command, { abortSignal: signal });
        return { answer, ms: performance.now() - begunAt };
      } catch (error) {
        if ((error as Error).name !== 'TooManyRequestsException') throw error;
        await sleep(pauseMs * (1 + jitter()), undefined, { signal });
      }
    }
  };
  return {
    ...terms,
    async call(event, limitMs) {
      const signal = AbortSignal.timeout(Math.ceil(limitMs)); // it throws at parts of a millisecond
      try {
        const { answer, ms } = await invoke(event, signal);
        return replyOf(answer, ms);
      } catch (error) {
        if (signal.aborted) return failed('timeout', `it gave no answer in ${Math.round(limitMs)} ms`, limitMs);
        return failed('failed', `its function could not be called: ${(error as Error).name}`, 0);
      }
    },
  };
}

function replyOf({ Payload, FunctionError }: InvokeCommandOutput, ms: number): PluginReply {
  const bytes = Buffer.from(Payload ?? []);
  if (FunctionError !== undefined) return thrown(bytes.toString('utf8'), ms);
  if (bytes.length > MAX_ANSWER_BYTES) return failed('too-large', 'it answered more than 64 KiB', ms);
  return { ok: true, text: bytes.toString('utf8'), ms };
}

/** @param text Lambda's report of an error of a function; nothing of its stack goes further */
function thrown(text: string, ms: number): PluginReply {
  const { errorType = 'Error', errorMessage = '' } = errorIn(text);
  const isTimeout = errorType === 'Sandbox.Timedout' || /Task timed out/.test(errorMessage);
  return failed(isTimeout ? 'timeout' : 'failed', `it threw ${errorType}: ${errorMessage}`, ms);
}

function errorIn(text: string): { readonly errorType?: string; readonly errorMessage?: string } {
  try {
    const { errorType, errorMessage } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    return {
      ...(typeof errorType === 'string' && { errorType }),
      ...(typeof errorMessage === 'string' && { errorMessage }),
    };
  } catch {
    return {};
  }
}

const failed = (fault: 'failed' | 'timeout' | 'too-large', message: string, ms: number): PluginReply => ({
  ok: false,
  fault,
  message,
  ms,
});
