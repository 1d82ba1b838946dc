import * as z from 'zod';
import { keyHash } from '#core/identity/api-key.ts';

/**
 * The secret that Secrets Manager creates with the stack, or the key that the operator stores there
 * (docs/how-to/deploy.md).
 */
const FirstKey = z.object({ key: z.string().min(20).max(200) });

/**
 * Digest of the first key in the text of its secret; null if there is no secret, or it holds
 * something else.
 */
export function firstKeyHashIn(secret: string | null): string | null {
  try {
    return keyHash(FirstKey.parse(JSON.parse(secret ?? '')).key);
  } catch {
    return null;
  }
}
