import type { PlanTask } from '#core/archive/plan.ts';
import type { WorkerMemory } from '#core/cost/lambda.ts';
import { SMALL_WORKER_HOSTS, smallWorkersPay } from '#core/cost/worker-size.ts';

/** A task with its politeness key: its host, or its domain where hosts of one share a delay. */
export interface Placed {
  readonly task: PlanTask;
  readonly host: string;
}

export interface PaidWorkers {
  readonly memory: WorkerMemory;
  readonly unitMs: number;
  /** Expected time of a task on its host, in ms. */
  readonly msOf: (task: PlanTask) => number;
}

export interface PartitionInput {
  readonly tasks: readonly Placed[];
  /** Most units. */
  readonly parallelism: number;
  readonly hostsPerWorker: number;
  /**
   * Units that make the wave faster than fewer would. With spaced requests a worker mostly waits,
   * so one has as many hosts as it may; threads that share cores gain nothing from more units than
   * threads. Hosts are packed into few units then: each unit learns the site's links again, in
   * separate memory.
   */
  readonly useful: number;
  /**
   * Requests to a host are spaced: a worker is paid for as long as its largest host takes.
   * @default false
   */
  readonly spaced?: boolean;
  /**
   * Duration of a host's tasks, where workers are paid by time and memory.
   * @default they are not
   */
  readonly paid?: PaidWorkers;
}

export interface Partition {
  readonly units: Placed[][];
  /**
   * Tasks that must wait for another wave: halves of died units whose host is in a unit already, or
   * no unit left.
   */
  readonly back: PlanTask[];
}

/**
 * Spreads a wave over units: all of a host's tasks in one unit (S6: the unit is a function of the
 * host, so politeness needs no lock inside a wave). Tasks of died units come first, in groups of at
 * most the size they are halved to. Deterministic.
 */
export function partitionUnits(input: PartitionInput): Partition {
  const halved = input.tasks.filter((placed) => placed.task.most !== undefined);
  const { units, back } = halvedUnits(halved, input.parallelism);
  const busy = new Set(units.flat().map((placed) => placed.host));
  const hosts = new Map<string, Placed[]>();
  for (const placed of input.tasks) {
    if (placed.task.most !== undefined) continue;
    if (busy.has(placed.host)) back.push(placed.task);
    else push(hosts, placed.host, placed);
  }
  const free = input.parallelism - units.length;
  if (free === 0) for (const tasks of hosts.values()) back.push(...tasks.map((placed) => placed.task));
  else {
    const hostsPerWorker = hostsOfWorker(hosts, input, free);
    units.push(
      ...spread([...hosts], {
        ...input,
        hostsPerWorker,
        count: Math.min(free, unitsFor(hosts.size, { ...input, hostsPerWorker })),
      }),
    );
  }
  return { units: units.filter((unit) => unit.length > 0), back };
}

/** Hosts of a worker: the workflow's number, or the few of a small worker where these cost less. */
function hostsOfWorker(
  hosts: ReadonlyMap<string, Placed[]>,
  { hostsPerWorker, paid }: PartitionInput,
  workers: number,
): number {
  if (paid === undefined) return hostsPerWorker;
  const hostMs = [...hosts.values()].map((tasks) => lastingOf(tasks, paid)).sort((a, b) => b - a);
  return smallWorkersPay({ hostMs, hostsPerWorker, workers, memory: paid.memory })
    ? SMALL_WORKER_HOSTS
    : hostsPerWorker;
}

/** Time that a host takes in a unit, in ms. */
const lastingOf = (tasks: readonly Placed[], { unitMs, msOf }: PaidWorkers): number =>
  Math.min(
    unitMs,
    tasks.reduce((sum, { task }) => sum + msOf(task), 0),
  );

const unitsFor = (hosts: number, { useful, hostsPerWorker }: PartitionInput): number =>
  Math.min(hosts, Math.max(useful, Math.ceil(hosts / hostsPerWorker)));

/**
 * Largest hosts first. Spaced: in groups of as many as a worker has in flight, each group to the
 * unit that ends first, so that one worker waits for the large hosts and the others have ended.
 * Else: each to the unit with the fewest tasks, and units end at about the same time.
 */
function spread(
  hosts: [string, Placed[]][],
  {
    count,
    spaced = false,
    hostsPerWorker,
    paid,
  }: Pick<PartitionInput, 'spaced' | 'hostsPerWorker' | 'paid'> & { count: number },
): Placed[][] {
  if (count === 0) return [];
  const units = Array.from({ length: count }, () => ({ tasks: [] as Placed[], load: 0 }));
  const load = (tasks: Placed[]): number => (paid === undefined ? tasks.length : lastingOf(tasks, paid));
  const order = hosts
    .map(([host, tasks]) => ({ host, tasks, load: load(tasks) }))
    .sort((a, b) => b.load - a.load || b.tasks.length - a.tasks.length || (a.host < b.host ? -1 : 1));
  const groupHosts = spaced ? hostsPerWorker : 1;
  for (let first = 0; first < order.length; first += groupHosts) {
    const least = units.reduce((best, unit) => (unit.load < best.load ? unit : best));
    for (const { tasks } of order.slice(first, first + groupHosts)) least.tasks.push(...tasks);
    least.load += order[first]?.load ?? 0;
  }
  return units.map(({ tasks }) => tasks);
}

function halvedUnits(halved: readonly Placed[], parallelism: number): { units: Placed[][]; back: PlanTask[] } {
  const units: Placed[][] = [];
  const back: PlanTask[] = [];
  const busy = new Set<string>();
  const groups = new Map<string, Placed[]>();
  for (const placed of halved) push(groups, placed.task.group ?? '', placed);
  for (const group of groups.values()) {
    for (let i = 0; i < group.length; ) {
      const part = group.slice(i, i + (group[i]?.task.most ?? 1));
      i += part.length;
      if (units.length >= parallelism || part.some((placed) => busy.has(placed.host)))
        back.push(...part.map((placed) => placed.task));
      else {
        units.push(part);
        for (const placed of part) busy.add(placed.host);
      }
    }
  }
  return { units, back };
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
