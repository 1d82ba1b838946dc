import { expect, it } from 'vitest';
import { NO_DROPPED_LINKS, withDroppedLinks } from '#core/execution/dropped-links.ts';

it('counts links that nobody read, and names the ten pages with the most, in any order', () => {
  const pages = [5, 12, 1, 9, 3, 11, 7, 2, 10, 4, 8, 6].map((links) => ({ url: `http://a.example/${links}`, links }));

  const dropped = pages.reduce(withDroppedLinks, NO_DROPPED_LINKS);

  expect([dropped.links, dropped.pages]).toEqual([78, 12]);
  expect(dropped.first.map(({ links }) => links)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
});
