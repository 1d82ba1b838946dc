import * as pending from './pending-sign-in.ts';

/** The identity provider of the deployment. */
export interface Provider {
  readonly issuer: string;
  readonly clientId: string;
}

/** Tokens stay in memory: closing the page drops them. */
export interface Tokens {
  readonly idToken: string;
  readonly refreshToken: string | null;
  /** Epoch ms. */
  readonly expiresAt: number;
}

interface Discovery {
  readonly issuer: string;
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly end_session_endpoint?: string;
}

/** OpenID Connect Discovery 1.0 §4. @throws Error */
async function discover({ issuer }: Provider): Promise<Discovery> {
  const response = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  if (!response.ok) throw new Error(`the identity provider answered ${response.status}`);
  const found = (await response.json()) as Discovery;
  if (found.issuer !== issuer) throw new Error('the identity provider names another issuer'); // §4.3
  return found;
}

/**
 * Redirects to the identity provider: authorization code with PKCE (RFC 7636).
 *
 * @param redirectUri where the provider sends the browser back to
 * @param returnTo path of the view to open afterwards
 */
export async function redirectToSignIn(provider: Provider, redirectUri: string, returnTo: string): Promise<void> {
  const { authorization_endpoint: endpoint } = await discover(provider);
  const request = { state: random(), verifier: random(), redirectUri, returnTo };
  pending.savePending(request);
  const address = new URL(endpoint);
  const query = {
    response_type: 'code',
    client_id: provider.clientId,
    redirect_uri: redirectUri,
    scope: 'openid email offline_access',
    state: request.state,
    code_challenge: await challengeOf(request.verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  window.location.assign(address);
}

/**
 * Exchanges the authorization code.
 *
 * @returns tokens and the path to return to
 * @throws Error with a message for the user
 */
export async function completeSignIn(
  provider: Provider,
  query: URLSearchParams,
): Promise<{ tokens: Tokens; returnTo: string }> {
  const request = pending.takePending();
  if (request === null || query.get('state') !== request.state)
    throw new Error('this response does not belong to a sign-in in this window');
  const refusal = query.get('error_description') ?? query.get('error');
  if (refusal !== null) throw new Error(`the identity provider refused the sign-in: ${refusal.slice(0, 200)}`);
  const tokens = await requestTokens(provider, {
    grant_type: 'authorization_code',
    code: query.get('code') ?? '',
    redirect_uri: request.redirectUri,
    code_verifier: request.verifier,
  });
  return { tokens, returnTo: request.returnTo };
}

/** Renews the tokens. @throws Error if the user must sign in again */
export async function renew(provider: Provider, { refreshToken }: Tokens): Promise<Tokens> {
  if (refreshToken === null) throw new Error('the sign-in has expired');
  const tokens = await requestTokens(provider, { grant_type: 'refresh_token', refresh_token: refreshToken });
  return { ...tokens, refreshToken: tokens.refreshToken ?? refreshToken };
}

/** URL of the provider's logout (OpenID RP-Initiated Logout 1.0), or null. */
export async function signOutAddress(provider: Provider, { idToken }: Tokens, back: string): Promise<string | null> {
  const { end_session_endpoint: endpoint } = await discover(provider);
  if (endpoint === undefined) return null;
  const address = new URL(endpoint);
  address.searchParams.set('id_token_hint', idToken);
  address.searchParams.set('client_id', provider.clientId);
  address.searchParams.set('post_logout_redirect_uri', back);
  return address.href;
}

async function requestTokens(provider: Provider, form: Readonly<Record<string, string>>): Promise<Tokens> {
  const { token_endpoint: endpoint } = await discover(provider);
  const body = new URLSearchParams({ ...form, client_id: provider.clientId });
  const response = await fetch(endpoint, { method: 'POST', body });
  const answer = (await response.json()) as { id_token?: string; refresh_token?: string; expires_in?: number };
  if (!response.ok || answer.id_token === undefined) throw new Error('the identity provider returned no token');
  return {
    idToken: answer.id_token,
    refreshToken: answer.refresh_token ?? null,
    expiresAt: Date.now() + (answer.expires_in ?? DEFAULT_LIFETIME_SECONDS) * 1_000,
  };
}

const DEFAULT_LIFETIME_SECONDS = 300;
const RANDOM_BYTES = 32;

const random = (): string => base64Url(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)));

/** RFC 7636 §4.2. */
const challengeOf = async (verifier: string): Promise<string> =>
  base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
