import { SurfError } from '#core/error.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import {
  type Execution,
  exemptionsOf,
  isOver,
  type LimitsOverride,
  type RunSettings,
} from '#core/execution/execution.ts';
import { NO_COUNTS } from '#core/frontier/ledger.ts';
import type { Clock, RandomId } from '#core/model/clock.ts';
import type { ExecutionId, WorkflowId } from '#core/model/ids.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import { GRACE_MS } from '#engine/advance/lease.ts';
import { tickBefore } from '#engine/collection/tick-before.ts';

export interface StartPorts {
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly random: RandomId;
}

export const newExecutionId = (ports: Pick<StartPorts, 'clock' | 'random'>): ExecutionId =>
  `x${timeOrdered(ports)}` as ExecutionId;

export const newWorkflowId = (ports: Pick<StartPorts, 'clock' | 'random'>): WorkflowId =>
  `w${timeOrdered(ports)}` as WorkflowId;

/** Saves the definition as version 1 of a new workflow. */
export async function createWorkflow(ports: StartPorts, definition: Workflow): Promise<WorkflowId> {
  const id = newWorkflowId(ports);
  await ports.catalog.saveWorkflow({ v: 1, id, version: 1, createdAt: ports.clock.now(), definition });
  return id;
}

export interface StartOptions {
  readonly workflow: Workflow;
  readonly settings: RunSettings;
  /** A saved workflow; else the definition becomes a new one. */
  readonly of?: { readonly id: WorkflowId; readonly version: number };
  /**
   * An ended execution: its pages are requested only if they have changed.
   * @default none; with a revisit policy the execution of the workflow that ended last
   */
  readonly base?: ExecutionId;
  /** True: the tick of a collection requests every page. @default false: those that are due */
  readonly full?: boolean;
  /** @default the person at this machine */
  readonly owner?: string;
  /** Overrides of the workflow's limits: bounds of the owner's role. @default nothing */
  readonly limits?: LimitsOverride;
  /** Workers at once, fewer than the workflow says. @default as many as it says */
  readonly parallelism?: number;
  /** Most executions of the owner at once. @default any number */
  readonly atOnce?: number;
  /** Days from its end to its deletion, where the workflow says none. @default it stays */
  readonly retentionDays?: number | null;
  /** The settings are those that the deployment gives to everybody. @default false */
  readonly openedByDeployment?: boolean;
  /**
   * ID that was assigned before: a start that is repeated makes one execution.
   * @default a new one
   */
  readonly id?: ExecutionId;
}

/**
 * Creates the execution's row. Nothing runs yet: the caller starts run 1. If it does not, the
 * watchdog does, once the deadline has passed.
 *
 * @throws SurfError EXECUTION_NOT_FOUND, BASE_NOT_ENDED of the base
 */
export async function startExecution(ports: StartPorts, start: StartOptions): Promise<Execution> {
  if (start.base !== undefined) await checkBase(ports, start.base);
  const isNextTick = collects(start) && start.base === undefined;
  const base = isNextTick ? await tickBefore(ports.catalog, start) : start.base;
  const of = start.of ?? { id: await createWorkflow(ports, start.workflow), version: 1 };
  const execution: Execution = {
    v: 1,
    id: start.id ?? newExecutionId(ports),
    workflowId: of.id,
    workflowVersion: of.version,
    name: start.workflow.name,
    ...(base !== undefined && { base }),
    ...startedWith(start),
    ...notYetRun(ports.clock.now()),
  };
  await ports.catalog.createExecution(execution);
  await tellCreated(ports, execution, start.workflow);
  return execution;
}

const collects = ({ workflow }: StartOptions): boolean => workflow.revisit.policy !== 'off';

/** The part of the row that the caller decides. */
const startedWith = (start: StartOptions) => {
  const { workflow, owner, settings, full, atOnce, openedByDeployment, parallelism } = start;
  const retentionDays = workflow.retentionDays ?? start.retentionDays ?? null;
  return {
    settings,
    limits: start.limits ?? {},
    ...(owner !== undefined && { owner }),
    ...(collects(start) && full === true && { full: true as const }),
    ...(retentionDays !== null && { retentionDays }),
    ...(atOnce !== undefined && { atOnce }),
    ...(openedByDeployment === true && { openedByDeployment: true as const }),
    ...(workflow.politeness.robots === 'ignore' && { ignoresRobots: true as const }),
    ...(parallelism !== undefined && { parallelism }),
  };
};

/** The part of the row that no run has changed yet. */
const notYetRun = (now: number) =>
  ({
    createdAt: now,
    status: 'queued',
    reason: null,
    desired: 'run',
    run: 0,
    lastRun: 1,
    wave: 0,
    plannedBy: 0,
    answer: null,
    frontier: null,
    plan: null,
    manifest: null,
    projected: 0,
    deadlineAt: now + GRACE_MS,
    dueAt: now + GRACE_MS,
    ranMs: 0,
    secondsBaseMs: 0,
    runningSince: null,
    startedAt: null,
    endedAt: null,
    counts: NO_COUNTS,
    bytes: 0,
    costUsd: 0,
  }) as const;

/** Writes the first event of an execution, once: also where the start that made the row failed. */
export const tellCreated = (
  { catalog }: Pick<StartPorts, 'catalog'>,
  row: Execution,
  workflow: Workflow,
): Promise<void> =>
  catalog.addEvents(row.id, [{ once: 'created', at: row.createdAt, type: 'created', text: textOf(workflow, row) }]);

/** Checks the base, which may have ended any way. A paused one has not: it continues. */
async function checkBase(ports: StartPorts, base: ExecutionId): Promise<void> {
  const row = await ports.catalog.execution(base);
  if (isOver(row)) return;
  throw new SurfError('BASE_NOT_ENDED', `execution ${base} is ${row.status}: it cannot be a base yet`, {
    remedy: 'wait for its end, or stop it',
  });
}

/** Names sort by the time they were made. */
function timeOrdered(ports: Pick<StartPorts, 'clock' | 'random'>): string {
  return ports.clock.now().toString(36).padStart(9, '0') + ports.random().slice(0, 10);
}

/** The text of the start event, with every rule that the start exempts. */
function textOf(workflow: Workflow, row: Execution): string {
  const { base, full } = row;
  const exempt = exemptionsOf(row).map((name) => `, ${name}`);
  const { length } = workflow.seeds;
  const of = `workflow ${row.workflowId} version ${row.workflowVersion}: ${length} seed${length === 1 ? '' : 's'}`;
  return `${of}${exempt.join('')}${base === undefined ? '' : `, base ${base}`}${full === true ? ', every page is due' : ''}`;
}
