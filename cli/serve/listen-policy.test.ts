import { describe, expect, it } from 'vitest';
import { GivenFlags } from '#cli/args/flag.ts';
import { listenPolicy } from '#cli/serve/listen-policy.ts';
import { USUAL_ROLES } from '#core/identity/roles/role-limits.ts';

const doorOf = (...given: readonly (readonly [string, string])[]) =>
  listenPolicy(
    new GivenFlags(given.map(([flag, value]) => ({ flag, value }))),
    { clock: { monotonic: () => 0, now: () => 0, sleep: async () => undefined } } as unknown as Parameters<
      typeof listenPolicy
    >[1],
    USUAL_ROLES,
  );

const ISSUER = ['issuer', 'https://accounts.example'] as const;

describe('the door of surf serve (S15)', () => {
  it('is open to this machine only, without an issuer', async () => {
    const door = doorOf();

    expect([door.address, door.config]).toEqual(['127.0.0.1', undefined]);
    expect((await door.identify(new Request('http://127.0.0.1:8000/v1/me'))).user).toBe('local');
    expect(doorOf(['listen', '::1']).address).toBe('::1');
  });

  it.each(['0.0.0.0', '192.0.2.1', '::', 'surf.example'])('does not listen on %s without an issuer', (address) => {
    expect(() => doorOf(['listen', address])).toThrow('nobody signs in');
    expect(doorOf(['listen', address], ISSUER, ['audience', 'surf']).address).toBe(address);
  });

  it('requires credentials once an issuer is named, and tells pages where to sign in', async () => {
    const door = doorOf(ISSUER, ['client-id', 'surf']);

    await expect(door.identify(new Request('http://127.0.0.1:8000/v1/me'))).rejects.toMatchObject({
      code: 'SIGN_IN_REQUIRED',
    });
    expect(door.config).toEqual({ issuer: 'https://accounts.example', clientId: 'surf', stage: 'local' });
  });

  it('refuses an issuer without audience, one that is none, and what makes no sense without one', () => {
    expect(() => doorOf(ISSUER)).toThrow('without audience');
    expect(() => doorOf(['issuer', 'accounts.example'], ['audience', 'x'])).toThrow('is not an issuer');
    expect(() => doorOf(['administrator', 'anna'])).toThrow('--administrator without --issuer');
  });
});
