import { type Pathology, page } from '#test/site/pathology.ts';

const BODY = page('the same page everywhere', ['/duplicate/1', '/duplicate/2', '/duplicate/3', '/duplicate/linked']);

/** `/duplicate/<anything>`: the same bytes under every address. */
export const duplicate: Pathology = {
  name: 'duplicate',
  about: 'One body under many addresses: one is stored, the others are duplicates of it, links are followed.',
  examples: { '/duplicate/1': null, '/duplicate/2': null, '/duplicate/3': null },
  handle: (exchange) => exchange.html(BODY),
};
