import { createHash, randomBytes } from 'node:crypto';
import { decodeJwt } from 'jose';
import { openBrowserAnswer } from '#adapters/identity/browser-answer.ts';
import { discovered, issuerJson } from '#adapters/identity/issuer-documents.ts';
import { codeOf, SurfError } from '#core/error.ts';
import type { SignIn } from '#core/identity/profile.ts';
import { isSafeAddress } from '#core/identity/safe-address.ts';

/** The issuer, as the deployment's `/config.json` names it. */
export interface Issuer {
  readonly issuer: string;
  readonly clientId: string;
}

export interface BrowserSignInOptions {
  /** Shows the address to open in a browser. */
  readonly show: (address: string) => void;
  /**
   * Address on this machine to which the browser returns.
   * @default http://127.0.0.1/ at a free port
   */
  readonly redirect?: string;
}

const SCOPE = 'openid email offline_access';

/**
 * Signs somebody in by their browser: authorization code with PKCE (RFC 7636), coming back to this
 * machine (RFC 8252), as a client without a secret.
 * @throws SurfError SIGN_IN_INVALID, ISSUER_UNAVAILABLE, COMMAND_USAGE
 */
export async function signInByBrowser(of: Issuer, { show, redirect }: BrowserSignInOptions): Promise<SignIn> {
  const { authorization, token } = await endpointsOf(of);
  const browser = await openBrowserAnswer(redirect);
  try {
    const [state, nonce, verifier] = [random(), random(), random()];
    const address = new URL(authorization);
    const query = {
      response_type: 'code',
      client_id: of.clientId,
      redirect_uri: browser.redirect,
      scope: SCOPE,
      prompt: 'consent',
      state,
      nonce, // without consent no refresh token (OpenID Connect Core 1.0 §11)
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    show(address.href);
    const answer = await browser.wait(state);
    const refusal = answer.get('error_description') ?? answer.get('error');
    if (refusal !== null) throw invalid(`the sign-in service refused: ${refusal.slice(0, 200)}`);
    if (answer.has('iss') && answer.get('iss') !== of.issuer) throw invalid('another service answered'); // RFC 9207
    const code = answer.get('code') ?? '';
    const form = { grant_type: 'authorization_code', code, redirect_uri: browser.redirect, code_verifier: verifier };
    return await signInOf(of, { token, form, nonce, refreshToken: null });
  } finally {
    browser.close();
  }
}

/**
 * A new ID token for an old one, without a browser.
 * @throws SurfError SIGN_IN_INVALID, ISSUER_UNAVAILABLE
 */
export async function renewSignIn(old: SignIn): Promise<SignIn> {
  const { refreshToken } = old;
  if (refreshToken === null) throw invalid('the sign-in has expired');
  const { token } = await endpointsOf(old);
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
  return await signInOf(old, { token, form, nonce: null, refreshToken });
}

async function endpointsOf({ issuer }: Issuer): Promise<{ authorization: string; token: string }> {
  try {
    const { authorization_endpoint, token_endpoint } = await discovered(issuer);
    return { authorization: safe(authorization_endpoint), token: safe(token_endpoint) };
  } catch (cause) {
    throw new SurfError(
      'ISSUER_UNAVAILABLE',
      `the sign-in service ${issuer} cannot be used: ${(cause as Error).message}`,
      {
        remedy: 'try again in a minute; surf login --key takes an API key meanwhile',
        retryable: true,
        cause,
      },
    );
  }
}

function safe(endpoint: unknown): string {
  const address = String(endpoint);
  if (URL.canParse(address) && isSafeAddress(new URL(address))) return address;
  throw new Error(`${JSON.stringify(address.slice(0, 200))} is not https`);
}

interface Grant {
  /** Address of the token endpoint. */
  readonly token: string;
  readonly form: Readonly<Record<string, string>>;
  /** Null: the ID token need not have one. */
  readonly nonce: string | null;
  /** Stays if the answer has none. */
  readonly refreshToken: string | null;
}

/**
 * The answer of the token endpoint. Its ID token came from the issuer itself over TLS, so its
 * signature is left to the API, which checks it each time (OpenID Connect Core 1.0 §3.1.3.7, 6).
 */
async function signInOf({ issuer, clientId }: Issuer, { token, form, nonce, refreshToken }: Grant): Promise<SignIn> {
  try {
    const answer = await issuerJson(token, new URLSearchParams({ ...form, client_id: clientId }));
    const { id_token: idToken, refresh_token: next } = answer as { id_token?: unknown; refresh_token?: unknown };
    if (typeof idToken !== 'string') throw invalid('the sign-in service gave no ID token');
    const claims = decodeJwt(idToken);
    const isOurs = claims.iss === issuer && [claims.aud].flat().includes(clientId);
    if (!isOurs || claims.exp === undefined || (nonce !== null && claims.nonce !== nonce)) {
      throw invalid('the ID token belongs to another sign-in');
    }
    const kept = typeof next === 'string' ? next : refreshToken;
    return { issuer, clientId, idToken, refreshToken: kept, expiresAt: claims.exp * 1_000 };
  } catch (cause) {
    if (codeOf(cause) !== undefined) throw cause;
    throw invalid(`the sign-in service gave no token: ${(cause as Error).message}`, cause);
  }
}

const random = (): string => randomBytes(32).toString('base64url');

const invalid = (why: string, cause?: unknown): SurfError =>
  new SurfError('SIGN_IN_INVALID', why, {
    remedy: 'sign in again: surf login',
    ...(cause !== undefined && { cause }),
  });
