import { SurfError } from '#core/error.ts';
import type { LimitsOverride } from '#core/execution/execution.ts';
import type { Role } from '#core/identity/roles/role.ts';
import type { RoleLimits } from '#core/identity/roles/role-limits.ts';
import type { Limits } from '#core/workflow/limits.ts';

interface RoleBounds {
  readonly role: Role;
  readonly limits: RoleLimits;
}

/** Limits of a workflow that a role bounds. */
const BOUNDED = ['pages', 'depth', 'budgetUsd'] as const;

/**
 * Limits that an execution gets out of those requested. An unlimited value, or a workflow's
 * default, becomes the role's maximum.
 * @param defaults of a workflow that gives none; absent: every value was given
 * @returns only the limits that differ from `asked`
 * @throws SurfError ROLE_LIMIT, which names limit, value and bound
 */
export function limitsWithin(
  asked: Pick<LimitsOverride, (typeof BOUNDED)[number]>,
  { role, limits: most, defaults }: RoleBounds & { readonly defaults?: Pick<Limits, (typeof BOUNDED)[number]> },
): LimitsOverride {
  const lowered: Partial<Record<(typeof BOUNDED)[number], number>> = {};
  for (const name of BOUNDED) {
    const value = asked[name];
    const bound = most[name];
    if (value === undefined || bound === null) continue;
    const isDefault = defaults !== undefined && value === defaults[name];
    if (value === null || (isDefault && value > bound)) lowered[name] = bound;
    else if (value > bound) throw beyond(`limits.${name}`, value, { role, bound });
  }
  return lowered;
}

/**
 * Workers at once of an execution, as far as the role bounds them.
 * @param byDefault value of a workflow that gives none: the role lowers it, and refuses other
 * values
 * @returns undefined: as many as the workflow says
 * @throws SurfError ROLE_LIMIT
 */
export function parallelismWithin(
  parallelism: number,
  { role, limits, byDefault }: RoleBounds & { readonly byDefault: number },
): number | undefined {
  const bound = limits.parallelism;
  if (bound === null || parallelism <= bound) return undefined;
  if (parallelism === byDefault) return bound;
  throw beyond('parallelism', parallelism, { role, bound });
}

const beyond = (name: string, value: number, { role, bound }: { role: Role; bound: number }): SurfError =>
  new SurfError('ROLE_LIMIT', `${name} ${value} is more than the ${bound} that role ${role} may`, {
    remedy: `give at most ${bound}, or ask an administrator for another role`,
  });
