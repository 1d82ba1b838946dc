import { describe, expect, it } from 'vitest';
import { linkDifference, MOST_NAMED_LINKS } from '#core/diff/link-difference.ts';

describe('the difference of two sets of links', () => {
  it('has what one of them has alone, in the order of the addresses', () => {
    expect(linkDifference(new Set(['b', 'a', 'c']), new Set(['d', 'b', 'aa']))).toEqual({
      added: 2,
      removed: 2,
      addedUrls: ['aa', 'd'],
      removedUrls: ['a', 'c'],
    });
  });

  it('counts all links and names the first', () => {
    const many = new Set(Array.from({ length: MOST_NAMED_LINKS + 10 }, (_, n) => `http://a.example/${n + 100}`));

    const { added, removed, addedUrls } = linkDifference(new Set(), many);

    expect([added, removed, addedUrls.length, addedUrls[0]]).toEqual([60, 0, 50, 'http://a.example/100']);
  });
});
