import * as z from 'zod';
import { SecretName } from '#core/secrets/secret-name.ts';
import { MAX_URL_LENGTH } from '#core/url/url-length.ts';

/**
 * The proxy of a workflow: its URL without a user name, or a reference to a secret that is the
 * whole URL. `checkWorkflow` refuses other texts (`proxyFaults`).
 */
export const ProxyValue = z.union([z.string().min(1).max(MAX_URL_LENGTH), z.strictObject({ secretRef: SecretName })]);
export type ProxyValue = z.infer<typeof ProxyValue>;
