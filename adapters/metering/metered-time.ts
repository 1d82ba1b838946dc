import type { Meter } from '#core/cost/meter.ts';
import { addUsage, NO_USAGE, type Usage } from '#core/cost/usage.ts';
import type { Clock } from '#core/model/clock.ts';

/**
 * Usage that a meter counted since the last call, with the time and memory of the invocation that
 * it counts for.
 */
export function meteredTime(meter: Meter, clock: Clock, memoryMb: number): () => Usage {
  let since = clock.monotonic();
  let invocations = 1;
  return () => {
    const now = clock.monotonic();
    const gbSeconds = ((now - since) / 1_000) * (memoryMb / 1_024);
    const used = addUsage(meter.take(), { ...NO_USAGE, gbSeconds, invocations });
    since = now;
    invocations = 0;
    return used;
  };
}
