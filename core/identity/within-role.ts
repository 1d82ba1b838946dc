import { SurfError } from '#core/error.ts';
import type { LimitsOverride } from '#core/execution/execution.ts';
import type { Role } from '#core/identity/caller.ts';
import type { RoleLimits } from '#core/identity/role-limits.ts';

/** Limits of a workflow that a role bounds. */
const BOUNDED = ['pages', 'depth', 'budgetUsd'] as const;

/**
 * What an execution gets of the limits that are asked for: unlimited becomes the most that the role may.
 * @returns only the limits that differ from `asked`
 * @throws SurfError ROLE_LIMIT, which names limit, value and bound
 */
export function limitsWithin(
  asked: Pick<LimitsOverride, (typeof BOUNDED)[number]>,
  { role, limits: most }: { readonly role: Role; readonly limits: RoleLimits },
): LimitsOverride {
  const lowered: Partial<Record<(typeof BOUNDED)[number], number>> = {};
  for (const name of BOUNDED) {
    const value = asked[name];
    const bound = most[name];
    if (value === undefined || bound === null) continue;
    if (value === null) lowered[name] = bound;
    else if (value > bound) throw beyond(`limits.${name}`, value, { role, bound });
  }
  return lowered;
}

/** @throws SurfError ROLE_LIMIT */
export function checkParallelism(
  parallelism: number,
  { role, limits }: { readonly role: Role; readonly limits: RoleLimits },
): void {
  const bound = limits.parallelism;
  if (bound !== null && parallelism > bound) throw beyond('parallelism', parallelism, { role, bound });
}

const beyond = (name: string, value: number, { role, bound }: { role: Role; bound: number }): SurfError =>
  new SurfError('ROLE_LIMIT', `${name} ${value} is more than the ${bound} that role ${role} may`, {
    remedy: `give at most ${bound}, or ask an administrator for another role`,
  });
