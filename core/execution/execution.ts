import * as z from 'zod';
import { ExecutionId, WorkflowId } from '#core/model/ids.ts';
import { FailReason, SkipReason } from '#core/model/outcome.ts';
import { Limits } from '#core/workflow/limits.ts';

/** Limits in the order in which they are named when several bind (semantics.md, "Limits"). */
export const LIMIT_NAMES = [
  'budget',
  'seconds',
  'bytes',
  'storage',
  'pages',
  'pagesPerHost',
  'pagesPerLevel',
  'depth',
] as const;
export const LimitName = z.enum(LIMIT_NAMES);
export type LimitName = z.infer<typeof LimitName>;

export const ExecutionStatus = z.enum([
  'queued',
  'running',
  'waiting',
  'paused',
  'succeeded',
  'limited',
  'stopped',
  'failed',
  /** Everything of it is being deleted, its row last. */
  'deleting',
]);
export type ExecutionStatus = z.infer<typeof ExecutionStatus>;

/** The user's wish; read by `advance` and, every 5 s, by workers. */
export const Desired = z.enum(['run', 'pause', 'stop']);
export type Desired = z.infer<typeof Desired>;

/** Answer of `advance`: the state machine's Choice. */
export const Step = z.discriminatedUnion('type', [
  /** Map over the units of the committed plan. */
  z.object({
    type: z.literal('crawl'),
    wave: z.int(),
    plan: z.string(),
    units: z.int().positive(),
    memoryMb: z.int(),
    /**
     * The call that planned the wave has it crawled: the machine enters no state for it (ADR 54).
     */
    small: z.literal(true).exactOptional(),
  }),
  /** Nothing can be fetched before `until` (epoch ms); `cause` names the reason in words. */
  z.object({ type: z.literal('wait'), until: z.number(), cause: z.string() }),
  z.object({
    type: z.literal('end'),
    status: z.enum(['succeeded', 'limited', 'paused', 'stopped', 'failed', 'superseded']),
    reason: z.string().nullable(),
  }),
]);
export type Step = z.infer<typeof Step>;

const count = z.int().nonnegative();

/**
 * The ledger (promise 1): discovered = stored + notModified + kept + duplicate + redirected +
 * Σ skipped + Σ failed + pending. A candidate is discovered when its level is merged; a redirect
 * target when its wave is closed.
 */
export const Counts = z.object({
  discovered: count,
  stored: count,
  notModified: count,
  /** Known addresses of a collection that were not due. Absent: none. */
  kept: count.optional(),
  duplicate: count,
  redirected: count,
  skipped: z.partialRecord(SkipReason, count),
  failed: z.partialRecord(FailReason, count),
  pending: count,
});
export type Counts = z.infer<typeof Counts>;

/**
 * One level's share of the ledger. `planned` = tasks of the level that were ever put into a wave.
 */
export const LevelCounts = z.object({
  level: z.int().nonnegative(),
  discovered: count,
  planned: count,
  stored: count,
  notModified: count,
  /** Absent: none. */
  kept: count.optional(),
  duplicate: count,
  redirected: count,
  skipped: count,
  failed: count,
  pending: count,
});
export type LevelCounts = z.infer<typeof LevelCounts>;

/**
 * One `--connect-to`: connects to another address than the URL's
 * (core/fetch/address/connect-to.ts). Null matches all, or keeps the URL's.
 */
export const ConnectTo = z.object({
  host: z.string().nullable(),
  port: z.int().nullable(),
  toHost: z.string().nullable(),
  toPort: z.int().nullable(),
});
export type ConnectTo = z.infer<typeof ConnectTo>;

/** Settings of the run, never of the workflow, that need the right `allowPrivateNetwork`. */
export const RunSettings = z.object({
  allowPrivateNetwork: z.boolean(),
  connectTo: z.array(ConnectTo).max(100),
});
export type RunSettings = z.infer<typeof RunSettings>;

const { depth, pagesPerLevel, pages, pagesPerHost, pageBytes, totalBytes, seconds, budgetUsd } = Limits.shape;

/** Limits that `resume` changed; a field that is absent is as in the workflow. */
export const LimitsOverride = z.strictObject({
  depth: depth.unwrap().exactOptional(),
  pagesPerLevel: pagesPerLevel.unwrap().exactOptional(),
  pages: pages.unwrap().exactOptional(),
  pagesPerHost: pagesPerHost.unwrap().exactOptional(),
  pageBytes: pageBytes.unwrap().exactOptional(),
  totalBytes: totalBytes.unwrap().exactOptional(),
  seconds: seconds.unwrap().exactOptional(),
  budgetUsd: budgetUsd.unwrap().exactOptional(),
});
export type LimitsOverride = z.infer<typeof LimitsOverride>;

/** Most characters of an error that a row keeps. */
export const MOST_ERROR = 300;

/**
 * Work of calls of `advance` that did not commit: it counts only as long as the row names the wave
 * in which they began.
 */
export const UncommittedWork = z.object({
  wave: count,
  /** Calls that began. */
  attempts: count,
  /** Their cost so far, at list price: each call and each sign of life is charged in advance. */
  usd: z.number().nonnegative(),
  /**
   * First line of the error that the last failed call threw. Absent: no call threw an error. Lambda
   * ends a call that runs out of time or memory without one.
   */
  error: z.string().max(MOST_ERROR).exactOptional(),
});
export type UncommittedWork = z.infer<typeof UncommittedWork>;

/**
 * One run of a workflow version, from seeds to end. Changed by conditional writes of `Catalog`
 * only. The objects that `frontier`, `plan` and `manifest` name are immutable; this row says which
 * of them are true.
 */
export const Execution = z.object({
  v: z.literal(1),
  id: ExecutionId,
  workflowId: WorkflowId,
  workflowVersion: z.int().positive(),
  name: z.string(),
  /** User who started it; absent: the person at this machine. */
  owner: z.string().min(1).max(200).optional(),
  createdAt: z.number(),
  status: ExecutionStatus,
  /** The limit, failure or null. */
  reason: z.string().nullable(),
  desired: Desired,
  settings: RunSettings,
  /**
   * Most executions of the owner at once, by the owner's role at the start; absent: there is no
   * limit.
   */
  atOnce: z.int().positive().optional(),
  /** The deployment gives these settings to everybody, so the execution needs no right for them. */
  openedByDeployment: z.literal(true).optional(),
  /**
   * True if the workflow ignores robots.txt; every view of the execution shows it. Absent: false.
   */
  ignoresRobots: z.literal(true).optional(),
  /** The ended execution whose pages are requested only if they have changed; absent: none. */
  base: ExecutionId.optional(),
  /** Every page of the collection is due, and no budget holds. Absent: those that are due. */
  full: z.literal(true).optional(),
  /** Days from its end to its deletion, as its workflow says; absent: it stays. */
  retentionDays: z.int().positive().optional(),
  /** Limits changed by `resume`; kept beside the immutable version. */
  limits: LimitsOverride,
  /**
   * Workers at once, fewer than the workflow says: the bound of its owner's role. Absent: as many
   * as the workflow says.
   */
  parallelism: z.int().positive().optional(),
  /** The run that may write the row, and the highest number ever given to a run. */
  run: z.int().nonnegative(),
  lastRun: z.int().nonnegative(),
  /** The wave that was planned last; 0 = none yet. */
  wave: z.int().nonnegative(),
  /** The run that planned it, and the answer it got: for a retry of the same run. */
  plannedBy: z.int().nonnegative(),
  answer: Step.nullable(),
  /**
   * Object keys of the committed frontier and plan, and of the manifest of the previous wave; null
   * before the first commit.
   */
  frontier: z.string().nullable(),
  plan: z.string().nullable(),
  manifest: z.string().nullable(),
  /** Number of closed waves that are projected (task rows, events): behind if less than `wave`. */
  projected: z.int().nonnegative(),
  /**
   * Time when the watchdog starts the next run; for an ended execution, time of its deletion, or
   * null.
   */
  deadlineAt: z.number().nullable(),
  /**
   * Time by which the wave or wait of the last commit should be closed. Signs of life and the
   * watchdog move `deadlineAt`, but not this.
   */
  dueAt: z.number().nullable().optional(),
  /** Absent: every call of `advance` committed. */
  uncommitted: UncommittedWork.optional(),
  /** Milliseconds spent running before `runningSince`; pauses are not counted. */
  ranMs: z.number().nonnegative(),
  /** `ranMs` at the last `continue --seconds`; `limits.seconds` counts from here. */
  secondsBaseMs: z.number().nonnegative(),
  runningSince: z.number().nullable(),
  startedAt: z.number().nullable(),
  endedAt: z.number().nullable(),
  counts: Counts,
  /** Decoded bytes of pages, and list price in USD of the execution's own calls. */
  bytes: z.number().nonnegative(),
  costUsd: z.number().nonnegative(),
  /**
   * Bytes that its workers archived: pages, records, links, outcomes. Absent: an older Surf began
   * it, and counted none.
   */
  storedBytes: z.number().nonnegative().optional(),
  /**
   * Tombstones of its collection that were due: it requests them, and expects no page. Absent:
   * none.
   */
  goneDue: z.int().positive().optional(),
});
export type Execution = z.infer<typeof Execution>;

const DAY_MS = 86_400_000;

/** Time when an execution that ended at `endedAt` is to be deleted (epoch ms); null: it stays. */
export const deletedAt = ({ retentionDays }: Pick<Execution, 'retentionDays'>, endedAt: number): number | null =>
  retentionDays === undefined ? null : endedAt + retentionDays * DAY_MS;

/**
 * Time from which its retention is over (epoch ms); null: it stays, or it has not ended. A base is
 * kept longer, as long as another execution needs it.
 */
export const expiryOf = (row: Pick<Execution, 'status' | 'endedAt' | 'retentionDays'>): number | null =>
  isOver(row) && row.endedAt !== null ? deletedAt(row, row.endedAt) : null;

/** Numbers of the units of the wave that runs; none where nothing is crawled. */
export const plannedUnits = ({ answer }: Pick<Execution, 'answer'>): number[] =>
  answer?.type === 'crawl' ? Array.from({ length: answer.units }, (_, unit) => unit) : [];

/** Rules that do not hold for an execution: each needed the right of its name (S15). */
export const EXEMPTIONS = ['ignoreRobots', 'allowPrivateNetwork'] as const;
export type Exemption = (typeof EXEMPTIONS)[number];

/** Rules that an execution is exempt from; shown on everything of it. */
export function exemptionsOf({ ignoresRobots, settings }: Pick<Execution, 'ignoresRobots' | 'settings'>): Exemption[] {
  const privately = settings.allowPrivateNetwork || settings.connectTo.length > 0;
  return EXEMPTIONS.filter((name) => (name === 'ignoreRobots' ? ignoresRobots === true : privately));
}

/**
 * Number of the run that a control call or the watchdog starts. Step Functions starts each name
 * once, and the number after the last may be used up: each run begins the next without a note in
 * the row, and that one may have died before it acquired the execution.
 */
export const unusedRun = ({ run, lastRun }: Pick<Execution, 'run' | 'lastRun'>): number => Math.max(run, lastRun) + 2;

/** Work that did not commit since the wave was planned. */
export const uncommittedOf = ({ wave, uncommitted }: Pick<Execution, 'wave' | 'uncommitted'>): UncommittedWork =>
  uncommitted?.wave === wave ? uncommitted : { wave, attempts: 0, usd: 0 };

/** The error of the last failed call of `advance`, in words for a user. */
export const lastCallError = (row: Pick<Execution, 'wave' | 'uncommitted'>): string =>
  uncommittedOf(row).error ??
  'no call threw an error; Lambda ends a call without one when it runs out of time or memory';

/**
 * Was the execution given up with its wave open, because no call of `advance` could close it? Its
 * frontier and its plan are kept: `resume` continues from there.
 */
export const isGivenUp = (row: Pick<Execution, 'status' | 'wave' | 'uncommitted'>): boolean =>
  hasEnded(row.status) && row.uncommitted?.wave === row.wave;

/**
 * Ended, but not all of its closed waves are projected: its advance died after the commit. A
 * running one has a deadline anyway.
 */
export const isBehind = (row: Pick<Execution, 'status' | 'projected' | 'wave' | 'uncommitted'>): boolean =>
  hasEnded(row.status) && row.projected < (isGivenUp(row) ? row.wave - 1 : row.wave);

/** Does the watchdog have to look at it, because it is behind or past its deadline? */
export const isOverdue = (row: Execution, now: number): boolean =>
  isBehind(row) || (row.deadlineAt !== null && row.deadlineAt < now);

/**
 * Time since when the next thing of it is due (epoch ms): the rows of an ended one, else the wave
 * or wait of its last commit. Null: nothing is due.
 */
export function lateSince(row: Execution): number | null {
  if (isOver(row)) return isBehind(row) ? row.endedAt : null;
  return row.status === 'paused' ? null : (row.dueAt ?? row.deadlineAt);
}

/** True if it waits for its first run, or runs. */
export const isUnfinished = ({ status }: Pick<Execution, 'status'>): boolean =>
  status === 'queued' || status === 'running' || status === 'waiting';

/** True if only `resume` or `continue` can restart it. */
export const hasEnded = (status: ExecutionStatus): boolean => status === 'paused' || isOver({ status });

/** True if it has ended for another reason than a pause: its results are final unless resumed. */
export const isOver = ({ status }: Pick<Execution, 'status'>): boolean =>
  status === 'succeeded' || status === 'limited' || status === 'stopped' || status === 'failed';

/**
 * True if the execution has ended and no open wish would start it again: a pause counts only if
 * `desired` is `pause`.
 */
export const hasReachedDesiredState = ({ status, desired }: Pick<Execution, 'status' | 'desired'>): boolean =>
  hasEnded(status) && (status !== 'paused' || desired === 'pause');
