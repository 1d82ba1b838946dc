import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { authHeaders, type Credentials, renewingCredentials } from './credentials.ts';

const PROVIDER = { issuer: 'https://login.example', clientId: 'surf' };
const NOW = Date.UTC(2026, 0, 1);

let requests: string[];
let answer: () => Response;

/** An identity provider whose token response the test sets. */
async function service(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const url = String(input);
  if (url.endsWith('/.well-known/openid-configuration')) {
    return Response.json({
      issuer: PROVIDER.issuer,
      authorization_endpoint: `${PROVIDER.issuer}/auth`,
      token_endpoint: `${PROVIDER.issuer}/token`,
    });
  }
  requests.push(String(init?.body));
  return answer();
}

const tokensFor = (seconds: number): Credentials =>
  renewingCredentials(PROVIDER, { idToken: 'first', refreshToken: 'r1', expiresAt: NOW + seconds * 1_000 });

describe('credentials in memory', () => {
  beforeEach(() => {
    requests = [];
    answer = () => Response.json({ id_token: 'second', refresh_token: 'r2', expires_in: 600 });
    vi.useFakeTimers({ now: NOW });
    vi.stubGlobal('fetch', service);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('send a valid token unchanged', async () => {
    expect(await authHeaders(tokensFor(300))).toEqual({ Authorization: 'Bearer first' });
    expect(requests).toEqual([]);
  });

  it('renew a token a minute before it expires, once for concurrent requests', async () => {
    const credentials = tokensFor(30);

    const sent = await Promise.all([authHeaders(credentials), authHeaders(credentials)]);

    expect(sent).toEqual([{ Authorization: 'Bearer second' }, { Authorization: 'Bearer second' }]);
    expect(requests).toEqual(['grant_type=refresh_token&refresh_token=r1&client_id=surf']);
  });

  it('send a token that cannot be renewed until it expires, and not later', async () => {
    answer = () => Response.json({ error: 'invalid_grant' }, { status: 400 });
    const credentials = tokensFor(30);

    expect(await authHeaders(credentials)).toEqual({ Authorization: 'Bearer first' });
    vi.setSystemTime(NOW + 31_000);
    await expect(authHeaders(credentials)).rejects.toThrow('returned no token');
  });

  it('send an API key as X-Api-Key, and no header without credentials', async () => {
    expect(await authHeaders({ kind: 'key', key: 'surf_k' })).toEqual({ 'X-Api-Key': 'surf_k' });
    expect(await authHeaders(null)).toEqual({});
  });
});
