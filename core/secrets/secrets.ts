import type { Secret } from '#core/secrets/secret.ts';
import type { SecretName } from '#core/secrets/secret-name.ts';

/**
 * Why a crawl cannot use a secret.
 *
 * - `missing`: the owner has no secret of this name;
 * - `exposed`: other users of the machine can read or replace its file;
 * - `invalid`: its text is not valid in a header, or not JSON of the documented form;
 * - `bound`: its owner bound it to other origins than those of the seeds;
 * - `literal`: a workflow of an earlier version holds the value itself.
 */
export const SECRET_REFUSALS = ['missing', 'exposed', 'invalid', 'bound', 'literal'] as const;
export type SecretRefusal = (typeof SECRET_REFUSALS)[number];

/**
 * Without the secret's text and without a path of the machine: users of a server see the detail.
 */
export interface SecretRefused {
  readonly ok: false;
  readonly reason: SecretRefusal;
  /** Where Surf looked for it, or its fault, and what to do; at most 300 characters. */
  readonly detail: string;
}

export type SecretAnswer = { readonly ok: true; readonly secret: Secret } | SecretRefused;

/**
 * Secrets of owners, by reference (ADR 13). The place that holds them is not Surf's: nothing of
 * Surf writes or lists secrets.
 *
 * Every adapter promises, and `test/contract/suites/secrets.ts` checks:
 * - a secret is found under the name of its owner only, for any characters in the owner's name;
 * - a secret that is absent, or that cannot be a header's value, is an answer and no error;
 * - no answer and no error holds a secret's text, but for `Secret.reveal`;
 * - a changed secret is seen by the next instance of the adapter at the latest.
 */
export interface Secrets {
  /**
   * @throws SurfError STORE_UNAVAILABLE, STORE_THROTTLED when the place of secrets does not answer
   */
  get(owner: string, name: SecretName): Promise<SecretAnswer>;
}

/** The secrets of a program that keeps none. */
export const NO_SECRETS: Secrets = {
  get: async () => ({ ok: false, reason: 'missing', detail: 'nothing here keeps secrets' }),
};
