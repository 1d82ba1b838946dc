import { describe, expect, it } from 'vitest';
import { checkedObjectKey, checkedPrefix, isObjectKey } from '#core/archive/object-key.ts';

describe('object keys', () => {
  it.each(['a', 'a/b/c.warc.gz', '...', 'a..b/.c', 'A_-.9', 'x'.repeat(512)])('$0 is one', (key) => {
    expect(isObjectKey(key)).toBe(true);
    expect(checkedObjectKey(key)).toBe(key);
  });

  it.each([
    '',
    '/',
    '/a',
    'a/',
    'a//b',
    '.',
    '..',
    'a/..',
    '../a',
    'a/./b',
    'a b',
    'a\\b',
    'é',
    '~a',
    'a\n',
    'x'.repeat(513),
  ])('$0 is none', (key) => {
    expect(isObjectKey(key)).toBe(false);
    expect(() => checkedObjectKey(key)).toThrow(expect.objectContaining({ code: 'FIELD_INVALID' }));
  });

  it('a prefix is a key and a slash', () => {
    expect(checkedPrefix('a/b/')).toBe('a/b/');
    for (const prefix of ['', '/', 'a', 'a//', '../']) {
      expect(() => checkedPrefix(prefix)).toThrow(expect.objectContaining({ code: 'FIELD_INVALID' }));
    }
  });
});
