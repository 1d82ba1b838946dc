import { limitsWithinQuotas, quotasOf, usedBy } from '#api/http/admission/quotas.ts';
import type { ApiPorts } from '#api/http/api-ports.ts';
import { SurfError } from '#core/error.ts';
import { type Execution, exemptionsOf, type LimitsOverride } from '#core/execution/execution.ts';
import type { Caller } from '#core/identity/caller.ts';
import { ownerRights, withdrawnRight } from '#core/identity/owner-rights.ts';
import { limitsWithin, parallelismWithin } from '#core/identity/roles/clamp-to-role.ts';
import type { RoleLimits } from '#core/identity/roles/role-limits.ts';
import { LOCAL_USER } from '#core/model/local-user.ts';
import { limitsInForce } from '#core/workflow/limits-in-force.ts';
import { Workflow } from '#core/workflow/workflow.ts';
import type { Command } from '#engine/control/control-execution.ts';
import { type PlacePorts, takePlace } from '#engine/start/execution-places.ts';
import type { StartOptions } from '#engine/start/start-execution.ts';
import { activeExecutionsOf, isHeld } from '#engine/start/start-waiting.ts';

/** A workflow with only the required field: all others have their defaults. */
const DEFAULTS = Workflow.parse({ seeds: ['http://localhost/'] });

/**
 * Limits, parallelism and concurrency of an execution that this caller starts.
 * @throws SurfError ROLE_LIMIT
 */
export function boundsOf(
  { role, limits }: Caller,
  workflow: Workflow,
): Pick<StartOptions, 'limits' | 'parallelism' | 'atOnce'> {
  if (limits === undefined) return {};
  const parallelism = parallelismWithin(workflow.parallelism, { role, limits, byDefault: DEFAULTS.parallelism });
  const { executionsAtOnce: atOnce } = limits;
  return {
    limits: limitsWithin(workflow.limits, { role, limits, defaults: DEFAULTS.limits }),
    ...(parallelism !== undefined && { parallelism }),
    ...(atOnce !== null && { atOnce }),
  };
}

/**
 * The command within the limits of the role; a resume takes a place.
 * @throws SurfError ROLE_LIMIT, QUOTA_USED, EXECUTIONS_AT_ONCE, RIGHT_MISSING
 */
export async function admitCommand(
  ports: Pick<ApiPorts, 'catalog' | 'accounts' | 'clock'>,
  caller: Caller,
  { row, command }: { readonly row: Execution; readonly command: Command },
): Promise<Command> {
  if (command.type !== 'resume') return command;
  await checkOwnerRights(ports, row);
  const { role, limits } = caller;
  if (limits === undefined) return command;
  const asked =
    command.limits === undefined ? {} : { ...command.limits, ...limitsWithin(command.limits, { role, limits }) };
  const changed = { ...asked, ...(await withinQuotas(ports, caller, { row, asked })) };
  if (limits.executionsAtOnce !== null && !(await takePlaceAgain(ports, row, limits.executionsAtOnce)))
    throw tooMany('executionsAtOnce', limits.executionsAtOnce);
  return Object.keys(changed).length === 0 ? command : { ...command, limits: changed };
}

/** Limits that quotas lower for an execution that continues. @throws SurfError QUOTA_USED */
async function withinQuotas(
  ports: Pick<ApiPorts, 'catalog' | 'accounts' | 'clock'>,
  caller: Caller,
  { row, asked }: { readonly row: Execution; readonly asked: LimitsOverride },
): Promise<LimitsOverride> {
  const states = await quotasOf(ports, caller, { owner: row.owner ?? LOCAL_USER, without: row.id });
  if (states.length === 0) return {};
  const { definition } = await ports.catalog.workflow(row.workflowId, row.workflowVersion);
  return limitsWithinQuotas(states, limitsInForce(definition, { ...row.limits, ...asked }), usedBy(row));
}

/** @throws SurfError RIGHT_MISSING when the execution uses a right that its owner no longer has */
async function checkOwnerRights({ accounts }: Pick<ApiPorts, 'accounts'>, row: Execution): Promise<void> {
  if (exemptionsOf(row).length === 0) return;
  const owner = row.owner ?? LOCAL_USER;
  const withdrawn = withdrawnRight(row, await ownerRights(accounts, owner));
  if (withdrawn === null) return;
  throw new SurfError(
    'RIGHT_MISSING',
    `execution ${row.id} uses the right ${withdrawn}, which ${owner} no longer has`,
    {
      remedy: `an administrator can restore it with PUT /v1/users/${encodeURIComponent(owner)}; or start a new execution without it`,
    },
  );
}

/** Takes a place for the execution. An execution that waits for its first run keeps its turn. */
async function takePlaceAgain(
  ports: PlacePorts & Pick<ApiPorts, 'catalog'>,
  row: Execution,
  most: number,
): Promise<boolean> {
  if (row.status === 'queued' && isHeld(row, await activeExecutionsOf(ports, row.owner ?? LOCAL_USER))) return false;
  return await takePlace(ports, row, most);
}

/** Checks that one more execution may wait. @throws SurfError EXECUTIONS_AT_ONCE */
export async function admitStart(ports: Pick<ApiPorts, 'catalog'>, { user, limits }: Caller): Promise<void> {
  if (limits === undefined) return;
  const { executionsAtOnce, executionsQueued } = limits;
  if (executionsAtOnce === null || executionsQueued === null) return;
  const going = await activeExecutionsOf(ports, user);
  if (going.length >= executionsAtOnce + executionsQueued) throw tooMany('executionsQueued', executionsQueued);
}

/** True if the first run of a new execution may begin at once; the others start in turn. */
export const mayBegin = async (
  ports: Pick<ApiPorts, 'catalog' | 'accounts' | 'clock'>,
  row: Execution,
): Promise<boolean> =>
  row.atOnce === undefined ||
  (!isHeld(row, await activeExecutionsOf(ports, row.owner ?? LOCAL_USER)) && (await takePlace(ports, row, row.atOnce)));

const tooMany = (name: keyof RoleLimits, most: number): SurfError =>
  new SurfError('EXECUTIONS_AT_ONCE', `your role allows ${most} executions (${name}), and you have that many`, {
    remedy: 'wait until one of them has ended, or stop one',
    retryable: true,
  });

/** @throws SurfError RIGHT_MISSING */
export function checkRights({ rights }: Caller, robots: 'obey' | 'ignore'): void {
  if (robots === 'obey' || rights.ignoreRobots) return;
  throw new SurfError('RIGHT_MISSING', 'politeness.robots: ignore needs the right ignoreRobots', {
    remedy: 'leave it at obey, or ask an administrator of this deployment',
  });
}
