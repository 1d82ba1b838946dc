import type { ApiKey } from '#core/identity/api-key.ts';
import { ROLES, type Role } from '#core/identity/roles/role.ts';
import type { RoleLimits } from '#core/identity/roles/role-limits.ts';
import { LOCAL_USER } from '#core/model/local-user.ts';

/** The user behind a request, as one module of the app identified them (design.md §9). */
export interface Caller {
  /** Subject of the token or owner of the key; `local` without sign-in. */
  readonly user: string;
  readonly role: Role;
  /** May start executions that ignore robots.txt or reach private networks. */
  readonly rights: { readonly ignoreRobots: boolean; readonly allowPrivateNetwork: boolean };
  /** Limits of the role; absent: none, and nothing is counted. */
  readonly limits?: RoleLimits;
  /** The caller's API key; absent: a person, or the deployment's first key. */
  readonly key?: ApiKey;
}

export const LOCAL_CALLER: Caller = {
  user: LOCAL_USER,
  role: 'administrator',
  rights: { ignoreRobots: true, allowPrivateNetwork: true },
};

/** Owner of everything that the deployment's first key makes. */
export const DEPLOYMENT_USER = 'deployment';

/** The weaker of two roles. */
export const weakerRole = (a: Role, b: Role): Role => (ROLES.indexOf(a) > ROLES.indexOf(b) ? a : b);

/** Everyone sees their own; administrators see all. */
export const maySee = (caller: Caller, owner: string): boolean =>
  caller.role === 'administrator' || caller.user === owner;
