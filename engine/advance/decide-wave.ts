import type { WorkerMemory } from '#core/cost/lambda.ts';
import { costOf, LIST_PRICES } from '#core/cost/prices.ts';
import type { Counts, Execution, Exemption } from '#core/execution/execution.ts';
import { type Decision, decideStep } from '#core/frontier/decide-step.ts';
import { WAVE_TASKS } from '#core/frontier/frontier.ts';
import { type WaveMeans, waveMeans } from '#core/frontier/wave-means.ts';
import { VisitHours } from '#core/politeness/visit-hours.ts';
import type { HeaderSecretFault } from '#core/secrets/header-secret-fault.ts';
import { secretHeaders } from '#core/secrets/header-secrets.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import { waitingRuns } from '#engine/advance/candidate-kinds.ts';
import { closeLevel, openCrawl, openSitemaps } from '#engine/advance/close-level.ts';
import { type CrawlState, unreadSitemaps } from '#engine/advance/crawl-state.ts';
import { reduce } from '#engine/advance/next-state.ts';
import { type PlanOptions, type Prospect, prospect } from '#engine/advance/plan-wave.ts';
import { settleLosers } from '#engine/advance/settle-digests.ts';

export interface DecideOptions {
  readonly now: number;
  /** The workflow with the limits in force. */
  readonly workflow: Workflow;
  /** Memory of the deployment's workers. */
  readonly memory: WorkerMemory;
  /** Workers that run truly at the same time. */
  readonly workersAtOnce: number;
  /** A right that the crawl uses and its owner has no longer. */
  readonly withdrawn: Exemption | null;
  /** A header whose secret cannot be used; null: none. */
  readonly secretFault: HeaderSecretFault | null;
}

/** The next step, and the crawl as it is then: levels may have closed. */
export type Decided =
  | {
      readonly state: CrawlState;
      readonly decision: Extract<Decision, { type: 'crawl' }>;
      readonly chosen: Prospect;
      readonly options: PlanOptions;
    }
  | { readonly state: CrawlState; readonly decision: Exclude<Decision, { type: 'crawl' | 'close-level' }> };

/** Decides the next step; closes levels on the way, as often as one ends without leaving anything to crawl. */
export async function decideWave(before: CrawlState, options: DecideOptions): Promise<Decided> {
  let state = before;
  if (before.execution.wave === 0) {
    state = reduce(state, await openCrawl(state, options.workflow));
    state = reduce(state, await openSitemaps(state, options.workflow));
  }
  const hours = new VisitHours(options.workflow.politeness.window);
  const opensAt = hours.opensAt(options.now);
  for (;;) {
    const deadlineAt = deadlineOf(state.execution, options);
    const means = meansLeft(state, { ...options, deadlineAt });
    const plan: PlanOptions = {
      now: options.now,
      workflow: options.workflow,
      memory: memoryOf(options),
      workersAtOnce: options.workersAtOnce,
      means: means.possible ? means : LEAST_MEANS,
      deadlineAt,
    };
    const chosen = await prospect(state, plan);
    const { selection } = chosen;
    const decision = decideStep({
      desired: state.execution.desired,
      withdrawn: options.withdrawn,
      secretRefused: options.secretFault?.reason ?? null,
      noProgress: state.head.noProgress,
      depthFirst: options.workflow.order === 'depth-first',
      ready: selection.take.length + selection.listTasks,
      pending: state.head.counts.pending + unreadSitemaps(state),
      anyPage: anyPage(state.head.counts),
      // What was deferred a moment ago waits for pages, not for another merge.
      candidates: state.deferring ? 0 : waitingRuns(state.head),
      waitUntil: selection.waitUntil,
      waitCause: selection.waitCause,
      parkedUntil: selection.parkedUntil,
      parkedCause: selection.parkedCause,
      closedUntil: opensAt > options.now ? opensAt : null,
      closedCause: hours.cause,
      heldBy: chosen.heldBy,
      exhausted: means.possible ? null : means.limit,
      deadlineAt,
    });
    if (decision.type === 'close-level') state = reduce(state, await closeLevel(state, options.workflow));
    else if (decision.type === 'crawl') return { state, decision, chosen, options: plan };
    else {
      const ends = decision.type === 'end';
      return { state: ends ? reduce(state, await settleLosers(state, false)) : state, decision };
    }
  }
}

const anyPage = ({ stored, notModified, duplicate }: Counts): boolean => stored + notModified + duplicate > 0;

/** Extraction has a thread with its own heap, which the small workers have no room for. */
function memoryOf({ workflow, memory }: DecideOptions): WorkerMemory {
  return workflow.selection === null ? memory : { ...memory, fewHostsMb: memory.manyHostsMb };
}

/** Enough to see whether anything is pending, when a limit allows no wave. */
const LEAST_MEANS: WaveMeans & { possible: true } = {
  possible: true,
  units: 1,
  tasks: 1,
  unitMs: 1_000,
  bytesShare: null,
  serial: true,
};

/** When `limits.seconds` is used up: running time counts, pauses do not. */
function deadlineOf(execution: Execution, options: DecideOptions): number | null {
  const { seconds } = options.workflow.limits;
  if (seconds === null) return null;
  const since = execution.runningSince ?? options.now;
  return since + seconds * 1_000 - (execution.ranMs - execution.secondsBaseMs);
}

function meansLeft(state: CrawlState, options: DecideOptions & { deadlineAt: number | null }): WaveMeans {
  const { limits, parallelism, hostsPerWorker, unitSeconds } = options.workflow;
  const spent = costOf(state.head.usage, LIST_PRICES).total + state.head.lostUsd;
  return waveMeans(
    {
      bytes: limits.totalBytes === null ? null : limits.totalBytes - state.head.bytes,
      usd: limits.budgetUsd === null ? null : limits.budgetUsd - spent,
      ms: options.deadlineAt === null ? null : options.deadlineAt - options.now,
    },
    {
      parallelism,
      hostsPerWorker,
      pageBytes: limits.pageBytes,
      memory: memoryOf(options),
      unitMs: unitSeconds * 1_000,
      sitemaps: unreadSitemaps(state),
      hasBase: state.head.base !== undefined,
      secrets: secretHeaders(options.workflow).length,
      mostTasks: Math.min(WAVE_TASKS, Math.max(1, state.head.counts.pending + unreadSitemaps(state))),
    },
    LIST_PRICES,
  );
}
