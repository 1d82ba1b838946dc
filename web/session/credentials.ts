import { type Provider, renew, type Tokens } from './open-id.ts';

/** Tokens are renewed this long before they expire. */
const RENEWAL_MARGIN_MS = 60_000;

/** Credentials of a session. They stay in memory. */
export type Credentials =
  | { readonly kind: 'key'; readonly key: string }
  | {
      readonly kind: 'token';
      readonly provider: Provider;
      readonly token: () => Promise<string>;
      readonly tokens: () => Tokens;
    };

/** Renews the tokens on use. Concurrent requests share one renewal. */
export function renewingCredentials(provider: Provider, first: Tokens): Credentials {
  let tokens = first;
  let renewal: Promise<Tokens> | null = null;
  const token = async (): Promise<string> => {
    if (tokens.expiresAt - Date.now() > RENEWAL_MARGIN_MS) return tokens.idToken;
    renewal ??= renew(provider, tokens);
    try {
      tokens = await renewal;
    } catch (error) {
      if (tokens.expiresAt <= Date.now()) throw error;
    } finally {
      renewal = null;
    }
    return tokens.idToken;
  };
  return { kind: 'token', provider, token, tokens: () => tokens };
}

/** Authentication headers. @throws Error if the sign-in has expired */
export async function authHeaders(credentials: Credentials | null): Promise<Readonly<Record<string, string>>> {
  if (credentials === null) return {};
  if (credentials.kind === 'key') return { 'X-Api-Key': credentials.key };
  return { Authorization: `Bearer ${await credentials.token()}` };
}
