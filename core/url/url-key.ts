import * as z from 'zod';
import { sha256Prefix } from '#core/bytes/digest.ts';

/**
 * First 16 bytes of SHA-256 of the canonical URL, 32 hex digits. Two addresses with one key are one
 * page.
 */
export const UrlKey = z
  .string()
  .regex(/^[0-9a-f]{32}$/, 'is not a key of a page')
  .brand('UrlKey');
export type UrlKey = z.infer<typeof UrlKey>;

/** Makes the key of a canonical form (see canonical-url.ts). */
export const urlKeyOf = (canonical: string): UrlKey => sha256Prefix(canonical) as UrlKey;
