import { describe, expect, it } from 'vitest';
import { deflatedText, inflatedText } from '#core/bytes/deflated-text.ts';

const OCTETS = Uint8Array.from({ length: 600 }, (_, n) => n % 256);

describe('deflatedText', () => {
  it('keeps every octet, and none', () => {
    expect(new Uint8Array(inflatedText(deflatedText(OCTETS), 600))).toEqual(OCTETS);
    expect(inflatedText(deflatedText(new Uint8Array()), 600)).toHaveLength(0);
  });

  it('is shorter than text that repeats its words', () => {
    const rules = Buffer.from('Disallow: /wp-admin/\nDisallow: /wp-includes/\n'.repeat(20));

    expect(deflatedText(rules).length).toBeLessThan(100);
  });

  it('is not inflated beyond the limit', () => {
    const bomb = deflatedText(new Uint8Array(1_000_000));

    expect(() => inflatedText(bomb, 999_999)).toThrow(/larger than/);
  });

  it('is refused where it is damaged', () => {
    expect(() => inflatedText('////', 600)).toThrow();
  });
});
