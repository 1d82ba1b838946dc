import { MANY_SLOW_HOSTS, manyHosts, SLOW_SECONDS, type WorkerMemory } from '#core/cost/lambda.ts';

/** A wave for workers that are paid by time, where each host gets at most one request a second. */
export interface WorkerChoice {
  /** Time that each host of the wave takes, in ms, the longest first. */
  readonly hostMs: readonly number[];
  /** Hosts in flight in one large worker. */
  readonly hostsPerWorker: number;
  /** Workers that the wave may have. */
  readonly workers: number;
  readonly memory: WorkerMemory;
}

/**
 * A unit among many hosts, or on a machine that nobody pays by time, takes no longer: what its wave
 * finds waits for the end of the wave.
 */
export const WIDE_UNIT_SECONDS = 600;

/** Hosts in flight in one small worker. */
export const SMALL_WORKER_HOSTS = MANY_SLOW_HOSTS - 1;
/**
 * Cost of a further worker beside its time (a transition, objects of its last chunk, its rows), and
 * cost of a further wave (an `advance`, its transitions and objects), as time of 256 MB.
 */
const WORKER_MS = 12_000;
const WAVE_MS = 60_000;
const PRICED_MB = 256;
/**
 * A group of small workers lasts at least this long: half of 300 s, for which a host that does not
 * answer keeps its worker, since about every second group has one.
 */
const LEAST_GROUP_MS = 150_000;
/** Share of a worker's hosts in flight that counts as few. */
const FEW_SHARE = 1 / 4;
/**
 * Time for which a large worker waits for few hosts. Another wave costs as much as 1,024 MB for
 * about this time: the worker never pays more than twice the minimum (ski rental).
 */
export const FEW_HOSTS_PATIENCE_MS = 15_000;

/** Hosts below which it does not pay to wait with much memory; 0: this worker has only few. */
export function fewHosts(inFlight: number, delaySeconds: number): number {
  const many = manyHosts(delaySeconds);
  return inFlight < many ? 0 : Math.max(many, Math.floor(inFlight * FEW_SHARE));
}

/**
 * Do small workers, each with a group of hosts that last about as long, cost less than large ones,
 * which leave their last hosts to small ones of the next wave? Pure.
 */
export function smallWorkersPay(choice: WorkerChoice): boolean {
  const { hostMs, hostsPerWorker, workers, memory } = choice;
  const small = Math.ceil(hostMs.length / SMALL_WORKER_HOSTS);
  const isChoice = hostsPerWorker > SMALL_WORKER_HOSTS && hostMs.length > SMALL_WORKER_HOSTS;
  if (!isChoice || small > workers || memory.fewHostsMb >= memory.manyHostsMb) return false;
  return smallCost(hostMs, memory) <= largeCost(choice);
}

/** MB times ms. @param hostMs the longest first */
const smallCost = (hostMs: readonly number[], { fewHostsMb }: WorkerMemory): number =>
  groupsOf(hostMs, SMALL_WORKER_HOSTS).reduce(
    (sum, [longest = 0]) => sum + Math.max(longest, LEAST_GROUP_MS) * fewHostsMb + WORKER_MS * PRICED_MB,
    0,
  );

function largeCost({ hostMs, hostsPerWorker, memory }: WorkerChoice): number {
  let cost = 0;
  const left: number[] = [];
  for (const group of groupsOf(hostMs, hostsPerWorker)) {
    const few = fewHosts(group.length, SLOW_SECONDS);
    const [longest = 0] = group;
    const until = few === 0 ? longest : Math.min(longest, (group[few - 1] ?? 0) + FEW_HOSTS_PATIENCE_MS);
    cost += until * memory.manyHostsMb + WORKER_MS * PRICED_MB;
    for (const ms of group) if (ms > until) left.push(ms - until);
  }
  left.sort((a, b) => b - a);
  return left.length === 0 ? cost : cost + WAVE_MS * PRICED_MB + smallCost(left, memory);
}

function groupsOf(hostMs: readonly number[], size: number): number[][] {
  const groups: number[][] = [];
  for (let i = 0; i < hostMs.length; i += size) groups.push(hostMs.slice(i, i + size));
  return groups;
}
