import type { Archive } from '#core/archive/archive.ts';
import { SurfError } from '#core/error.ts';
import type { Catalog, Control } from '#core/execution/catalog.ts';
import {
  type Execution,
  type ExecutionStatus,
  isBehind,
  isGivenUp,
  type LimitsOverride,
  uncommittedOf,
} from '#core/execution/execution.ts';
import type { Clock } from '#core/model/clock.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { GRACE_MS } from '#engine/advance/lease.ts';
import { checkResumeLimits } from '#engine/control/resume-limits.ts';

/** Command of a user to an execution (semantics.md, "Commands"). */
export type Command =
  /**
   * Takes a paused, limited, stopped or interrupted execution up. `limits` are new totals, not
   * additions; absent: as they are.
   */
  | { readonly type: 'resume'; readonly limits?: LimitsOverride }
  | { readonly type: 'pause' }
  | { readonly type: 'stop' }
  /** Writes the task rows and events of an ended execution again, from its log. */
  | { readonly type: 'rebuild' };

export interface ControlPorts {
  readonly catalog: Catalog;
  readonly archive: Archive;
  readonly clock: Clock;
}

const ACTIVE: readonly ExecutionStatus[] = ['queued', 'running', 'waiting'];

/**
 * States in which a command is taken, and those in which it is done already: then it changes
 * nothing and is not an error.
 */
const RULES: Record<Command['type'], { allowed: readonly ExecutionStatus[]; done: readonly ExecutionStatus[] }> = {
  resume: { allowed: [...ACTIVE, 'paused', 'limited', 'stopped', 'failed'], done: [] },
  pause: { allowed: ACTIVE, done: ['paused'] },
  stop: { allowed: [...ACTIVE, 'paused'], done: ['stopped'] },
  rebuild: { allowed: ['succeeded', 'limited', 'paused', 'stopped', 'failed'], done: [] },
};

/**
 * Writes what is desired, a deadline and the number of the next run in one step; the caller starts
 * that run (`row.lastRun`). `resume` of a running execution is for an interrupted one: a run that
 * is still alive is superseded.
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
  const isRebuild = command.type === 'rebuild';
  // Rows that are being written already are written whole.
  if (rule.done.includes(before.status) || (isRebuild && isBehind(before))) return { row: before, changed: false };
  if (!rule.allowed.includes(before.status) || (isLost(before) && !isRebuild)) throw conflict(before, command);
  if (command.type === 'resume') await checkResumeLimits(ports, before, command.limits ?? {});
  const allowed = rule.allowed.filter((status) => isActive(status) === isActive(before.status));
  const answer = await ports.catalog.control(id, allowed, controlOf(before, command, ports.clock.now()));
  if (!answer.done) throw conflict(answer.row, command);
  const { row } = answer;
  await ports.catalog.addEvents(id, [
    { once: `control-${row.lastRun}`, at: ports.clock.now(), type: 'control', text: describe(command) },
  ]);
  return { row, changed: true };
}

/** A failure that nothing can be added to: only a crawl that was given up keeps its frontier. */
const isLost = (row: Execution): boolean => row.status === 'failed' && !isGivenUp(row);

const isActive = (status: ExecutionStatus): boolean => ACTIVE.includes(status);

function controlOf(row: Execution, command: Command, now: number): Control {
  // One that is wanted to run would be opened again by the run that writes its rows.
  if (command.type === 'rebuild') return { projected: 0, desired: row.status === 'paused' ? 'pause' : 'stop' };
  const deadlineAt = now + GRACE_MS;
  const due = { deadlineAt, dueAt: deadlineAt };
  if (command.type !== 'resume') return { desired: command.type, ...due };
  const { wave, usd } = uncommittedOf(row);
  const opened = isActive(row.status)
    ? {}
    : ({
        status: 'running',
        endedAt: null,
        reason: null,
        ...(isGivenUp(row) && { uncommitted: { wave, attempts: 0, usd } }),
      } as const);
  const { limits } = command;
  if (limits === undefined) return { desired: 'run', ...due, ...opened };
  const seconds = limits.seconds === undefined ? {} : { secondsBaseMs: row.ranMs };
  return { desired: 'run', ...due, ...opened, limits: { ...row.limits, ...limits }, ...seconds };
}

const NOTHING_LEFT =
  'no URL of the execution is pending; surf crawl and surf run start a new one, with --base ID for what has changed';

function conflict(row: Execution, command: Command): SurfError {
  const remedy: Record<Command['type'], string> = {
    resume:
      'resume continues a paused, limited, stopped or interrupted execution, and one that failed with the reason ' +
      'advance; surf crawl and surf run start a new one',
    pause: 'only an execution that runs can be paused',
    stop: 'only an execution that runs, waits or is paused can be stopped',
    rebuild:
      'wait for its end, or pause it: a running execution writes its rows itself; if its process died, surf resume ' +
      'continues it',
  };
  return new SurfError('STATE_CONFLICT', `execution ${row.id} is ${row.status}: it cannot ${command.type}`, {
    remedy: command.type === 'resume' && row.status === 'succeeded' ? NOTHING_LEFT : remedy[command.type],
  });
}

function describe(command: Command): string {
  if (command.type !== 'resume') return command.type;
  const limits = Object.entries(command.limits ?? {}).map(([name, value]) => `${name} ${value ?? 'none'}`);
  return limits.length === 0 ? 'resume' : `resume with ${limits.join(', ')}`;
}
