import type { Plan, PlanTask, PlanUnit } from '#core/archive/plan.ts';
import { SLOW_SECONDS, workerMemoryMb } from '#core/cost/lambda.ts';
import { reserveUsd } from '#core/frontier/budget/reserve.ts';
import { Ledger } from '#core/frontier/ledger.ts';
import { type PaidWorkers, type Placed, partitionUnits } from '#core/frontier/wave/partition-units.ts';
import { hostKeyOf } from '#core/politeness/hosts/host-key.ts';
import { paceKeys } from '#core/politeness/hosts/pace-key.ts';
import { isSpaced } from '#core/politeness/politeness.ts';
import { isRated } from '#core/politeness/rate/request-rate.ts';
import { secretCount } from '#core/secrets/header-secrets.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import type { ChosenTasks, PlanOptions } from '#engine/advance/planning/choose-tasks.ts';
import type { CrawlState } from '#engine/frontier/crawl-state.ts';
import { type OpenList, readTasks } from '#engine/frontier/lines/level-list.ts';
import { linesOf, putParts } from '#engine/frontier/lines/line-files.ts';
import type { StateChange } from '#engine/frontier/next-state.ts';

const hostOf = (task: PlanTask): string => hostKeyOf(task.url as CrawlUrl);

/** Expected duration of a task that was tried before, in time-outs. */
const TRIED_TIMEOUTS = 2;

/** A planned wave: its plan, the key of the plan's object, and the frontier without its tasks. */
export interface PlannedWave {
  readonly plan: Plan;
  readonly object: string;
  readonly change: StateChange;
}

/** Divides the chosen tasks into units, and writes the plan. */
export async function planWave(state: CrawlState, chosen: ChosenTasks, options: PlanOptions): Promise<PlannedWave> {
  const { selection, lists } = chosen;
  const takings = lists.map((list, i) => ({ list, counts: selection.fromLists[i] ?? new Uint32Array(0) }));
  const listed = await readTasks(state.archive, takings);
  const tasks = [...selection.take, ...listed.map((task) => Object.assign(task, { unplanned: true as const }))];
  const { politeness, hostsPerWorker } = options.workflow;
  const queueOf = paceKeys(politeness.delayPer);
  const { units, back } = partitionUnits({
    tasks: tasks.map((task) => ({ task, host: queueOf(hostOf(task)) })),
    parallelism: options.budget.units,
    hostsPerWorker,
    useful: isSpaced(politeness) ? 1 : options.workersAtOnce,
    spaced: isSpaced(politeness),
    ...(isPaid(options) && { paid: paidWorkers(options) }),
  });
  const ledger = new Ledger(state.head.counts, state.head.levels);
  for (const { task } of units.flat()) if (task.unplanned && task.sitemap === undefined) ledger.plan(task.level);
  return {
    ...(await writePlan(state, units, options)),
    change: {
      carry: [...selection.carry, ...back].map((task) => unfresh(task)),
      parked: selection.parked,
      ...moveCursors(state, lists, selection.fromLists),
      head: { levels: ledger.levels },
    },
  };
}

/** Do workers mainly wait for the delay? Not if one rate bounds the whole execution. */
const isPaid = ({ paidByTime, workflow: { politeness } }: PlanOptions): boolean =>
  paidByTime && politeness.delaySeconds >= SLOW_SECONDS && !isRated(politeness);

/** The host of a task that was tried before may be silent: its worker waits for time-outs. */
function paidWorkers({ workflow, memory, budget }: PlanOptions): PaidWorkers {
  const { politeness, fetch } = workflow;
  const againMs = fetch.timeoutSeconds * TRIED_TIMEOUTS * 1_000;
  const msOf = ({ attempts = 0 }: PlanTask): number => (attempts === 0 ? politeness.delaySeconds * 1_000 : againMs);
  return { memory, unitMs: budget.unitMs, msOf };
}

/** Optional parts of a plan. */
function rareParts(
  { barren, head }: Pick<CrawlState, 'barren' | 'head'>,
  { blocklist = [], hooks = [] }: Pick<PlanOptions, 'blocklist' | 'hooks'>,
): Pick<Plan, 'blocklist' | 'sketched' | 'witnesses' | 'hooks'> {
  const sketched = barren?.sketched ?? [];
  return {
    ...(blocklist.length > 0 && { blocklist: [...blocklist] }),
    ...(sketched.length > 0 && { sketched }),
    ...(head.witnesses !== undefined && { witnesses: head.witnesses }),
    ...(hooks.length > 0 && { hooks: [...hooks] }),
  };
}

async function writePlan(
  state: CrawlState,
  placed: readonly Placed[][],
  options: PlanOptions,
): Promise<{ plan: Plan; object: string }> {
  const { workflow, budget } = options;
  const tasks = state.name('tasks.jsonl');
  const { units, lines, memoryMb } = plannedUnits(placed, options);
  const plan: Plan = {
    v: 1,
    execution: state.execution.id,
    wave: state.execution.wave + 1,
    level: state.head.level,
    tasks,
    units,
    memoryMb,
    workflow,
    settings: state.execution.settings,
    scopeSeeds: [...state.head.scopeSeeds],
    ...rareParts(state, options),
    unitMs: budget.unitMs,
    deadlineAt: options.deadlineAt,
  };
  const object = state.name('plan.json');
  await Promise.all([
    putParts(state.archive, tasks, lines),
    state.archive.put(object, [Buffer.from(JSON.stringify(plan))]),
  ]);
  return { plan, object };
}

/** The units of a plan, the lines of their tasks one after another, and the workers' memory. */
function plannedUnits(
  placed: readonly Placed[][],
  options: PlanOptions,
): { readonly units: PlanUnit[]; readonly lines: Uint8Array[]; readonly memoryMb: number } {
  const { workflow, budget } = options;
  const hostCounts = placed.map(hostsOf);
  const inFlight = Math.min(Math.max(...hostCounts), workflow.hostsPerWorker);
  const memoryMb = workerMemoryMb(inFlight, workflow.politeness.delaySeconds, options.memory);
  const tasks = placed.reduce((sum, unit) => sum + unit.length, 0);
  const lines: Uint8Array[] = [];
  let offset = 0;
  const units = placed.map((unit, number): PlanUnit => {
    const own = linesOf(unit.toSorted(byHostAndRank).map(({ task }) => planned(task)));
    const bytes = own.reduce((sum, part) => sum + part.length, 0);
    lines.push(...own);
    const hosts = hostCounts[number] ?? 0;
    offset += bytes;
    return {
      unit: number,
      offset: offset - bytes,
      bytes,
      tasks: unit.length,
      hosts,
      bytesShare: budget.bytesShare,
      ...(budget.storedShare !== null && { storedShare: budget.storedShare }),
      serial: budget.serial,
      ...(isRated(workflow.politeness) && { rateShare: unit.length / tasks }),
      reserveUsd: reserveOf(unit, options, { memoryMb, hosts }),
    };
  });
  return { units, lines, memoryMb };
}

const reserveOf = (
  unit: readonly Placed[],
  options: PlanOptions,
  { memoryMb, hosts }: { readonly memoryMb: number; readonly hosts: number },
): number => {
  const { workflow, budget, prices, pageCalls } = options;
  return reserveUsd(
    {
      seconds: budget.unitMs / 1_000,
      memoryMb,
      tasks: unit.length,
      hosts,
      sitemaps: unit.filter(({ task }) => task.sitemap !== undefined).length,
      revisits: unit.filter(({ task }) => task.base !== undefined).length,
      hostsInFlight: workflow.hostsPerWorker,
      pageBytes: workflow.limits.pageBytes,
      secrets: secretCount(workflow),
      pageCalls,
    },
    prices,
  );
};

const hostsOf = (unit: readonly Placed[]): number => new Set(unit.map(({ task }) => hostOf(task))).size;

const byHostAndRank = (a: Placed, b: Placed): number =>
  a.host === b.host ? a.task.level - b.task.level || a.task.rank - b.task.rank : a.host < b.host ? -1 : 1;

/** The task as its worker gets it. */
function planned(task: PlanTask): PlanTask {
  const { unplanned: _, ...rest } = unfresh(task);
  return rest;
}

function unfresh(task: PlanTask): PlanTask {
  if (task.fresh === undefined) return task;
  const { fresh: _, ...rest } = task;
  return rest;
}

/** Advances the cursors past the tasks that were taken, and drops the lists that are used up. */
function moveCursors(
  { head, cursors }: CrawlState,
  lists: readonly OpenList[],
  chosen: readonly Uint32Array[],
): Required<Pick<StateChange, 'lists' | 'cursors'>> {
  const moved = cursors.slice();
  for (const [i, { ref, taken }] of lists.entries()) {
    for (const [host, count] of (chosen[i] ?? []).entries()) moved[ref.cursor + host] = (taken[host] ?? 0) + count;
  }
  const taken = new Map(lists.map(({ ref }, i) => [ref.list, total(chosen[i])]));
  const refs = head.lists.map((ref) => ({ ...ref, taken: ref.taken + (taken.get(ref.list) ?? 0) }));
  return { lists: refs.filter((ref) => ref.taken < ref.tasks), cursors: moved };
}

const total = (counts: Uint32Array | undefined): number =>
  (counts ?? new Uint32Array(0)).reduce((sum, count) => sum + count, 0);
