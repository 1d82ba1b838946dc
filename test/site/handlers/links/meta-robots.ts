import { type Pathology, page } from '#test/site/pathology.ts';

/**
 * `/meta-robots/<value>` says it in the page, with `?by=header` in X-Robots-Tag. The link leads to
 * `/meta-robots/seen-from-…`.
 */
export const metaRobots: Pathology = {
  name: 'meta-robots',
  about: 'noindex is stored and flagged; nofollow takes the links off; own-agent tags only add to it.',
  examples: {
    '/meta-robots/noindex': 'stored',
    '/meta-robots/nofollow': 'stored',
    '/meta-robots/none': 'stored',
    '/meta-robots/NOINDEX, NoFollow': 'stored',
    '/meta-robots/nofollow?by=header': 'stored',
    '/meta-robots/googlebot: nofollow?by=header': 'stored',
  },
  handle: (exchange) => {
    const value = exchange.part(1);
    const link = `/latency/0?from=${encodeURIComponent(`${value} by ${exchange.url.searchParams.get('by') ?? 'meta'}`)}`;
    const body = page(`robots: ${value}`, [link]);
    if (exchange.url.searchParams.get('by') === 'header') exchange.html(body, 200, { 'x-robots-tag': value });
    else exchange.html(body.replace('<title>', `<meta name="Robots" content="${value}"><title>`));
  },
};
