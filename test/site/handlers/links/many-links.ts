import { type Pathology, page } from '#test/site/pathology.ts';

/** `/many-links?n=<n>`: n different links on one page, each to a page without links. */
export const manyLinks: Pathology = {
  name: 'many-links',
  about: 'Very many links on one page.',
  examples: { '/many-links?n=20': 'stored' },
  endless: ['/many-links?n=100000'],
  handle: (exchange) => {
    const links = Array.from({ length: exchange.number('n', 1_000) }, (_, i) => `/many-links/${i}`);
    exchange.html(exchange.part(1) === '' ? page('many links', links) : page(`leaf ${exchange.part(1)}`));
  },
};
