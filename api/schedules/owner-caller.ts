import type { AccountStore } from '#core/identity/account-store.ts';
import { type Caller, DEPLOYMENT_USER, LOCAL_CALLER } from '#core/identity/caller.ts';
import type { RoleTable } from '#core/identity/roles/role-limits.ts';
import { ALL_RIGHTS } from '#core/identity/roles/user.ts';
import { LOCAL_USER } from '#core/model/local-user.ts';

/**
 * The owner of a schedule as a caller with their current role and rights; null if the user is gone.
 * @param roles null without sign-in: then nothing is limited
 */
export async function ownerCaller(
  accounts: Pick<AccountStore, 'user'>,
  owner: string,
  roles: RoleTable | null,
): Promise<Caller | null> {
  if (owner === LOCAL_USER) return LOCAL_CALLER;
  const known =
    owner === DEPLOYMENT_USER ? { role: 'administrator' as const, rights: ALL_RIGHTS } : await accounts.user(owner);
  if (known === null) return null;
  const { role, rights } = known;
  return { user: owner, role, rights, ...(roles !== null && { limits: roles[role] }) };
}
