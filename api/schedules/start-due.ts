import { startCheck } from '#api/http/admission/start-check.ts';
import { type StartWorkflowPorts, startWorkflow } from '#api/http/admission/start-workflow.ts';
import type { ApiPorts, Defaults } from '#api/http/api-ports.ts';
import { sha256Hex } from '#core/bytes/digest.ts';
import { codeOf, nullOn, SurfError } from '#core/error.ts';
import { type Execution, hasEnded } from '#core/execution/execution.ts';
import type { Caller } from '#core/identity/caller.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { dueTimes, type MissedTimes } from '#core/schedule/due-times.ts';
import type { LastTime, MissedOfSchedule, ScheduleRow } from '#core/schedule/schedule.ts';
import type { ScheduleStore } from '#core/schedule/schedule-store.ts';
import { timetableOf } from '#core/schedule/timetable.ts';
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
   * Deals with every time that has come. A queued time comes before a due one: where every look
   * finds a due time, it would wait for ever. The due times came while the queued one waited, so
   * they are done with it.
   */
  async look(): Promise<ExecutionId | null> {
    const { schedule, queued } = this.#row;
    if (!schedule.enabled) return null;
    const due = this.#due();
    if (queued !== null && (await this.#before()) === null)
      return await this.#start({ ...due, at: queued, behind: null });
    const { at } = due;
    if (at === null) return due.missed === null ? null : await this.#noteMissed(due);
    if (queued !== null)
      return await this.#note('skipped', due, 'another time waits for the previous execution already');
    const before = await this.#before();
    if (before === null) return await this.#start({ ...due, at });
    if (schedule.overlap === 'skip')
      return await this.#note('skipped', due, `execution ${before.id} still runs`, before.id);
    if (schedule.overlap === 'stop-previous') await this.#stop(before);
    await this.#save({ doneUntil: due.until, queued: at, ...this.#missed(due, null) });
    return null;
  }

  /** The times that have come; with catch-up, the missed ones are due as one. */
  #due(): Due {
    const { schedule, doneUntil, createdAt } = this.#row;
    const { missed, due } = dueTimes(timetableOf(schedule, createdAt), {
      doneUntil,
      now: this.#now,
      delayMs: (at) => this.#delay(at),
      mostDelayMs: schedule.jitterSeconds * 1_000,
    });
    const [at, behind] = schedule.catchUp === 'one' && missed !== null ? [missed.from, ...due] : due;
    return { at: at ?? null, behind: behind ?? null, until: due.at(-1) ?? missed?.until ?? doneUntil, missed };
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

  /** Starts one time. Of those behind it, which came while nothing looked, `queue` keeps one. */
  async #start(due: Due & { readonly at: number }): Promise<ExecutionId | null> {
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
      queued: this.#row.schedule.overlap === 'queue' ? due.behind : null,
      last: { scheduledAt: due.at, outcome: 'started', execution: id, why: null },
      ...this.#missed(due, id),
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

  /** Marks the times as done without a start. */
  async #note(
    outcome: LastTime['outcome'],
    due: Due,
    why: string,
    execution: ExecutionId | null = this.#lastExecution(),
  ): Promise<null> {
    const isQueued = due.at !== null && due.at === this.#row.queued;
    const scheduledAt = isQueued ? due.at : due.until;
    const last = { scheduledAt, outcome, execution, why: why.slice(0, MOST_TEXT) };
    const queued = outcome === 'failed' || isQueued ? { queued: null } : {};
    await this.#save({ doneUntil: due.until, ...queued, last, ...this.#missed(due, null) });
    return null;
  }

  #noteMissed(due: Due): Promise<null> {
    return this.#note('missed', due, 'nobody looked at the schedules then');
  }

  /**
   * What changes about the missed times. A queued time can replace them.
   * @param execution that starts
   */
  #missed({ missed, at }: Due, execution: ExecutionId | null): { missed: MissedOfSchedule } | undefined {
    const there = this.#row.missed;
    if (missed !== null) return { missed: { ...missed, execution: at === missed.from ? execution : null } };
    return there !== null && there.from === at ? { missed: { ...there, execution } } : undefined;
  }

  /** The last execution, kept so that the next check still knows the running one. */
  readonly #lastExecution = (): ExecutionId | null => this.#row.last?.execution ?? null;

  /**
   * Saves the row. A conflict means that another process handled the time, or the owner changed the
   * schedule.
   */
  async #save(change: Partial<Pick<ScheduleRow, 'doneUntil' | 'queued' | 'last' | 'missed'>>): Promise<void> {
    await this.#ports.schedules.save({ ...this.#row, ...change, version: this.#row.version + 1 });
  }
}

const notCrawledYet = ({ name }: WorkflowHead): SurfError =>
  new SurfError('STATE_CONFLICT', `workflow ${name} has no execution yet whose links could be checked`);

interface Due {
  /** The time that can start an execution; null: none is due. */
  readonly at: number | null;
  /** The due time after `at`; null: there is none. */
  readonly behind: number | null;
  /** All times up to this one are done with it. */
  readonly until: number;
  readonly missed: MissedTimes | null;
}
