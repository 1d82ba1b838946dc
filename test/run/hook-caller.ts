import { parentPort } from 'node:worker_threads';
import { HookCalls, type HookOrder } from '#adapters/threads/hook-calls.ts';

type Message = (HookOrder & { readonly mostMs: number }) | { readonly url: string };

/** A thread that calls `onLink` for each URL that it gets, and sends the result. */
let calls: HookCalls | undefined;
parentPort?.on('message', (message: Message) => {
  if (!('url' in message)) {
    calls = new HookCalls(message, message.mostMs);
    return;
  }
  try {
    parentPort?.postMessage({ value: calls?.call('onLink', message.url) });
  } catch (error) {
    parentPort?.postMessage({ message: (error as Error).message });
  }
});
