import { NO_USAGE, type Usage } from '#core/cost/usage.ts';

/**
 * Below this many hosts in flight the memory is for waiting, above it is for the CPU that comes
 * with it.
 */
const MANY_HOSTS = 12;
/**
 * The same threshold for hosts that are requested at most once a second: a quarter of the memory
 * has a quarter of the hundred hosts for which the CPU of 1,024 MB suffices (docs/adr/0092).
 */
export const MANY_SLOW_HOSTS = 25;
export const SLOW_SECONDS = 1;

/** Least hosts in flight at which a worker has the memory for many. */
export const manyHosts = (delaySeconds: number): number =>
  delaySeconds >= SLOW_SECONDS ? MANY_SLOW_HOSTS : MANY_HOSTS;

/**
 * Megabytes of workers below so many hosts in flight, and from there on. A deployment may choose
 * others.
 */
export interface WorkerMemory {
  readonly fewHostsMb: number;
  readonly manyHostsMb: number;
}

/** design.md §8. */
export const WORKER_MEMORY: WorkerMemory = { fewHostsMb: 256, manyHostsMb: 1_024 };

/**
 * Megabytes of a worker.
 * @param hostsInFlight hosts that it fetches from at once
 * @param delaySeconds between two requests to one host
 */
export const workerMemoryMb = (
  hostsInFlight: number,
  delaySeconds: number,
  memory: WorkerMemory = WORKER_MEMORY,
): number => (hostsInFlight < manyHosts(delaySeconds) ? memory.fewHostsMb : memory.manyHostsMb);

/** Memory of `advance`, whose planning is bounded by 1 GB (design.md §4). */
export const ADVANCE_MEMORY_MB = 1_769;

/** Memory of `crawl-small`, which waits for workers most of its time. */
export const SMALL_MEMORY_MB = 256;

/** One invocation; Lambda bills started milliseconds. */
export const invocationUsage = (memoryMb: number, ms: number): Usage => ({
  ...NO_USAGE,
  gbSeconds: (memoryMb / 1_024) * (Math.ceil(ms) / 1_000),
  invocations: 1,
});
