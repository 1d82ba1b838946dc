import { type Execution, type Exemption, exemptionsOf } from '#core/execution/execution.ts';
import type { AccountStore } from '#core/identity/account-store.ts';
import { DEPLOYMENT_USER } from '#core/identity/caller.ts';
import { ALL_RIGHTS, NO_RIGHTS, type Rights } from '#core/identity/roles/user.ts';
import { LOCAL_USER } from '#core/model/local-user.ts';

/**
 * The rights that an owner has now: all for the person at this machine and for the deployment's
 * first key, none for a user who is not known.
 */
export async function ownerRights(accounts: Pick<AccountStore, 'user'>, owner: string): Promise<Rights> {
  if (owner === LOCAL_USER || owner === DEPLOYMENT_USER) return ALL_RIGHTS;
  return (await accounts.user(owner))?.rights ?? NO_RIGHTS;
}

/**
 * Exemption that an execution uses although its owner has lost the right to it; null: none. Access
 * that the deployment opens to everybody needs no right.
 */
export function withdrawnRight(
  row: Pick<Execution, 'ignoresRobots' | 'settings' | 'openedByDeployment'>,
  rights: Rights,
): Exemption | null {
  const used = exemptionsOf(row).filter((name) => name !== 'allowPrivateNetwork' || row.openedByDeployment !== true);
  return used.find((name) => !rights[name]) ?? null;
}
