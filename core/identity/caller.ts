import * as z from 'zod';
import type { ApiKey } from '#core/identity/api-key.ts';
import type { RoleLimits } from '#core/identity/role-limits.ts';

/** Roles from the strongest to the weakest (S15). */
export const ROLES = ['administrator', 'premium', 'standard'] as const;
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;

/** Who asks, as one module of the app found out (design.md §9). */
export interface Caller {
  /** Subject of the token or owner of the key; `local` without sign-in. */
  readonly user: string;
  readonly role: Role;
  /** May start executions that ignore robots.txt or reach private networks. */
  readonly rights: { readonly ignoreRobots: boolean; readonly allowPrivateNetwork: boolean };
  /** Of the role; absent: none, and nothing is counted. */
  readonly limits?: RoleLimits;
  /** The API key that asks; absent: a person, or the deployment's first key. */
  readonly key?: ApiKey;
}

/** Owner of what a person at this machine makes, without sign-in. */
export const LOCAL_USER = 'local';

export const LOCAL_CALLER: Caller = {
  user: LOCAL_USER,
  role: 'administrator',
  rights: { ignoreRobots: true, allowPrivateNetwork: true },
};

/** Owner of what the deployment's first key makes. */
export const DEPLOYMENT_USER = 'deployment';

/** The role that may less. */
export const weakerRole = (a: Role, b: Role): Role => (ROLES.indexOf(a) > ROLES.indexOf(b) ? a : b);

/** Everyone sees their own; administrators see all. */
export const maySee = (caller: Caller, owner: string): boolean =>
  caller.role === 'administrator' || caller.user === owner;
