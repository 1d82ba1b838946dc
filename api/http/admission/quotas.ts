import type { ApiPorts } from '#api/http/api-ports.ts';
import { SurfError } from '#core/error.ts';
import type { Execution, LimitsOverride } from '#core/execution/execution.ts';
import { dayOf } from '#core/identity/account-store.ts';
import type { Caller } from '#core/identity/caller.ts';
import {
  isUsedUp,
  monthStart,
  QUOTA_NAMES,
  type QuotaLimit,
  type QuotaName,
  type QuotaState,
  quotaStates,
  type SetAside,
  tightest,
} from '#core/identity/quotas/quota.ts';
import { storageUse } from '#core/identity/quotas/storage-quota.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { Limits } from '#core/workflow/limits.ts';
import { activeExecutionsOf } from '#engine/start/start-waiting.ts';

type QuotaPorts = Pick<ApiPorts, 'catalog' | 'accounts' | 'clock'>;

/**
 * The quotas of a caller. Reads nothing if the role has none.
 * @param of.owner whose use counts
 * @param of.without an execution for which nothing is set aside
 */
export async function quotasOf(
  ports: QuotaPorts,
  { limits }: Pick<Caller, 'limits'>,
  { owner, without }: { readonly owner: string; readonly without?: ExecutionId },
): Promise<QuotaState[]> {
  if (limits === undefined || QUOTA_NAMES.every((name) => limits[name] === null)) return [];
  const now = ports.clock.now();
  const days = await ports.accounts.usage(owner, monthStart(now), dayOf(now));
  const going = (await activeExecutionsOf(ports, owner)).filter(({ id }) => id !== without);
  const stored = await storageUse(ports.accounts, owner, limits);
  return quotaStates(limits, { days, setAside: setAsideBy(going), stored, now });
}

/**
 * Limits of an execution that starts or continues, at most the rest of the quotas. Where a quota
 * counts, the execution has a limit: what it may use is set aside until it ends.
 *
 * @param asked the limits that it has without quotas
 * @param used what it has used before, which quotas have counted
 * @throws SurfError QUOTA_USED
 */
export function limitsWithinQuotas(
  states: readonly QuotaState[],
  asked: Pick<Limits, QuotaLimit>,
  used: SetAside = { pages: 0, budgetUsd: 0 },
): LimitsOverride {
  const storage = tightest(states, 'storage');
  if (storage !== null && isUsedUp(storage)) throw usedUp(storage);
  const limits: Partial<Record<QuotaLimit, number>> = {};
  for (const name of ['pages', 'budgetUsd'] as const) {
    const state = tightest(states, name);
    if (state === null) continue;
    if (isUsedUp(state)) throw usedUp(state);
    const most = used[name] + (name === 'pages' ? Math.floor(state.left) : state.left);
    limits[name] = Math.min(asked[name] ?? most, most);
  }
  return limits;
}

/** Pages and USD that an execution has used so far. */
export const usedBy = ({ counts, costUsd }: Execution): SetAside => ({
  pages: counts.stored + counts.notModified,
  budgetUsd: costUsd,
});

/**
 * Rest that executions may still use under their limits; one without a limit was started before
 * quotas.
 */
function setAsideBy(going: readonly Execution[]): SetAside {
  const further = (name: QuotaLimit): number =>
    going.reduce((sum, row) => sum + Math.max(0, (row.limits[name] ?? 0) - usedBy(row)[name]), 0);
  return { pages: further('pages'), budgetUsd: further('budgetUsd') };
}

function usedUp({ quota, most, used, setAside, resetsAt }: QuotaState): SurfError {
  const figure = (value: number): string => figureOf(quota, value);
  const aside = setAside === 0 ? '' : `, and ${figure(setAside)} are set aside for executions that have not ended`;
  return new SurfError('QUOTA_USED', `${quota} is used up: ${figure(used)} of ${figure(most)}${aside}`, {
    remedy: `${resetsAt === null ? DELETE_SOME : `wait until ${new Date(resetsAt).toISOString()}`}, or ask an administrator for another role`,
  });
}

const DELETE_SOME = 'delete executions that nobody needs (surf delete ID, DELETE /v1/executions/{id})';

function figureOf(quota: QuotaName, value: number): string {
  if (quota.startsWith('usd')) return `${value.toFixed(3)} USD`;
  return quota.startsWith('pages') ? `${value} pages` : `${value} stored bytes`;
}
