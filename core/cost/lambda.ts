import { NO_USAGE, type Usage } from '#core/cost/usage.ts';

/** Below this many hosts in flight the memory is for waiting, above it is for the CPU that comes with it. */
export const MANY_HOSTS = 12;

/** Megabytes of a worker (design.md §8). @param hostsInFlight hosts that it fetches from at once */
export const workerMemoryMb = (hostsInFlight: number): number => (hostsInFlight < MANY_HOSTS ? 256 : 1_024);

/** Memory of `advance`, whose planning is bounded by 1 GB (design.md §4). */
export const ADVANCE_MEMORY_MB = 1_769;

/** One invocation; Lambda bills started milliseconds. */
export const invocationUsage = (memoryMb: number, ms: number): Usage => ({
  ...NO_USAGE,
  gbSeconds: (memoryMb / 1_024) * (Math.ceil(ms) / 1_000),
  invocations: 1,
});
