import { type Pathology, page } from '#test/site/pathology.ts';

/** Spellings of `/spelling/~joe/` on this origin: one URL key, one request. */
const spellings = (origin: string): string[] => [
  '/spelling/~joe/',
  '/spelling/%7Ejoe/',
  '/spelling/%7ejoe/',
  '/spelling/./~joe/',
  '/spelling/x/../~joe/',
  '/spelling/~joe/#part',
  `${origin}/spelling/~joe/`,
  `${origin.replace('http:', 'HTTP:')}/spelling/~joe/`,
];

/** `/spelling/start`: the same address in many spellings. */
export const spelling: Pathology = {
  name: 'spelling',
  about: 'Escapes, dot segments, fragments and letter case that name one page.',
  examples: { '/spelling/start': 'stored', '/spelling/~joe/': 'stored' },
  handle: (exchange) => {
    exchange.html(exchange.part(1) === 'start' ? page('spellings', spellings(exchange.origin)) : page('joe'));
  },
};
