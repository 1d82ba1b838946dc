import * as z from 'zod';
import { keyHash } from '#core/identity/api-key.ts';

/**
 * What Secrets Manager makes with the stack, or the key that the operator puts there
 * (docs/how-to/deploy.md).
 */
const FirstKey = z.object({ key: z.string().min(20).max(200) });

/**
 * Digest of the first key in the text of its secret; null: nobody has one, as there is no secret or
 * it holds something else.
 */
export function firstKeyHashIn(secret: string | null): string | null {
  try {
    return keyHash(FirstKey.parse(JSON.parse(secret ?? '')).key);
  } catch {
    return null;
  }
}
