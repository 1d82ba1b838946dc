import { describe, expect, it } from 'vitest';
import { keyHash } from '#core/identity/api-key.ts';
import { firstKeyHashIn } from './first-key.ts';

describe('the first key', () => {
  it('is in the secret as JSON', () => {
    expect(firstKeyHashIn('{"key": "0123456789012345678901234567890123456789"}')).toBe(
      keyHash('0123456789012345678901234567890123456789'),
    );
  });

  it.each([[null], [''], ['0123456789012345678901234567890123456789'], ['{"key": "short"}'], ['{"key": 1}'], ['{}']])(
    'is nobody’s when the secret is %s',
    (secret) => expect(firstKeyHashIn(secret)).toBeNull(),
  );
});
