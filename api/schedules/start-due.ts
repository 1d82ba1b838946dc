import { startCheck } from '#api/http/admission/start-check.ts';
import { type StartWorkflowPorts, startWorkflow } from '#api/http/admission/start-workflow.ts';
import type { ApiPorts, Defaults } from '#api/http/api-ports.ts';
import { sha256Hex } from '#core/bytes/digest.ts';
import { codeOf, nullOn, SurfError } from '#core/error.ts';
import { type Execution, hasEnded } from '#core/execution/execution.ts';
import type { Caller } from '#core/identity/caller.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { LastTime, ScheduleRow } from '#core/schedule/schedule.ts';
import type { ScheduleStore } from '#core/schedule/schedule-store.ts';
import { type Timetable, timetableOf } from '#core/schedule/timetable.ts';
import type { WorkflowHead, WorkflowStore } from '#core/workflow/workflow-store.ts';
import { controlExecution } from '#engine/control/control-execution.ts';
import { newestExecution } from '#engine/start/newest-execution.ts';

export interface StartDuePorts extends StartWorkflowPorts {
  readonly archive: ApiPorts['archive'];
  readonly schedules: ScheduleStore;
  readonly workflows: WorkflowStore;
  /**
   * Returns the owner of a schedule with their current role and rights; null if the user is gone.
   */
  readonly callerOf: (owner: string) => Promise<Caller | null>;
  readonly defaults?: Defaults;
}

/** Result of one check of the schedules. */
export interface DueReport {
  readonly started: readonly ExecutionId[];
  /** Schedules that failed; the next check retries them. */
  readonly faults: readonly { readonly workflow: string; readonly name: string; readonly why: string }[];
}

/**
 * Age at which a scheduled time counts as missed, because nobody checked the schedules. Longer than
 * two checks of a deployment, which come every five minutes.
 */
export const MISSED_MS = 11 * 60_000;
const MOST_TEXT = 500;

/**
 * Starts every execution that is due. Each scheduled time starts at most one, however many
 * processes check at once and wherever they die: its id is derived from schedule and time, and the
 * time is marked as done after the start.
 */
export async function startDue(ports: StartDuePorts): Promise<DueReport> {
  const started: ExecutionId[] = [];
  const faults: { workflow: string; name: string; why: string }[] = [];
  for (const row of await ports.schedules.all()) {
    try {
      const execution = await new ScheduleLook(ports, row).look();
      if (execution !== null) started.push(execution);
    } catch (error) {
      faults.push({ workflow: row.workflow, name: row.name, why: String(error).slice(0, MOST_TEXT) });
    }
  }
  return { started, faults };
}

/** Id of the execution of a scheduled time; it sorts by that time. */
export const scheduledExecutionId = ({ workflow, name, createdAt }: ScheduleRow, at: number): ExecutionId =>
  `x${at.toString(36).padStart(9, '0')}${sha256Hex(`${workflow}/${name}/${createdAt}/${at}`).slice(0, 10)}` as ExecutionId;

/** The check of one schedule. */
class ScheduleLook {
  readonly #ports: StartDuePorts;
  readonly #row: ScheduleRow;
  readonly #now: number;

  constructor(ports: StartDuePorts, row: ScheduleRow) {
    this.#ports = ports;
    this.#row = row;
    this.#now = ports.clock.now();
  }

  /**
   * A queued time comes before a due one: where every look finds a due time, it would wait for
   * ever. The due time came while the queued one waited, so it is done with it.
   */
  async look(): Promise<ExecutionId | null> {
    const { schedule, queued, doneUntil, createdAt } = this.#row;
    if (!schedule.enabled) return null;
    const timetable = timetableOf(schedule, createdAt);
    const due = this.#due(timetable, doneUntil);
    if (queued !== null && (await this.#before()) === null)
      return await this.#start({ at: queued, until: due?.until ?? doneUntil, isMissed: false });
    if (due === null) return null;
    if (due.isMissed && schedule.catchUp === 'none')
      return await this.#note('missed', due, 'nobody looked at the schedules then');
    if (queued !== null) return await this.#note('skipped', due, 'another time waits for the execution before already');
    const before = await this.#before();
    if (before === null) return await this.#start(due);
    if (schedule.overlap === 'skip')
      return await this.#note('skipped', due, `execution ${before.id} still runs`, before.id);
    if (schedule.overlap === 'stop-previous') await this.#stop(before);
    await this.#save({ doneUntil: due.until, queued: due.at });
    return null;
  }

  /**
   * Finds the first due time. If it is older than `MISSED_MS`, the schedule missed it, and Surf
   * counts it for all missed times.
   */
  #due(timetable: Timetable, doneUntil: number): Due | null {
    const first = timetable.next(doneUntil);
    if (first === null || first + this.#delay(first) > this.#now) return null;
    const edge = this.#now - MISSED_MS;
    return first >= edge ? { at: first, until: first, isMissed: false } : { at: first, until: edge, isMissed: true };
  }

  /** The jitter of one scheduled time, equal for every reader. */
  #delay(at: number): number {
    const { jitterSeconds } = this.#row.schedule;
    if (jitterSeconds === 0) return 0;
    const draw = Number.parseInt(scheduledExecutionId(this.#row, at).slice(-8), 16) / 0x1_0000_0000;
    return Math.floor(draw * jitterSeconds * 1_000);
  }

  /** The execution that this schedule started last, if it has not ended. */
  async #before(): Promise<Execution | null> {
    const { last } = this.#row;
    if (last === null || last.execution === null) return null;
    const row = await nullOn('EXECUTION_NOT_FOUND', this.#ports.catalog.execution(last.execution));
    return row === null || hasEnded(row.status) || row.status === 'deleting' ? null : row;
  }

  async #stop({ id }: Execution): Promise<void> {
    const { row, changed } = await controlExecution(this.#ports, id, { type: 'stop' });
    if (changed) await this.#ports.runner.start(id, row.lastRun);
  }

  async #start(due: Due): Promise<ExecutionId | null> {
    const { workflows } = this.#ports;
    const { workflow, owner } = this.#row;
    const [head, caller] = [await workflows.head(workflow), await this.#ports.callerOf(owner)];
    if (head === null) return await this.#note('failed', due, 'its workflow is gone');
    if (caller === null) return await this.#note('failed', due, `user ${owner} is gone`);
    const id = scheduledExecutionId(this.#row, due.at);
    try {
      await this.#startAs(id, { head, caller });
    } catch (error) {
      if (codeOf(error) === undefined || (error as SurfError).code.startsWith('STORE_')) throw error; // the next look tries it
      const isCheck = this.#row.schedule.checkDays !== null;
      const outcome = isCheck && codeOf(error) === 'STATE_CONFLICT' ? 'skipped' : 'failed'; // no link is due
      return await this.#note(outcome, due, (error as SurfError).message);
    }
    await this.#save({
      doneUntil: due.until,
      queued: null,
      last: { scheduledAt: due.at, outcome: 'started', execution: id, why: null },
    });
    return id;
  }

  async #startAs(id: ExecutionId, { head, caller }: { head: WorkflowHead; caller: Caller }): Promise<void> {
    const { checkDays: days } = this.#row.schedule;
    const { defaults } = this.#ports;
    if (days === null) {
      await startWorkflow(this.#ports, defaults, { caller, head, idFor: async () => id });
      return;
    }
    const of = await newestExecution(this.#ports.catalog, { workflows: [head.id], owner: caller.user });
    if (of === null) throw notCrawledYet(head);
    await startCheck(this.#ports, defaults, { caller, of, days, id });
  }

  /** Marks a time as done without a start. */
  async #note(
    outcome: LastTime['outcome'],
    due: Due,
    why: string,
    execution: ExecutionId | null = this.#lastExecution(),
  ): Promise<null> {
    const isQueued = due.at === this.#row.queued;
    const last = { scheduledAt: due.at, outcome, execution, why: why.slice(0, MOST_TEXT) };
    await this.#save({ doneUntil: due.until, ...((outcome === 'failed' || isQueued) && { queued: null }), last });
    return null;
  }

  /** The last execution, kept so that the next check still knows the running one. */
  readonly #lastExecution = (): ExecutionId | null => this.#row.last?.execution ?? null;

  /**
   * Saves the row. A conflict means that another process handled the time, or the owner changed the
   * schedule.
   */
  async #save(change: Partial<Pick<ScheduleRow, 'doneUntil' | 'queued' | 'last'>>): Promise<void> {
    await this.#ports.schedules.save({ ...this.#row, ...change, version: this.#row.version + 1 });
  }
}

const notCrawledYet = ({ name }: WorkflowHead): SurfError =>
  new SurfError('STATE_CONFLICT', `workflow ${name} has no execution yet whose links could be checked`);

interface Due {
  /** The scheduled time. */
  readonly at: number;
  /** All times up to this one are done with it. */
  readonly until: number;
  readonly isMissed: boolean;
}
