import type { ApiKey } from '#core/identity/api-key.ts';
import { weakerRole } from '#core/identity/caller.ts';
import type { Role } from '#core/identity/roles/role.ts';

/** Decision on whether a key, or a person who signed in, may revoke a key. */
export type RevocationDecision =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly reason: 'stronger-role' | 'ends-later' | 'ancestor' };

/**
 * A person revokes any key that they see. A key revokes itself, the keys that were made with it,
 * and other keys that are no stronger: at most its role, and no later end. It never revokes a key
 * that it was made with.
 *
 * @param by the key that asks; null: a person
 * @param role of the caller: at most the key's
 */
export function revocationOf(target: ApiKey, { by, role }: { by: ApiKey | null; role: Role }): RevocationDecision {
  if (by === null || target.id === by.id || target.ancestors.includes(by.id)) return { allowed: true };
  if (by.ancestors.includes(target.id)) return { allowed: false, reason: 'ancestor' };
  if (weakerRole(target.role, role) !== target.role) return { allowed: false, reason: 'stronger-role' };
  if (endOf(target) > endOf(by)) return { allowed: false, reason: 'ends-later' };
  return { allowed: true };
}

const endOf = ({ expiresAt }: Pick<ApiKey, 'expiresAt'>): number => expiresAt ?? Number.POSITIVE_INFINITY;
