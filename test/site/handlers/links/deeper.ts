import { type Pathology, page } from '#test/site/pathology.ts';

/**
 * `/deeper/`: a relative link without slash at the start, served under every path:
 * `/deeper/a/b/a/b/…`.
 */
export const deeper: Pathology = {
  name: 'deeper',
  about: 'A wrong relative link makes the path longer on every page.',
  examples: { '/deeper/about/about/about/about/about': 'skipped(trap)' },
  endless: ['/deeper/'],
  handle: (exchange) => exchange.html(page('deeper and deeper', ['products/list/', 'about/us/'])),
};
