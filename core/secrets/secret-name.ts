import * as z from 'zod';

/**
 * Name of a secret: a capital letter, then up to 63 capital letters, digits and `_`. It is also the
 * name of a variable and of a file.
 */
export const SecretName = z.string().regex(/^[A-Z][A-Z0-9_]{0,63}$/);
export type SecretName = z.infer<typeof SecretName>;
