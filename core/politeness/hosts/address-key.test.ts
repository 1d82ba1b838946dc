import { describe, expect, it } from 'vitest';
import { addressKeyOf } from '#core/politeness/hosts/address-key.ts';

describe('what the bound for an address counts', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['nonsense', null],
  ])('of %s: %s', (address, key) => {
    expect(addressKeyOf(address)).toBe(key);
  });
});
