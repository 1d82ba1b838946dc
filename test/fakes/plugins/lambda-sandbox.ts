import type { ServerResponse } from 'node:http';

/** Answers a call as the service of Lambda does. */
export type LambdaAnswer = (
  event: { readonly title: string | null },
  response: ServerResponse,
  path: string,
) => void | Promise<void>;

let sandboxes = 0;

/**
 * The plug-in of `behaviours.ts` in a sandbox of Lambda: what it throws is an answer with an error,
 * and `undefined` is null.
 */
export async function lambdaSandbox(): Promise<LambdaAnswer> {
  const module = `#test/fakes/plugins/behaviours.ts?sandbox=${sandboxes++}`;
  const { handler } = (await import(/* @vite-ignore */ module)) as { handler: (event: unknown) => Promise<unknown> };
  return async (event, response) => {
    if (event.title === 'spins') return;
    try {
      const told = JSON.stringify((await handler(event)) ?? null);
      response.writeHead(200).end(told);
    } catch (error) {
      const { name: errorType, message: errorMessage } = error as Error;
      const told = JSON.stringify({ errorType, errorMessage, trace: ['secret'] });
      response.writeHead(200, { 'x-amz-function-error': 'Unhandled' }).end(told);
    }
  };
}
