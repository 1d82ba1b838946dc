import type { Pathology } from '#test/site/pathology.ts';

/** Two addresses that point to each other, and one to itself. */
export const redirectLoop: Pathology = {
  name: 'redirect-loop',
  about: 'Redirects that lead back: each address is requested once.',
  examples: { '/redirect-loop/a': 'redirected', '/redirect-loop/self': 'redirected' },
  handle: (exchange) => {
    const next = { a: 'b', b: 'a', self: 'self' }[exchange.part(1)] ?? 'a';
    exchange.redirect(302, `/redirect-loop/${next}`);
  },
};
