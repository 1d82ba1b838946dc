import * as z from 'zod';
import { sha256Hex } from '#core/bytes/digest.ts';
import { WorkflowId } from '#core/model/ids.ts';

/** All workflows that one user may read: `u` and 32 digits of the digest of the user's name. */
export const UserScope = z
  .string()
  .regex(/^u[0-9a-f]{32}$/)
  .brand('UserScope');
export type UserScope = z.infer<typeof UserScope>;

/** Subject of a subscription: one workflow, or every workflow that its owner may read. */
export const SubscriptionScope = z.union([WorkflowId, UserScope]);
export type SubscriptionScope = z.infer<typeof SubscriptionScope>;

export const userScope = (user: string): UserScope => UserScope.parse(`u${sha256Hex(user).slice(0, 32)}`);

export const isUserScope = (scope: SubscriptionScope): scope is UserScope => scope.startsWith('u');
