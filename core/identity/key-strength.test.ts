import { describe, expect, it } from 'vitest';
import { type ApiKey, keyHash, keyIdOf } from '#core/identity/api-key.ts';
import { revocationOf } from '#core/identity/key-strength.ts';

const keyOf = (name: string, change: Partial<ApiKey> = {}): ApiKey => {
  const hash = keyHash(name);
  return {
    v: 1,
    id: keyIdOf(hash),
    hash,
    prefix: name,
    name,
    owner: 'anna',
    role: 'standard',
    ancestors: [],
    createdAt: 1,
    expiresAt: null,
    revokedAt: null,
    ...change,
  };
};
const own = keyOf('own', { role: 'premium', expiresAt: 100 });
const parent = keyOf('parent', { role: 'premium', expiresAt: 100 });
const made = keyOf('made', { role: 'premium', expiresAt: 100, ancestors: [parent.id, own.id] });

describe('a key revokes', () => {
  it.each([
    ['itself', own, own, null],
    ['a key that was made with it', made, own, null],
    ['another key that is weaker', keyOf('weak', { expiresAt: 50 }), own, null],
    ['another key as strong as itself', keyOf('same', { role: 'premium', expiresAt: 100 }), own, null],
    ['no key that it was made with', parent, made, 'ancestor'],
    ['no key of a stronger role', keyOf('root', { role: 'administrator', expiresAt: 50 }), own, 'stronger-role'],
    ['no key that ends later', keyOf('long', { expiresAt: 101 }), own, 'ends-later'],
    ['no key without end, when it has one', keyOf('endless'), own, 'ends-later'],
  ])('%s', (_, target, by, reason) => {
    const decision = revocationOf(target, { by, role: by.role });

    expect(decision).toEqual(reason === null ? { allowed: true } : { allowed: false, reason });
  });

  it('no key that its caller is too weak for, because the owner of both lost a role', () => {
    const strong = keyOf('strong', { role: 'premium', expiresAt: 10 });

    expect(revocationOf(strong, { by: own, role: 'standard' })).toEqual({ allowed: false, reason: 'stronger-role' });
  });
});

it('a person revokes each key that they see', () => {
  const root = keyOf('root', { role: 'administrator' });

  expect(revocationOf(root, { by: null, role: 'standard' })).toEqual({ allowed: true });
});
