import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { Provider } from 'oidc-provider';

const REDIRECT = 'http://127.0.0.1:8000/';

/** A private key as the provider takes it. */
export async function signingKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' };
}

/**
 * A real OpenID provider on this machine: two public clients, `surf` and `other`; everybody may
 * sign in under any name.
 */
export class OpenIdProvider {
  readonly issuer: string;
  /** Number of requests for its keys. */
  keyRequests = 0;
  readonly #server: Server;
  #provider: Provider;

  private constructor(server: Server, key: JWK) {
    this.#server = server;
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.#provider = providerOf(this.issuer, key);
    server.on('request', (request, response) => {
      if (request.url === '/jwks') this.keyRequests += 1;
      void this.#provider.callback()(request, response);
    });
  }

  /** @param port @default a free one */
  static async start(key: JWK, port = 0): Promise<OpenIdProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return new OpenIdProvider(server, key);
  }

  /** Signs with another key from now on, and names no other. */
  rotate(key: JWK): void {
    this.#provider = providerOf(this.issuer, key);
  }

  /** Signs `login` in as a browser does, with PKCE. @returns the ID token */
  async signIn(login: string, client = 'surf'): Promise<string> {
    const verifier = randomBytes(32).toString('base64url');
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const query = new URLSearchParams({
      client_id: client,
      response_type: 'code',
      redirect_uri: REDIRECT,
      scope: 'openid email',
      state: 's',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    });
    const code = new URL(await this.browse(`${this.issuer}/auth?${query}`, login)).searchParams.get('code') ?? '';
    const answer = await fetch(`${this.issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        client_id: client,
        redirect_uri: REDIRECT,
        code_verifier: verifier,
      }),
    });
    const { id_token: token } = (await answer.json()) as { id_token?: string };
    if (token === undefined) throw new Error(`no token: ${answer.status}`);
    return token;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /**
   * Follows redirects and fills in the forms for name and consent, as a browser and its user.
   * @returns where the provider sends them back to
   */
  async browse(start: string, login: string): Promise<string> {
    const cookies = new Map<string, string>();
    let next: { address: string; form?: URLSearchParams } = { address: start };
    for (let steps = 0; steps < 12; steps += 1) {
      const answer = await fetch(next.address, {
        method: next.form === undefined ? 'GET' : 'POST',
        redirect: 'manual',
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        ...(next.form !== undefined && { body: next.form }),
      });
      for (const cookie of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        cookies.set(name, value);
      }
      const location = answer.headers.get('location');
      if (location !== null && !location.startsWith('/') && !location.startsWith(this.issuer)) return location;
      next =
        location === null
          ? { address: next.address, form: formIn(await answer.text(), login) }
          : { address: new URL(location, this.issuer).href };
    }
    throw new Error('the provider never came back');
  }
}

function formIn(html: string, login: string): URLSearchParams {
  const prompt = /name="prompt" value="(\w+)"/.exec(html)?.[1] ?? '';
  return new URLSearchParams(prompt === 'login' ? { prompt, login, password: 'any' } : { prompt });
}

function providerOf(issuer: string, key: JWK): Provider {
  const client = (client_id: string) => ({
    client_id,
    redirect_uris: [REDIRECT, `${REDIRECT}signed-in`, `${REDIRECT}test/signed-in`], // the last of a deployment's stage
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code' as const],
    token_endpoint_auth_method: 'none' as const,
    application_type: 'native' as const,
  });
  return new Provider(issuer, {
    clients: [client('surf'), client('other')],
    jwks: { keys: [key as never] },
    clientBasedCORS: () => true, // the console asks for its tokens from its own origin
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    cookies: { keys: ['a key of the test'] },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: `${id}@example.org`, email_verified: true }),
    }),
  });
}
