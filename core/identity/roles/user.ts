import * as z from 'zod';
import { Role } from '#core/identity/roles/role.ts';

/** Rights that no role includes: an administrator gives them by hand. */
export const Rights = z.strictObject({
  /** May crawl with `politeness.robots: ignore`. */
  ignoreRobots: z.boolean(),
  /** May open private networks, and connect to other addresses than the URLs'. */
  allowPrivateNetwork: z.boolean(),
});
export type Rights = z.infer<typeof Rights>;

export const NO_RIGHTS: Rights = { ignoreRobots: false, allowPrivateNetwork: false };
export const ALL_RIGHTS: Rights = { ignoreRobots: true, allowPrivateNetwork: true };

/** Rows of an older Surf have the right as `privateNetwork`. */
function renamedRight(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null || !('privateNetwork' in stored)) return stored;
  const { privateNetwork, ...rights } = stored;
  return { ...rights, allowPrivateNetwork: privateNetwork };
}

/** Names of users are the subjects of the issuer's tokens. */
export const UserId = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[\x21-\x7e]+$/, 'has other characters than ASCII');

/** A person who signed in, or was given a role before. */
export const User = z.object({
  v: z.literal(1),
  id: UserId,
  /**
   * E-mail address from the issuer at the first sign-in; null: it gave none, or did not verify it.
   */
  email: z.string().max(320).nullable(),
  role: Role,
  /** `hand` wins: signing in never changes what an administrator gave. */
  assigned: z.enum(['hand', 'automatically']),
  rights: z.preprocess(renamedRight, Rights),
  createdAt: z.number(),
});
export type User = z.infer<typeof User>;
