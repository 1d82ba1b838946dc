import type { AccountStore } from '#core/identity/account-store.ts';
import { DEPLOYMENT_USER } from '#core/identity/caller.ts';
import type { RoleLimits, RoleTable } from '#core/identity/roles/role-limits.ts';
import { LOCAL_USER } from '#core/model/local-user.ts';

/** Quotas of the bytes that executions keep; null is unlimited. */
export const STORAGE_QUOTA_NAMES = ['storedBytes', 'storedBytesOfAll'] as const;
export type StorageQuotaName = (typeof STORAGE_QUOTA_NAMES)[number];
export type StorageBounds = Pick<RoleLimits, StorageQuotaName>;

/** Bytes that count towards each; null where nothing bounds them, so Surf does not read them. */
export type StorageUse = Readonly<Record<StorageQuotaName, number | null>>;

/** Reads what the executions of `owner`, and those of everybody, keep. */
export async function storageUse(
  accounts: Pick<AccountStore, 'stored'>,
  owner: string,
  bounds: StorageBounds,
): Promise<StorageUse> {
  const [storedBytes, storedBytesOfAll] = await Promise.all([
    bounds.storedBytes === null ? null : accounts.stored(owner),
    bounds.storedBytesOfAll === null ? null : accounts.stored(null),
  ]);
  return { storedBytes, storedBytesOfAll };
}

/**
 * Bytes that the owner's present role lets their executions still archive, below zero where they
 * keep more; null: nothing bounds them.
 * @param roles null where nobody signs in
 */
export async function storageLeft(
  accounts: Pick<AccountStore, 'user' | 'stored'>,
  roles: RoleTable | null,
  owner: string,
): Promise<number | null> {
  if (roles === null || owner === LOCAL_USER) return null;
  const role = owner === DEPLOYMENT_USER ? 'administrator' : (await accounts.user(owner))?.role;
  if (role === undefined) return null; // nobody knows the user: the start was refused
  const bounds = roles[role];
  const use = await storageUse(accounts, owner, bounds);
  const left = STORAGE_QUOTA_NAMES.flatMap((name) => {
    const [most, used] = [bounds[name], use[name]];
    return most === null || used === null ? [] : [most - used];
  });
  return left.length === 0 ? null : Math.min(...left);
}
