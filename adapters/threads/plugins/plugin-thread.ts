import { parentPort, workerData } from 'node:worker_threads';
import type { PluginNotice, PluginOrder, PluginThreadData } from '#adapters/threads/plugins/plugin-messages.ts';
import { MAX_ANSWER_BYTES } from '#core/plugin/plugin-answer.ts';

/** The exports of the operator’s module, unchecked. */
interface PluginModule {
  readonly handler?: unknown;
  readonly storesData?: unknown;
  readonly timeoutSeconds?: unknown;
}

const MOST_MESSAGE = 1_000;

/**
 * The thread of one plug-in: nothing else runs in it, so that it can be ended in the middle of a
 * call. A module that cannot be loaded ends it with the module's error.
 */
const tell = (notice: PluginNotice): void => parentPort?.postMessage(notice);

const { handler, storesData, timeoutSeconds } = (await import((workerData as PluginThreadData).module)) as PluginModule;

parentPort?.on('message', async ({ event }: PluginOrder) => {
  try {
    const answer: unknown = await (handler as (event: unknown) => unknown)(JSON.parse(event));
    const text = JSON.stringify(answer) as string | undefined;
    if (text === undefined) tell({ type: 'fault', fault: 'failed', message: 'it answered nothing' });
    else if (text.length > MAX_ANSWER_BYTES)
      tell({ type: 'fault', fault: 'too-large', message: 'it answered more than 64 KiB' });
    else tell({ type: 'answer', text });
  } catch (error) {
    tell({ type: 'fault', fault: 'failed', message: wordsOf(error).slice(0, MOST_MESSAGE) });
  }
});
tell({ type: 'loaded', storesData, timeoutSeconds, has: typeof handler === 'function' });

/** Any value may be thrown. */
function wordsOf(error: unknown): string {
  try {
    return error instanceof Error ? `it threw ${error.name}: ${error.message}` : `it threw ${String(error)}`;
  } catch {
    return 'it threw';
  }
}
