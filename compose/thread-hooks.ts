import { HookCalls, type HookOrder } from '#adapters/threads/hook-calls.ts';
import type { HookName } from '#core/model/hook.ts';
import { hookFailed, linkDecision, requestHeaderPairs } from '#core/run/hook-answers.ts';
import type { UnitHooks } from '#core/run/unit-hooks.ts';

/** The main thread's hooks, as the engine in a worker thread calls them. */
export function threadHooks(order: HookOrder): UnitHooks {
  const calls = new HookCalls(order);
  const call = (name: HookName, url: string): unknown => {
    try {
      return calls.call(name, url);
    } catch (error) {
      throw hookFailed(name, (error as Error).message);
    }
  };
  return {
    ...(order.names.includes('onLink') && { link: (url) => linkDecision(call('onLink', url)) }),
    ...(order.names.includes('onRequest') && { headers: (url) => requestHeaderPairs(call('onRequest', url)) }),
  };
}
