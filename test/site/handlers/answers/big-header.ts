import { type Pathology, page } from '#test/site/pathology.ts';

/** `/big-header?bytes=<n>`: one header of n bytes. */
export const bigHeader: Pathology = {
  name: 'big-header',
  about: 'A head larger than most clients take.',
  examples: { '/big-header?bytes=4000': 'stored', '/big-header?bytes=1000000': null },
  handle: (exchange) => exchange.html(page('big head'), 200, { 'x-big': 'b'.repeat(exchange.number('bytes', 4_000)) }),
};
