import { MANY_SLOW_HOSTS, SLOW_SECONDS, type WorkerMemory } from '#core/cost/lambda.ts';
import { costOf, type Prices } from '#core/cost/prices.ts';
import type { Usage } from '#core/cost/usage.ts';
import { WIDE_UNIT_SECONDS } from '#core/cost/worker-size.ts';
import type { Counts, Execution, Exemption } from '#core/execution/execution.ts';
import { type WaveBudget, waveBudget } from '#core/frontier/budget/wave-budget.ts';
import { WAVE_TASKS } from '#core/frontier/frontier.ts';
import { isWayGone } from '#core/frontier/waits/way-fault.ts';
import { type Decision, decideStep, type Situation } from '#core/frontier/wave/decide-step.ts';
import type { SmallWaves } from '#core/frontier/wave/small-waves.ts';
import { RequestRate } from '#core/politeness/rate/request-rate.ts';
import { VisitHours } from '#core/politeness/visits/visit-hours.ts';
import type { HeaderSecretFault } from '#core/secrets/header-secret-fault.ts';
import { secretCount } from '#core/secrets/header-secrets.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import {
  type ChosenTasks,
  chooseAgain,
  chooseTasks,
  hostsOf,
  type PlanOptions,
} from '#engine/advance/planning/choose-tasks.ts';
import { unreadSitemaps, waitingRuns, walksWait } from '#engine/advance/planning/waiting-work.ts';
import type { CrawlState } from '#engine/frontier/crawl-state.ts';

export interface DecideOptions {
  readonly now: number;
  /** The workflow with the limits in force. */
  readonly workflow: Workflow;
  /** Memory of the deployment's workers. */
  readonly memory: WorkerMemory;
  /** Workers that really run at the same time. */
  readonly workersAtOnce: number;
  /** Workers are paid for as long as they work. */
  readonly paidByTime: boolean;
  /** Prices that the crawl is charged at. */
  readonly prices: Prices;
  /** Most that plug-ins use for one page. */
  readonly pageCalls: Usage;
  /** A right that the crawl uses and its owner no longer has. */
  readonly withdrawn: Exemption | null;
  /** A header whose secret cannot be used; null: none. */
  readonly secretFault: HeaderSecretFault | null;
  /** Bytes that the owner's executions may archive further; null: unlimited. */
  readonly storageLeft: number | null;
  /** @default none */
  readonly small?: SmallWaves;
}

/** The decision, with the chosen tasks if it is to crawl. */
export type Decided =
  | {
      readonly decision: Extract<Decision, { type: 'crawl' }>;
      readonly chosen: ChosenTasks;
      readonly options: PlanOptions;
    }
  | { readonly decision: Exclude<Decision, { type: 'crawl' }> };

/** Decides what to do next: crawl a wave, close the level, wait or end. Changes nothing. */
export async function decideWave(state: CrawlState, options: DecideOptions): Promise<Decided> {
  const hasPage = anyPage(state.head.counts) || options.workflow.external.checks !== null;
  const deadlineAt = deadlineOf(state.execution, options);
  const budget = remainingBudget(state, { ...options, deadlineAt }, WIDE_UNIT_SECONDS);
  const plan: PlanOptions = {
    now: options.now,
    workflow: options.workflow,
    memory: memoryOf(options),
    workersAtOnce: options.workersAtOnce,
    paidByTime: options.paidByTime,
    prices: options.prices,
    pageCalls: options.pageCalls,
    budget: budget.possible ? budget : LEAST_BUDGET,
    deadlineAt,
    small: isSmall(state, options),
  };
  const { chosen, taken } = await longWave(
    state,
    { ...options, deadlineAt },
    { chosen: await chooseTasks(state, plan), taken: plan },
  );
  const { selection } = chosen;
  const decision = decideStep({
    desired: state.execution.desired,
    withdrawn: options.withdrawn,
    secretRefused: options.secretFault?.reason ?? null,
    noProgress: state.head.noProgress,
    unstarted: state.head.unstarted,
    depthFirst: options.workflow.order === 'depth-first',
    ready: selection.take.length + selection.listTasks,
    pending: state.head.counts.pending + unreadSitemaps(state),
    anyPage: hasPage,
    // A task that was just deferred waits for pages, not for another merge.
    candidates: state.deferring ? 0 : waitingLinks(state, options.workflow),
    waitUntil: selection.waitUntil,
    waitCause: selection.waitCause,
    parkedUntil: selection.parkedUntil,
    parkedCause: selection.parkedCause,
    ...closedBy(state, options, hasPage),
    heldBy: chosen.heldBy,
    exhausted: budget.possible ? null : budget.limit,
    deadlineAt,
  });
  return decision.type === 'crawl' ? { decision, chosen, options: taken } : { decision };
}

/** The hours of the workflow, or a way out that is gone: no request may start. */
function closedBy(
  { head: { wayFault } }: CrawlState,
  { workflow, now }: DecideOptions,
  hasPage: boolean,
): Pick<Situation, 'closedUntil' | 'closedCause' | 'wayGone'> {
  const hours = new VisitHours(workflow.politeness.window);
  const opensAt = hours.opensAt(now);
  const wayGone = wayFault !== undefined && isWayGone(wayFault, hasPage) ? wayFault.way : null;
  if (wayFault !== undefined && wayGone === null && wayFault.until > Math.max(now, opensAt))
    return { closedUntil: wayFault.until, closedCause: wayFault.detail, wayGone };
  return { closedUntil: opensAt > now ? opensAt : null, closedCause: hours.cause, wayGone };
}

interface Chosen {
  readonly chosen: ChosenTasks;
  readonly taken: PlanOptions;
}

/**
 * Gives the wave as much time as the workflow allows if its few hosts share one small worker that
 * is paid by time: each wave costs about a minute of that worker (docs/adr/0092).
 */
async function longWave(
  state: CrawlState,
  options: DecideOptions & { deadlineAt: number | null },
  short: Chosen,
): Promise<Chosen> {
  const { workflow, paidByTime } = options;
  const isLong =
    paidByTime &&
    !short.taken.small &&
    workflow.order !== 'depth-first' &&
    workflow.politeness.delaySeconds >= SLOW_SECONDS;
  if (!isLong || hostsOf(short.chosen) >= MANY_SLOW_HOSTS) return short;
  const budget = remainingBudget(state, options, workflow.unitSeconds);
  const { unitMs, units, tasks } = short.taken.budget;
  if (!budget.possible || budget.unitMs <= unitMs || budget.units < units || budget.tasks < tasks) return short;
  const taken = { ...short.taken, budget };
  return { chosen: await chooseAgain(state, short.chosen, taken), taken };
}

/** Links to merge. A sample merges none: 1 if its walks have a step to make. */
const waitingLinks = (state: CrawlState, { order }: Workflow): number =>
  order === 'sample' ? Number(walksWait(state)) : waitingRuns(state);

/** True if the crawl has a page; the pages that a collection keeps count. */
const anyPage = ({ stored, notModified, duplicate, kept = 0 }: Counts): boolean =>
  stored + notModified + duplicate + kept > 0;

/**
 * Memory of the workers. Small workers have too little for extraction, whose thread needs a
 * heap, and for plug-ins, whose events take megabytes.
 */
function memoryOf({ workflow, memory }: DecideOptions): WorkerMemory {
  return workflow.selection === null && workflow.plugins.length === 0
    ? memory
    : { ...memory, fewHostsMb: memory.manyHostsMb };
}

/** The caller holds the links of a sample in memory: this many take about 10 MB. */
const SMALL_SAMPLE_LINKS = 50_000;

const linksOf = ({ head }: CrawlState, { order }: Workflow): number =>
  order === 'sample' ? head.candidates.reduce((sum, { count }) => sum + count, 0) : 0;

/** Twenty times the cost of waiting for a unit of two minutes. */
const SMALL_WAVES_USD = 0.01;

/** Budget with which Surf sees whether anything is pending when a limit allows no wave. */
const LEAST_BUDGET: WaveBudget & { possible: true } = {
  possible: true,
  units: 1,
  tasks: 1,
  unitMs: 1_000,
  bytesShare: null,
  storedShare: null,
  serial: true,
};

/** Time at which `limits.seconds` is used up: running time counts, pauses do not. */
function deadlineOf(execution: Execution, options: DecideOptions): number | null {
  const { seconds } = options.workflow.limits;
  if (seconds === null) return null;
  const since = execution.runningSince ?? options.now;
  return since + seconds * 1_000 - (execution.ranMs - execution.secondsBaseMs);
}

function remainingBudget(
  state: CrawlState,
  options: DecideOptions & { deadlineAt: number | null },
  mostSeconds: number,
): WaveBudget {
  const { limits, parallelism, hostsPerWorker } = options.workflow;
  const unitSeconds = Math.min(options.workflow.unitSeconds, mostSeconds);
  return waveBudget(
    {
      bytes: limits.totalBytes === null ? null : limits.totalBytes - state.head.bytes,
      stored: options.storageLeft,
      usd: limits.budgetUsd === null ? null : limits.budgetUsd - spentOf(state, options.prices),
      ms: options.deadlineAt === null ? null : options.deadlineAt - options.now,
    },
    {
      parallelism,
      hostsPerWorker,
      pageBytes: limits.pageBytes,
      memory: memoryOf(options),
      unitMs: (isSmall(state, options) ? Math.min(unitSeconds, options.small?.unitSeconds ?? 0) : unitSeconds) * 1_000,
      sitemaps: unreadSitemaps(state),
      hasBase: state.head.base !== undefined,
      secrets: secretCount(options.workflow),
      pageCalls: options.pageCalls,
      mostTasks: Math.min(WAVE_TASKS, mostTasks(state)),
    },
    options.prices,
  );
}

/**
 * Can the caller wait for the wave while a worker crawls it? Not near the end of a budget: units do
 * not reserve the cost of the waiting caller.
 */
function isSmall(state: CrawlState, { workflow, small, prices, now }: DecideOptions): boolean {
  if (small === undefined || linksOf(state, workflow) > SMALL_SAMPLE_LINKS) return false;
  const { limits, politeness } = workflow;
  const isNearBudget = limits.budgetUsd !== null && limits.budgetUsd - spentOf(state, prices) < SMALL_WAVES_USD;
  const spacing = Math.max(1, politeness.delaySeconds, new RequestRate(politeness).intervalMs(now) / 1_000);
  return !isNearBudget && mostTasks(state) * spacing <= small.tasks;
}

const spentOf = ({ head }: CrawlState, prices: Prices): number => costOf(head.usage, prices).total + head.lostUsd;

const mostTasks = (state: CrawlState): number => Math.max(1, state.head.counts.pending + unreadSitemaps(state));
