import { SurfError } from '#core/error.ts';
import type { Catalog, Control } from '#core/execution/catalog.ts';
import type { Clock } from '#core/execution/clock.ts';
import type { Execution, ExecutionStatus, LimitsOverride } from '#core/execution/execution.ts';
import type { ExecutionId } from '#core/execution/ids.ts';
import { GRACE_MS } from '#engine/advance.ts';

/** What a user asks of an execution (semantics.md, "Commands"). */
export type Command =
  | { readonly type: 'resume' }
  | { readonly type: 'pause' }
  | { readonly type: 'stop' }
  /** New totals, not additions. Only limits may change. */
  | { readonly type: 'continue'; readonly limits: LimitsOverride };

export interface ControlPorts {
  readonly catalog: Catalog;
  readonly clock: Clock;
}

const GOING: readonly ExecutionStatus[] = ['queued', 'running', 'waiting'];

/** In which states a command is taken, and in which it is done already: then it changes nothing and is no error. */
const RULES: Record<Command['type'], { allowed: readonly ExecutionStatus[]; done: readonly ExecutionStatus[] }> = {
  resume: { allowed: [...GOING, 'paused'], done: [] },
  pause: { allowed: GOING, done: ['paused'] },
  stop: { allowed: [...GOING, 'paused'], done: ['stopped'] },
  continue: { allowed: ['limited', 'stopped'], done: [] },
};

/**
 * Writes what is desired, a deadline and the number of the next run in one step; the caller starts that run (`row.lastRun`).
 * `resume` of a running execution is for one whose process was killed: a run that is still alive is superseded.
 *
 * @throws SurfError STATE_CONFLICT naming the state, CONTINUE_BELOW_USED, EXECUTION_NOT_FOUND
 */
export async function controlExecution(
  ports: ControlPorts,
  id: ExecutionId,
  command: Command,
): Promise<{ row: Execution; changed: boolean }> {
  const before = await ports.catalog.execution(id);
  const rule = RULES[command.type];
  if (rule.done.includes(before.status)) return { row: before, changed: false };
  if (!rule.allowed.includes(before.status)) throw conflict(before, command);
  const answer = await ports.catalog.control(id, rule.allowed, controlOf(before, command, ports.clock.now()));
  if (!answer.done) throw conflict(answer.row, command);
  const { row } = answer;
  await ports.catalog.addEvents(id, [
    { once: `control-${row.lastRun}`, at: ports.clock.now(), type: 'control', text: describe(command) },
  ]);
  return { row, changed: true };
}

function controlOf(row: Execution, command: Command, now: number): Control {
  const deadlineAt = now + GRACE_MS;
  if (command.type === 'pause' || command.type === 'stop') return { desired: command.type, deadlineAt };
  if (command.type === 'resume') return { desired: 'run', deadlineAt };
  refuseBelowUsed(row, command.limits);
  const limits = { ...row.limits, ...command.limits };
  const seconds = command.limits.seconds === undefined ? {} : { secondsBaseMs: row.ranMs };
  return { desired: 'run', deadlineAt, limits, ...seconds };
}

/** A total below what is used already could not be met. */
function refuseBelowUsed(row: Execution, limits: LimitsOverride): void {
  const used = { pages: row.counts.stored + row.counts.notModified, totalBytes: row.bytes, budgetUsd: row.costUsd };
  for (const name of ['pages', 'totalBytes', 'budgetUsd'] as const) {
    const limit = limits[name];
    if (limit === undefined || limit === null || limit >= used[name]) continue;
    throw new SurfError(
      'CONTINUE_BELOW_USED',
      `${name} ${limit} is below the ${used[name]} that the execution has used already`,
      {
        remedy: `limits of continue are new totals: give at least ${used[name]}, or none`,
      },
    );
  }
}

function conflict(row: Execution, command: Command): SurfError {
  const remedy: Record<Command['type'], string> = {
    resume: 'resume opens a paused or killed execution; continue opens a limited or stopped one',
    pause: 'only an execution that runs can be paused',
    stop: 'only an execution that runs, waits or is paused can be stopped',
    continue: 'continue opens a limited or stopped execution; resume opens a paused or killed one',
  };
  return new SurfError('STATE_CONFLICT', `execution ${row.id} is ${row.status}: it cannot ${command.type}`, {
    remedy: remedy[command.type],
  });
}

function describe(command: Command): string {
  if (command.type !== 'continue') return command.type;
  const limits = Object.entries(command.limits).map(([name, value]) => `${name} ${value ?? 'none'}`);
  return limits.length === 0 ? 'continue' : `continue with ${limits.join(', ')}`;
}
