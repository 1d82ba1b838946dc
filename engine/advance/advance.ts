import { damagedObject, isParseError, parseFault } from '#core/archive/damaged-object.ts';
import { executionPrefix } from '#core/archive/object-keys.ts';
import { correctionUnits, packUnits } from '#core/archive/task-packs.ts';
import { WORKER_MEMORY } from '#core/cost/lambda.ts';
import { costOf, LIST_PRICES, type Prices } from '#core/cost/prices.ts';
import { firstRunTransitions, MAX_INLINE_UNITS, runTransitions } from '#core/cost/transitions.ts';
import { NO_USAGE, type Usage } from '#core/cost/usage.ts';
import { nullOn } from '#core/error.ts';
import type { Commit } from '#core/execution/catalog.ts';
import {
  deletedAt,
  type Execution,
  type Exemption,
  exemptionsOf,
  hasEnded,
  type Step,
  uncommittedOf,
} from '#core/execution/execution.ts';
import { withdrawnRight } from '#core/identity/owner-rights.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { LOCAL_USER } from '#core/model/local-user.ts';
import { usedPlugins } from '#core/plugin/known-plugins.ts';
import { mostPageUsage } from '#core/plugin/plugin-usage.ts';
import type { HeaderSecretFault } from '#core/secrets/header-secret-fault.ts';
import { headerSecrets, secretCount } from '#core/secrets/header-secrets.ts';
import { limitsInForce } from '#core/workflow/limits-in-force.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import { closeWave, type RanWave, readWave } from '#engine/advance/closing/close-wave.ts';
import type { WaveChunks } from '#engine/advance/closing/read-chunks.ts';
import { settledUnits } from '#engine/advance/closing/settled-units.ts';
import { GRACE_MS, underLease } from '#engine/advance/lease.ts';
import type { PlanOptions } from '#engine/advance/planning/choose-tasks.ts';
import { type Decided, type DecideOptions, decideWave } from '#engine/advance/planning/decide-wave.ts';
import { type PlannedWave, planWave } from '#engine/advance/planning/plan-wave.ts';
import type { AdvancePorts, WaveBounds } from '#engine/advance/ports.ts';
import { project } from '#engine/advance/project.ts';
import { reportWork } from '#engine/advance/report-work.ts';
import { withBase } from '#engine/advance/with-base.ts';
import { writeHead, writeManifest, writeParts } from '#engine/advance/write-commit.ts';
import type { CrawlState } from '#engine/frontier/crawl-state.ts';
import { loadState } from '#engine/frontier/load-state.ts';
import { reduce } from '#engine/frontier/next-state.ts';
import { closeLevel, leaveLevel, openCrawl, openSitemaps } from '#engine/level/close-level.ts';

const SUPERSEDED: Step = { type: 'end', status: 'superseded', reason: null };
/** The execution is being deleted; `finish` removes it. */
const DELETING: Step = { type: 'end', status: 'stopped', reason: 'deleting' };

/**
 * Closes the wave that ran, decides what is next, plans it and commits with one conditional write
 * of the execution row (design.md §3).
 *
 * Any number of callers can call it at once, late, and again after a crash at any write. A call
 * that loses the commit reads again, and returns what was committed, or `superseded` if a later run
 * has acquired the execution. The objects of losers are garbage.
 *
 * @param run number of the calling run
 * @param crawled the wave that the run has seen crawled: an answer for this wave is out of date
 */
export async function advance(ports: AdvancePorts, id: ExecutionId, run: number, crawled = 0): Promise<Step> {
  for (;;) {
    const row = await ports.catalog.acquireRun(id, run);
    if (row === 'superseded') return SUPERSEDED;
    if (row.status === 'deleting') return DELETING;
    await ports.checkpoint?.('advance:acquired', `${run}`);
    const stored = row.plannedBy === run && (crawled === 0 || row.wave > crawled) ? row.answer : null;
    const answer =
      stored ??
      endOf(row, run) ??
      (await underLease(ports, row, () => advanceOnce(ports, row)).catch((error: unknown) => throwDamage(error, id)));
    if (answer === 'lost') continue;
    if (answer.type === 'end' && row.owner !== undefined) await releasePlace(ports, row.owner, id);
    await ports.checkpoint?.('projection:before', `${run}`);
    const isLeft = answer.type === 'crawl' && (await ports.projectLater?.(id, run)) === true;
    if (!isLeft) await project(ports, id);
    await ports.checkpoint?.('projection:after', `${run}`);
    return answer;
  }
}

/**
 * Gives the place of an execution that has ended back to its owner, before its rows are written. A
 * call that comes late gives nothing back: `resume` has taken the place for the run that follows.
 */
async function releasePlace({ catalog, owners }: AdvancePorts, owner: string, id: ExecutionId): Promise<void> {
  if (owners === undefined) return;
  const now = await nullOn('EXECUTION_NOT_FOUND', catalog.execution(id));
  if (now === null || hasEnded(now.status) || now.status === 'deleting') await owners.release(owner, id);
}

/** Reports our text that does not parse as a damaged object; `verify` names the object. */
function throwDamage(error: unknown, id: ExecutionId): never {
  if (!isParseError(error)) throw error;
  throw damagedObject(executionPrefix(id), parseFault(error), error);
}

/**
 * The answer for an execution that has ended and does not continue; null if it continues. A call
 * that reopens it takes a new run number, so the run that ended it gets the end, however often it
 * calls.
 */
function endOf(row: Execution, run: number): Step | null {
  const { status, desired, reason, plannedBy } = row;
  if (!hasEnded(status)) return null;
  const isOpen = desired === 'run' && (status === 'paused' || status === 'stopped' || status === 'limited');
  const opened = isOpen && plannedBy !== run;
  const stopsPaused = desired === 'stop' && status === 'paused';
  if (opened || stopsPaused) return null;
  return { type: 'end', status: status as 'succeeded' | 'limited' | 'paused' | 'stopped' | 'failed', reason };
}

/** One try: a rival's commit makes it `lost`. */
async function advanceOnce(ports: AdvancePorts, row: Execution): Promise<Step | 'lost'> {
  const [rows, { definition }] = await Promise.all([
    settledUnits(ports, row),
    ports.catalog.workflow(row.workflowId, row.workflowVersion),
  ]);
  const now = ports.clock.now();
  const workflow = workflowInForce(row, definition, ports.bounds);
  const { begun, ran } = await loadCrawl(ports, { row, definition, now });
  const based = row.base === undefined || row.wave > 0 ? begun : await withBase(ports, begun, definition);
  const closing = {
    now,
    patienceMs: workflow.politeness.patienceSeconds * 1_000,
    depthFirst: workflow.order === 'depth-first',
    rows,
    collects: workflow.revisit.policy !== 'off',
    walks: definition.order === 'sample',
  };
  const closed = ran === null ? null : await closeWave(based, ran, closing);
  const settled = closed === null ? based : reduce(based, closed.change);
  const secretFault = await secretFaultOf(ports, row, workflow);
  const state = reduce(settled, { head: { secretFault: secretFault ?? undefined }, used: ports.usage() });
  const options = { ...(await decideOptions(ports, { row, workflow, head: settled.head, now })), secretFault };
  const next = await nextStep(state, options, ports.listTasks);
  return commit(ports, { ...next, chunks: closed?.chunks ?? null, now });
}

/**
 * The workflow with the limits and the parallelism of the execution, within the deployment's
 * bounds.
 */
function workflowInForce(row: Execution, definition: Workflow, bounds: WaveBounds | undefined): Workflow {
  const limits = limitsInForce(definition, row.limits);
  return bounded({ ...definition, limits, parallelism: row.parallelism ?? definition.parallelism }, bounds);
}

/** Loads the frontier and the wave that ran; `ran` is null if the row has no plan. */
async function loadCrawl(
  ports: AdvancePorts,
  { row, definition, now }: { readonly row: Execution; readonly definition: Workflow; readonly now: number },
): Promise<{ readonly begun: CrawlState; readonly ran: RanWave | null }> {
  const stoodStillMs = ports.stoodStillMs?.(row) ?? 0;
  const running = hasEnded(row.status)
    ? { ...row, runningSince: now }
    : { ...row, runningSince: Math.min(now, (row.runningSince ?? now) + stoodStillMs) };
  const [loaded, ran] = await Promise.all([
    loadState(ports.archive, running, {
      random: ports.random,
      seeds: definition.seeds,
      barrenPages: definition.order === 'sample' ? null : definition.traps.barrenPages,
      packs: ports.packs === true,
    }),
    row.plan === null ? null : readWave(ports.archive, row, row.plan),
  ]);
  const begun = reduce(loaded, {
    head: {
      lostUsd: loaded.head.lostUsd + uncommittedOf(row).usd,
      ...(row.plan === null && { unstarted: 0 }), // it is resumed
      ...(row.answer?.type === 'end' && { wayFault: undefined }),
    },
  });
  return { begun, ran };
}

/** Everything besides the frontier on which the decision depends, read before each wave. */
async function decideOptions(
  ports: AdvancePorts,
  { row, workflow, head, now }: { row: Execution; workflow: Workflow; head: CrawlState['head']; now: number },
): Promise<Omit<DecideOptions, 'secretFault'>> {
  return {
    now,
    workflow,
    memory: ports.bounds?.memory ?? WORKER_MEMORY,
    workersAtOnce: ports.workersAtOnce ?? workflow.parallelism,
    paidByTime: ports.bounds !== undefined,
    prices: pricesOf(ports),
    pageCalls: mostPageUsage(usedPlugins(workflow, ports.plugins ?? [])),
    withdrawn: await withdrawnFrom(ports, row),
    storageLeft: await storageLeft(ports, row, head),
    ...(ports.small !== undefined && { small: ports.small }),
  };
}

/** The decided step, with the frontier on which it was decided. */
interface NextStep {
  readonly state: CrawlState;
  readonly decided: Exclude<Decided, { decision: { type: 'close-level' } }>;
}

/**
 * Opens the crawl before its first wave; then decides, and closes levels as often as one ends
 * without leaving anything to crawl.
 */
async function nextStep(before: CrawlState, options: DecideOptions, listTasks?: number): Promise<NextStep> {
  const { workflow } = options;
  let state = before;
  if (state.execution.wave === 0) {
    state = reduce(state, await openCrawl(state, workflow));
    state = reduce(state, await openSitemaps(state, workflow));
  }
  for (;;) {
    const decided = await decideWave(state, options);
    const { type } = decided.decision;
    if (type === 'close-level') state = reduce(state, await closeLevel(state, workflow, listTasks));
    else return { state: type === 'end' ? reduce(state, await leaveLevel(state)) : state, decided };
  }
}

/** The right that the crawl uses and its owner has lost; null: none. */
async function withdrawnFrom({ owners }: AdvancePorts, row: Execution): Promise<Exemption | null> {
  if (row.owner === undefined || owners === undefined || exemptionsOf(row).length === 0) return null;
  return withdrawnRight(row, await owners.rights(row.owner));
}

/**
 * Storage that the owner's quotas leave, minus what the closed wave archived; null without a quota,
 * or if an older Surf began the execution.
 */
async function storageLeft(
  { owners }: AdvancePorts,
  { owner, storedBytes: counted = 0 }: Execution,
  { storedBytes }: CrawlState['head'],
): Promise<number | null> {
  if (owner === undefined || owners === undefined || storedBytes === undefined) return null;
  const left = await owners.storageLeft(owner);
  return left === null ? null : left - (storedBytes - counted);
}

/**
 * The fault of a header whose secret cannot be used; null: none. It drops the values: each worker
 * reads them itself.
 */
async function secretFaultOf(
  { secrets }: AdvancePorts,
  row: Execution,
  workflow: Workflow,
): Promise<HeaderSecretFault | null> {
  if (secrets === undefined || secretCount(workflow) === 0) return null;
  const found = await headerSecrets(secrets, row.owner ?? LOCAL_USER, workflow);
  return found.ok ? null : found.fault;
}

/** Lowers parallelism and unit time to the bounds of the deployment. */
function bounded(workflow: Workflow, bounds: WaveBounds | undefined): Workflow {
  if (bounds === undefined) return workflow;
  return {
    ...workflow,
    parallelism: Math.min(workflow.parallelism, bounds.units),
    unitSeconds: Math.min(workflow.unitSeconds, bounds.unitSeconds),
  };
}

const pricesOf = ({ prices = LIST_PRICES }: AdvancePorts): Prices => prices;

/** Plans the decided step, writes frontier and manifest, and commits. */
async function commit(
  ports: AdvancePorts,
  { state: before, decided, chunks, now }: NextStep & { chunks: WaveChunks | null; now: number },
): Promise<Step | 'lost'> {
  const row = before.execution;
  await ports.checkpoint?.('advance:objects', `${row.run}`);
  const planned =
    decided.decision.type === 'crawl' && 'chosen' in decided
      ? await planWave(before, decided.chosen, await withRunner(ports, decided.options))
      : null;
  if (planned?.plan.units.length === 0) {
    throw damagedObject(`${executionPrefix(row.id)}levels/`, 'its lists have fewer tasks than the frontier counts');
  }
  const step = stepOf(row, decided, planned);
  const left = planned === null ? before : reduce(before, planned.change);
  const { corrections, change: written } = await writeParts(left);
  const measured = reduce(left, { ...written, used: ports.usage() });
  const state = reduce(measured, { used: usageAfterwards(measured, step, ports) });
  const [frontier, manifest] = await Promise.all([
    writeHead(state),
    writeManifest(state, { chunks, corrections, now, step }),
  ]);
  await state.seal();
  await ports.checkpoint?.('advance:commit:before', `${row.run}`);
  const made = { step, planned, frontier, manifest, now, committedAt: ports.clock.now(), prices: pricesOf(ports) };
  const change = commitOf(state, made);
  const { wave, run, desired, status } = row;
  const answer = await ports.catalog.commit(row.id, { wave, run, desired, status }, change);
  await ports.checkpoint?.('advance:commit:after', `${row.run}`);
  if (answer !== 'committed') return 'lost';
  ports.committed?.(row, change);
  await reportWork(ports, { row, change, now });
  return step;
}

/** Adds the current blocklist of the deployment, and the hooks of the program. */
async function withRunner({ blocklist, hooks }: AdvancePorts, options: PlanOptions): Promise<PlanOptions> {
  return {
    ...options,
    ...(blocklist !== undefined && { blocklist: await blocklist() }),
    ...(hooks !== undefined && { hooks }),
  };
}

/**
 * Frontier head and manifest, or one pack; commit, cursor and event; at the end the published list
 * and a look at what is there.
 */
const CLOSING_PUTS = 2;
const CLOSING_WRITE_UNITS = 11;
const FINISHING_PUTS = 2;
/** Workflow, execution and first event, which are written before the first advance. */
const STARTING_WRITE_UNITS = 12;

/**
 * Usage that the run still causes after this commit. Surf charges it in advance, so that a crash
 * loses none of it.
 */
function usageAfterwards(
  state: Pick<CrawlState, 'corrections' | 'execution' | 'rows'>,
  step: Step,
  { packs = false, isFirst = false }: Pick<AdvancePorts, 'packs' | 'isFirst'>,
): Usage {
  const { wave } = state.execution;
  const rows = packUnits({ wave, rows: state.rows.count, bytes: state.rows.bytes });
  const corrected = correctionUnits(wave, state.corrections.length);
  const starting = wave === 0 ? STARTING_WRITE_UNITS : 0;
  return {
    ...NO_USAGE,
    transitions: isFirst ? firstRunTransitions(step) : runTransitions(step),
    writeUnits: rows + corrected + CLOSING_WRITE_UNITS + starting,
    puts: (packs ? 1 : CLOSING_PUTS) + (step.type === 'end' ? FINISHING_PUTS : 0) + ticketPuts(step),
  };
}

/** A wave that is too large for an inline map writes its tickets as one object. */
const ticketPuts = (step: Step): number => (step.type === 'crawl' && step.units > MAX_INLINE_UNITS ? 1 : 0);

function stepOf(row: Execution, decided: Decided, planned: PlannedWave | null): Step {
  const { decision } = decided;
  if (decision.type === 'end') return { type: 'end', status: decision.status, reason: decision.reason };
  if (decision.type === 'wait') return { type: 'wait', until: decision.until, cause: decision.cause };
  const { object = '', plan } = planned ?? {};
  const { units = [], memoryMb = 0 } = plan ?? {};
  const isSmall = 'options' in decided && decided.options.small && units.length === 1;
  const step: Step = { type: 'crawl', wave: row.wave + 1, plan: object, units: units.length, memoryMb };
  return isSmall ? { ...step, small: true } : step;
}

function commitOf(
  state: CrawlState,
  made: {
    step: Step;
    planned: PlannedWave | null;
    frontier: string;
    manifest: string;
    /** Time of the decision, then of the write: planning takes minutes in a large crawl. */
    now: number;
    committedAt: number;
    prices: Prices;
  },
): Commit {
  const { execution: row, head } = state;
  const { step, now, committedAt } = made;
  const ends = step.type === 'end';
  const isOver = ends && step.status !== 'paused';
  const since = row.runningSince ?? now;
  const overAt = step.type === 'wait' ? step.until : committedAt + (made.planned?.plan.unitMs ?? 0);
  const dueAt = ends ? null : overAt + GRACE_MS;
  const goneDue = head.collection?.goneDue ?? 0;
  return {
    status: ends ? (step.status as Execution['status']) : step.type === 'wait' ? 'waiting' : 'running',
    reason: ends ? step.reason : null,
    wave: row.wave + 1,
    plannedBy: row.run,
    answer: step,
    frontier: made.frontier,
    plan: made.planned?.object ?? null,
    manifest: made.manifest,
    deadlineAt: isOver ? deletedAt(row, now) : dueAt,
    dueAt,
    ranMs: ends ? row.ranMs + (now - since) : row.ranMs,
    runningSince: ends ? null : since,
    startedAt: row.startedAt ?? now,
    endedAt: ends ? now : null,
    counts: head.counts,
    bytes: head.bytes,
    costUsd: costOf(head.usage, made.prices).total + head.lostUsd,
    ...(head.storedBytes !== undefined && { storedBytes: head.storedBytes }),
    ...(goneDue > 0 && { goneDue }),
  };
}
