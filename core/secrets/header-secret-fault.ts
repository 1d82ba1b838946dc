import * as z from 'zod';
import { type ErrorCode, SurfError } from '#core/error.ts';
import { LOCAL_USER } from '#core/model/local-user.ts';
import { SECRET_REFUSALS, type SecretRefusal } from '#core/secrets/secrets.ts';

/** `header` of a fault where the secret is the proxy of the workflow. */
export const PROXY_FIELD = 'fetch.proxy';

/**
 * Why a header cannot be sent, or a proxy not be used: kept in the frontier, and shown. It holds no
 * part of a secret's text.
 */
export const HeaderSecretFault = z.object({
  /** As the workflow writes it, or `PROXY_FIELD`. */
  header: z.string(),
  /** Name of the secret; null: the workflow holds the value itself. */
  secret: z.string().nullable(),
  reason: z.enum(SECRET_REFUSALS),
  detail: z.string().max(500),
});
export type HeaderSecretFault = z.infer<typeof HeaderSecretFault>;

const WORDS: Readonly<Record<SecretRefusal, (secret: string, owner: string) => string>> = {
  missing: (secret, owner) =>
    owner === LOCAL_USER ? `there is no secret ${secret}` : `${owner} has no secret ${secret}`,
  exposed: (secret) => `the secret ${secret} is exposed`,
  invalid: (secret) => `the secret ${secret} cannot be sent`,
  bound: (secret) => `the secret ${secret} may not go to this site`,
  literal: () => 'its value is stored in the workflow',
};

const CODES: Readonly<Record<SecretRefusal, ErrorCode>> = {
  missing: 'SECRET_MISSING',
  exposed: 'SECRET_UNUSABLE',
  invalid: 'SECRET_UNUSABLE',
  bound: 'SECRET_UNUSABLE',
  literal: 'SECRET_LITERAL',
};

/** `header Authorization: anna has no secret TOKEN` */
export const faultTitle = ({ header, secret, reason }: HeaderSecretFault, owner: string): string =>
  `${header === PROXY_FIELD ? header : `header ${header}`}: ${WORDS[reason](secret ?? '', owner)}`;

/** The fault with the place where Surf searched, and the remedy. */
export const faultWords = (fault: HeaderSecretFault, owner: string): string =>
  `${faultTitle(fault, owner)}: ${fault.detail}`;

/** Said before a crawl begins. */
export const faultError = (fault: HeaderSecretFault, owner: string): SurfError =>
  new SurfError(CODES[fault.reason], faultTitle(fault, owner), { remedy: fault.detail });
