import { SurfError } from '#core/error.ts';
import { isSafeAddress } from '#core/identity/safe-address.ts';

const TIMEOUT_MS = 5_000;
const MOST_BYTES = 512 * 1024;

/**
 * Checks the configured issuer: https, or http on this machine for trials. @throws SurfError
 * COMMAND_USAGE
 * @throws SurfError COMMAND_USAGE
 */
export function checkIssuer(issuer: string): string {
  if (URL.canParse(issuer)) {
    const url = new URL(issuer);
    if (isSafeAddress(url) && url.search === '' && url.hash === '') return issuer;
  }
  throw new SurfError('COMMAND_USAGE', `${JSON.stringify(issuer.slice(0, 200))} is not an issuer`, {
    remedy: 'give its https address exactly as its tokens have it, for example https://accounts.google.com',
  });
}

/**
 * Metadata of the issuer (OpenID Connect Discovery 1.0 §4.3: the document must name the very
 * issuer).
 * @throws the fault of the request
 */
export async function discovered(issuer: string): Promise<Readonly<Record<string, unknown>>> {
  const document = await issuerJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  if ('issuer' in document && document.issuer === issuer) return { ...document };
  throw new Error('the document is of another issuer');
}

/** Address of the issuer's keys. @throws the fault of the request */
export const jwksAddress = async (issuer: string): Promise<string> =>
  checkIssuer(String((await discovered(issuer)).jwks_uri));

/** Address at which the issuer exchanges codes for tokens. @throws the fault of the request */
export const tokenEndpoint = async (issuer: string): Promise<string> =>
  checkIssuer(String((await discovered(issuer)).token_endpoint));

/**
 * A JSON object of the issuer: no redirects, 512 KiB, 5 s.
 * @param form form to post
 * @throws the fault of the request
 */
export async function issuerJson(address: string, form?: URLSearchParams): Promise<object> {
  const answer = await fetch(address, {
    ...(form !== undefined && { method: 'POST', body: form }),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { accept: 'application/json' },
  });
  if (answer.status !== 200 || answer.body === null) throw new Error(`${address} answers ${answer.status}`);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body) {
    bytes += part.length;
    if (bytes > MOST_BYTES) throw new Error(`${address} is too large`);
    parts.push(part);
  }
  const value: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'));
  if (typeof value === 'object' && value !== null) return value;
  throw new Error(`${address} is not a JSON object`);
}
