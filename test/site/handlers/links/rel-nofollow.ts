import type { Pathology } from '#test/site/pathology.ts';

/**
 * `/rel-nofollow/start`: one target linked nofollow only, one linked both ways, from here and from
 * the next page.
 */
export const relNofollow: Pathology = {
  name: 'rel-nofollow',
  about: 'A key skipped for nofollow is decided again when another link reaches it otherwise.',
  examples: { '/rel-nofollow/start': 'stored' }, // `/` would be another link to the others
  handle: (exchange) => {
    if (exchange.part(1) === 'start') {
      exchange.html(`<title>start</title>
<a rel="nofollow" href="/rel-nofollow/never">never</a>
<a rel="ugc NoFollow" href="/rel-nofollow/both-here">no</a> <a href="/rel-nofollow/both-here">yes</a>
<a rel="nofollow,noopener" href="/rel-nofollow/both-later">later</a>
<a href="/rel-nofollow/next">next</a>`);
    } else if (exchange.part(1) === 'next') {
      exchange.html('<title>next</title><a rel="me" href="/rel-nofollow/both-later">yes</a>');
    } else exchange.html(`<title>${exchange.part(1)}</title>`);
  },
};
