import type { Meter } from '#core/cost/meter.ts';
import type { Plugin } from '#core/plugin/plugin.ts';
import { callUsage } from '#core/plugin/plugin-usage.ts';

/** Counts what each call costs on AWS: a request to Lambda, and its time by the memory given. */
export function meteredPlugin(plugin: Plugin, meter: Meter): Plugin {
  const { name, storesData, timeoutMs, memoryMb } = plugin;
  return {
    name,
    storesData,
    timeoutMs,
    memoryMb,
    async call(event, limitMs) {
      const reply = await plugin.call(event, limitMs);
      meter.add(callUsage(plugin, reply.ms));
      return reply;
    },
  };
}
