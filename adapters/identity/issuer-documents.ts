import { SurfError } from '#core/error.ts';

const TIMEOUT_MS = 5_000;
const MOST_BYTES = 512 * 1024;
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * An issuer as it is configured: https, or http on this machine for trials.
 * @throws SurfError COMMAND_USAGE
 */
export function checkIssuer(issuer: string): string {
  if (URL.canParse(issuer)) {
    const { protocol, hostname, search, hash } = new URL(issuer);
    const safe = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));
    if (safe && search === '' && hash === '') return issuer;
  }
  throw new SurfError('COMMAND_USAGE', `${JSON.stringify(issuer.slice(0, 200))} is no issuer`, {
    remedy: 'give its https address exactly as it stands in its tokens, for example https://accounts.google.com',
  });
}

/** Where the issuer's keys are. @throws whatever went wrong */
export const jwksAddress = (issuer: string): Promise<string> => namedAddress(issuer, 'jwks_uri');

/** Where the issuer exchanges codes for tokens. @throws whatever went wrong */
export const tokenEndpoint = (issuer: string): Promise<string> => namedAddress(issuer, 'token_endpoint');

/** OpenID Connect Discovery 1.0 §4.3: the document must name the very issuer. */
async function namedAddress(issuer: string, name: 'jwks_uri' | 'token_endpoint'): Promise<string> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const document = (await issuerJson(address)) as Readonly<Record<string, unknown>>;
  const named = document[name];
  if (document.issuer !== issuer || typeof named !== 'string') throw new Error('the document is of another issuer');
  return checkIssuer(named);
}

/** A JSON object of the issuer: no redirects, 512 KiB, 5 s. @throws whatever went wrong */
export async function issuerJson(address: string): Promise<object> {
  const answer = await fetch(address, {
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
  throw new Error(`${address} is no JSON object`);
}
