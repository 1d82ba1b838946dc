import { type Pathology, page } from '#test/site/pathology.ts';

/** `/head-answer/<status>`: HEAD is answered with that status, GET with a page. */
export const headAnswer: Pathology = {
  name: 'head-answer',
  about:
    'A server that answers HEAD otherwise than GET; with fetch.headFirst 405 and 501 are asked by GET all the same.',
  examples: { '/head-answer/200': 'stored', '/head-answer/405': 'stored', '/head-answer/501': 'stored' },
  handle: (exchange) => {
    const status = exchange.method === 'HEAD' ? Number(exchange.part(1)) : 200;
    exchange.html(page(`HEAD is answered with ${exchange.part(1)}`), status);
  },
};
