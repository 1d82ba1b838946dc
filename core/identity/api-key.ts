import * as z from 'zod';
import { sha256Hex } from '#core/bytes/digest.ts';
import { Role } from '#core/identity/roles/role.ts';
import { UserId } from '#core/identity/roles/user.ts';
import type { RandomId } from '#core/model/clock.ts';

/** Names a key without revealing it: begins its digest, 128 bits. */
export const ApiKeyId = z.string().regex(/^k[0-9a-f]{32}$/, 'is not an id of a key');

/** A key of this many generations makes no further one. */
export const MOST_ANCESTORS = 8;
/** Keys of one owner that are neither revoked nor expired. */
export const MOST_KEYS = 100;

/** The stored form of an API key; Surf shows the key itself once, when it makes it. */
export const ApiKey = z.object({
  v: z.literal(1),
  id: ApiKeyId,
  /** SHA-256 of the key, hex. It has more than 180 random bits, so no slow hash is needed. */
  hash: z.string().length(64),
  /** Its first characters, by which its owner recognises it. */
  prefix: z.string(),
  name: z.string().min(1).max(100),
  owner: UserId,
  /** Upper limit of its role; never more than its owner's role at the time. */
  role: Role,
  /** Keys with which it was made, the oldest first: it ends when one of them does. */
  ancestors: z.array(ApiKeyId).max(MOST_ANCESTORS).default([]),
  createdAt: z.number(),
  /** Null: never. */
  expiresAt: z.number().nullable(),
  revokedAt: z.number().nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;

const PREFIX_LENGTH = 13;

/**
 * `surf_`, eight characters that are shown again, `_`, and the rest; 44 characters of [0-9a-z],
 * each from an identifier with 88 random bits in 18.
 */
export function newKeyText(random: RandomId): string {
  const text = `${random()}${random()}${random()}`;
  return `surf_${text.slice(10, 18)}_${text.slice(18)}`;
}

export const prefixOf = (key: string): string => key.slice(0, PREFIX_LENGTH);
export const keyIdOf = (hash: string): string => `k${hash.slice(0, 32)}`;

/** The digest of a text that was sent as a key. */
export const keyHash = (text: string): string => sha256Hex(text);
