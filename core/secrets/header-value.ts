import * as z from 'zod';
import { MAX_HEADER_CHARACTERS } from '#core/secrets/header-text.ts';
import { SecretName } from '#core/secrets/secret-name.ts';

/**
 * A header's value: text; text that is explicitly none of a secret (`secret: false`); or a
 * reference to a secret, whose value no workflow holds and which goes to the seeds' origins
 * (scheme, host, port) only, never across a redirect to another. `secret: true` is in rows of
 * earlier versions; `checkWorkflow` refuses it.
 */
export const HeaderValue = z.union([
  z.string().max(MAX_HEADER_CHARACTERS),
  z.strictObject({ value: z.string().max(MAX_HEADER_CHARACTERS), secret: z.boolean().default(false) }),
  z.strictObject({ secretRef: SecretName, plainHttp: z.boolean().default(false) }),
]);
export type HeaderValue = z.infer<typeof HeaderValue>;
