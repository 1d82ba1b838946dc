import { NO_USAGE, type Usage } from '#core/cost/usage.ts';

/**
 * Below this many hosts in flight the memory is for waiting, above it is for the CPU that comes
 * with it.
 */
export const MANY_HOSTS = 12;

/**
 * Megabytes of workers below `MANY_HOSTS` hosts in flight, and from there on. A deployment may
 * choose others.
 */
export interface WorkerMemory {
  readonly fewHostsMb: number;
  readonly manyHostsMb: number;
}

/** design.md §8. */
export const WORKER_MEMORY: WorkerMemory = { fewHostsMb: 256, manyHostsMb: 1_024 };

/** Megabytes of a worker. @param hostsInFlight hosts that it fetches from at once */
export const workerMemoryMb = (hostsInFlight: number, memory: WorkerMemory = WORKER_MEMORY): number =>
  hostsInFlight < MANY_HOSTS ? memory.fewHostsMb : memory.manyHostsMb;

/** Memory of `advance`, whose planning is bounded by 1 GB (design.md §4). */
export const ADVANCE_MEMORY_MB = 1_769;

/** Of `crawl-small`, which waits for workers most of its time. */
export const SMALL_MEMORY_MB = 256;

/** One invocation; Lambda bills started milliseconds. */
export const invocationUsage = (memoryMb: number, ms: number): Usage => ({
  ...NO_USAGE,
  gbSeconds: (memoryMb / 1_024) * (Math.ceil(ms) / 1_000),
  invocations: 1,
});
