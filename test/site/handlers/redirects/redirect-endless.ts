import type { Pathology } from '#test/site/pathology.ts';

/** `/redirect-endless/<n>` leads to n + 1, for ever. */
export const redirectEndless: Pathology = {
  name: 'redirect-endless',
  about: 'A chain without end, each hop a new address: the hop after the tenth is skipped.',
  examples: { '/redirect-endless/0': 'redirected', '/redirect-endless/9': 'redirected' },
  handle: (exchange) => exchange.redirect(302, `/redirect-endless/${Number(exchange.part(1)) + 1}`),
};
