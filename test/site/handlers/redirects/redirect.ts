import { type Pathology, page } from '#test/site/pathology.ts';

/** `/redirect/<status>/<n>`: n hops of one status to `/redirect/<status>/0`, which is a page. */
export const redirect: Pathology = {
  name: 'redirect',
  about: 'Chains of redirects, one status each; over ten hops is too many.',
  examples: {
    '/redirect/301/1': 'redirected',
    '/redirect/302/2': 'redirected',
    '/redirect/303/3': 'redirected',
    '/redirect/307/1': 'redirected',
    '/redirect/308/1': 'redirected',
    '/redirect/302/12': 'redirected',
  },
  handle: (exchange) => {
    const left = Number(exchange.part(2));
    if (left > 0) exchange.redirect(Number(exchange.part(1)), `/redirect/${exchange.part(1)}/${left - 1}`);
    else exchange.html(page(`the end of a chain of ${exchange.part(1)}`));
  },
};
