import { type Pathology, page } from '#test/site/pathology.ts';

/** `/slow-headers?ms=<wait>`: connection taken at once, status line late. */
export const slowHeaders: Pathology = {
  name: 'slow-headers',
  about: 'The answer begins after a wait.',
  examples: { '/slow-headers?ms=200': 'stored', '/slow-headers?ms=4000': 'failed(timeout)' },
  handle: async (exchange) => {
    if (await exchange.wait(exchange.number('ms', 1_000))) exchange.html(page('late'));
  },
};
