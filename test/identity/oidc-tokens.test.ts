import { createHmac } from 'node:crypto';
import { decodeJwt, importJWK, type JWK, SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SystemClock } from '#adapters/embedded/system-clock.ts';
import { OidcTokens } from '#adapters/identity/oidc-tokens.ts';
import { OpenIdProvider, signingKey } from '#test/identity/open-id-provider.ts';

/** The machine's time, that a test moves on. */
class MovedClock extends SystemClock {
  ahead = 0;
  override now(): number {
    return super.now() + this.ahead;
  }
  override monotonic(): number {
    return super.monotonic() + this.ahead;
  }
}

const MINUTE = 60_000;

let key: JWK;
let provider: OpenIdProvider;
let clock: MovedClock;
let tokens: OidcTokens;
beforeEach(async () => {
  key = await signingKey('first');
  provider = await OpenIdProvider.start(key);
  clock = new MovedClock();
  tokens = new OidcTokens({ issuer: provider.issuer, audience: ['surf'], clock });
});
afterEach(() => provider.stop());

const SECOND = 1_000;

/** A token that the provider did not make. */
async function forged(change: { header?: object; claims?: object; key?: JWK } = {}): Promise<string> {
  const now = Math.floor(clock.now() / SECOND);
  const claims = { iss: provider.issuer, aud: 'surf', sub: 'mallory', iat: now, exp: now + 600, ...change.claims };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: 'first', ...change.header })
    .sign(await importJWK(change.key ?? key, 'RS256'));
}

const refused = (token: string) =>
  tokens.verify(token).then(
    () => 'taken',
    (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
  );

const plain = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

describe('sign-in with an OpenID provider (S15)', () => {
  it('takes the token that a browser gets with PKCE, and knows whom it was given to', async () => {
    const token = await provider.signIn('anna');

    expect(await tokens.verify(token)).toEqual({ id: 'anna', email: 'anna@example.org' });
    expect(decodeJwt(token)).toMatchObject({ iss: provider.issuer, aud: 'surf' });
  });

  it('refuses a token of another client', async () => {
    expect(await refused(await provider.signIn('anna', 'other'))).toMatch(/^SIGN_IN_INVALID: .*claim aud/);
  });

  it('refuses one that has expired', async () => {
    const token = await provider.signIn('anna');
    clock.ahead = 61 * MINUTE;

    expect(await refused(token)).toMatch(/^SIGN_IN_INVALID: .*expired/);
  });

  it('takes tokens of a new key a minute after it last asked, and none of the key that it replaced', async () => {
    const before = await provider.signIn('anna');
    await tokens.verify(before);
    provider.rotate(await signingKey('second'));
    const after = await provider.signIn('bert');

    const early = await refused(after);
    clock.ahead = MINUTE;
    const late = await tokens.verify(after);
    const old = await refused(before);

    expect(early).toMatch(/key is not one of the issuer/);
    expect(late.id).toBe('bert');
    expect(old).toMatch(/key is not one of the issuer/);
  });

  it('refuses what the provider did not sign', async () => {
    const own = await signingKey('first');
    const now = Math.floor(clock.now() / SECOND);
    const claims = { iss: provider.issuer, aud: 'surf', sub: 'mallory', iat: now, exp: now + 600 };
    const secret = `${plain({ alg: 'HS256', kid: 'first' })}.${plain(claims)}`;
    const hmac = createHmac('sha256', JSON.stringify(key.n)).update(secret).digest('base64url');

    expect(await tokens.verify(await forged())).toMatchObject({ id: 'mallory' }); // the forger has the key: all else is right
    expect(await refused(await forged({ key: own }))).toMatch(/signature/);
    expect(await refused(`${plain({ alg: 'none' })}.${plain(claims)}.`)).toMatch(/^SIGN_IN_INVALID/);
    expect(await refused(`${secret}.${hmac}`)).toMatch(/algorithm is not accepted/);
    expect(await refused(await forged({ claims: { iss: 'https://evil.example' } }))).toMatch(/claim iss/);
    expect(await refused(await forged({ claims: { aud: undefined } }))).toMatch(/claim aud/);
    expect(await refused(await forged({ claims: { exp: undefined } }))).toMatch(/claim exp/);
    expect(await refused(await forged({ claims: { nbf: now + 3_600 } }))).toMatch(/claim nbf/);
    expect(await refused(await forged({ claims: { sub: 'a b' } }))).toMatch(/subject/);
    expect(await refused('x'.repeat(20_000))).toMatch(/16 KiB/);
    expect(await refused('no token')).toMatch(/cannot be read/);
  });

  it('requests the keys at most once a minute, for any tokens', async () => {
    await tokens.verify(await provider.signIn('anna'));
    const flood = async () => {
      const unknown = await Promise.all(
        Array.from({ length: 50 }, (_, n) => forged({ header: { kid: `unknown-${n}` } })),
      );
      return Promise.all(unknown.map(refused));
    };

    const first = await flood();
    expect(provider.keyRequests).toBe(1);
    clock.ahead = MINUTE;
    await flood();
    await flood();

    expect(new Set(first)).toEqual(
      new Set(['SIGN_IN_INVALID: the token is not valid: its key is not one of the issuer']),
    );
    expect(provider.keyRequests).toBe(2);
  });

  it('knows the keys for an hour when the provider is down, and again when it is back', async () => {
    await tokens.verify(await forged());
    const port = Number(new URL(provider.issuer).port);
    await provider.stop();

    clock.ahead = 59 * MINUTE;
    const known = await tokens.verify(await forged());
    clock.ahead = 61 * MINUTE;
    const token = await forged();
    const over = await refused(token);
    provider = await OpenIdProvider.start(key, port);
    clock.ahead = 63 * MINUTE;

    expect(known.id).toBe('mallory');
    expect(over).toMatch(/^ISSUER_UNAVAILABLE/);
    expect((await tokens.verify(token)).id).toBe('mallory');
  });

  it('is configured with https, but on this machine, and with an audience', () => {
    const of =
      (issuer: string, audience = ['surf']) =>
      () =>
        new OidcTokens({ issuer, audience, clock });

    expect(of('http://issuer.example')).toThrow(/is not an issuer/);
    expect(of('issuer.example')).toThrow(/is not an issuer/);
    expect(of('https://issuer.example', [])).toThrow(/without audience/);
    expect(of('https://issuer.example')).not.toThrow();
  });
});
