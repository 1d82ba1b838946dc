import type { ApiPorts } from '#api/api-ports.ts';
import { SurfError } from '#core/error.ts';
import type { Execution, LimitsOverride } from '#core/execution/execution.ts';
import { type Caller, LOCAL_USER } from '#core/identity/caller.ts';
import type { RoleLimits } from '#core/identity/role-limits.ts';
import { checkParallelism, limitsWithin } from '#core/identity/within-role.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import type { Command } from '#engine/control-execution.ts';
import type { StartOptions } from '#engine/start-execution.ts';
import { goingOf, isHeld } from '#engine/start-queued.ts';

/** What an execution gets that this caller starts. @throws SurfError ROLE_LIMIT */
export function boundsOf({ role, limits }: Caller, workflow: Workflow): Pick<StartOptions, 'limits' | 'atOnce'> {
  if (limits === undefined) return {};
  checkParallelism(workflow.parallelism, { role, limits });
  const { executionsAtOnce: atOnce } = limits;
  return { limits: limitsWithin(workflow.limits, { role, limits }), ...(atOnce !== null && { atOnce }) };
}

/** The command as far as the role goes along with it. @throws SurfError ROLE_LIMIT, EXECUTIONS_AT_ONCE */
export async function admitCommand(
  ports: Pick<ApiPorts, 'catalog'>,
  { role, limits }: Caller,
  { row, command }: { readonly row: Execution; readonly command: Command },
): Promise<Command> {
  if (limits === undefined || (command.type !== 'continue' && command.type !== 'resume')) return command;
  if (limits.executionsAtOnce !== null) {
    const going = await goingOf(ports, row.owner ?? LOCAL_USER);
    const others = going.filter((other) => other.id !== row.id && !isHeld(other, going));
    const most = limits.executionsAtOnce;
    if (isHeld(row, going) || (row.status !== 'queued' && others.length >= most))
      throw tooMany('executionsAtOnce', limits.executionsAtOnce);
  }
  if (command.type === 'resume') return command;
  const lowered: LimitsOverride = limitsWithin(command.limits, { role, limits });
  return { ...command, limits: { ...command.limits, ...lowered } };
}

/** Is there room for one more that waits? @throws SurfError EXECUTIONS_AT_ONCE */
export async function admitStart(ports: Pick<ApiPorts, 'catalog'>, { user, limits }: Caller): Promise<void> {
  if (limits === undefined) return;
  const { executionsAtOnce, executionsQueued } = limits;
  if (executionsAtOnce === null || executionsQueued === null) return;
  const going = await goingOf(ports, user);
  if (going.length >= executionsAtOnce + executionsQueued) throw tooMany('executionsQueued', executionsQueued);
}

/** May the first run of a new execution begin at once? The others are started as their turn comes. */
export const mayBegin = async (ports: Pick<ApiPorts, 'catalog'>, row: Execution): Promise<boolean> =>
  row.atOnce === undefined || !isHeld(row, await goingOf(ports, row.owner ?? LOCAL_USER));

const tooMany = (name: keyof RoleLimits, most: number): SurfError =>
  new SurfError('EXECUTIONS_AT_ONCE', `your role may have ${most} executions (${name}), and you have them`, {
    remedy: 'wait until one of them has ended, or stop one',
    retryable: true,
  });
