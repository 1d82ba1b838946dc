import type { Pathology } from '#test/site/pathology.ts';

const LOCATIONS: Readonly<Record<string, string | undefined>> = {
  none: undefined,
  empty: '',
  unparsable: 'http://[',
  scheme: 'ftp://127.0.0.1/file',
  script: 'javascript:alert(1)',
  spaces: '/redirect-broken/a page',
  fragment: '/redirect-broken/page#part',
};

/**
 * `/redirect-broken/<kind>`: a redirect without Location, or with one that is not a web address.
 */
export const redirectBroken: Pathology = {
  name: 'redirect-broken',
  about: 'Redirects without Location or with a broken one: recorded, never fatal.',
  examples: {
    '/redirect-broken/none': null,
    '/redirect-broken/empty': null,
    '/redirect-broken/unparsable': null,
    '/redirect-broken/scheme': null,
    '/redirect-broken/script': null,
    '/redirect-broken/spaces': 'redirected',
    '/redirect-broken/fragment': 'redirected',
  },
  handle: (exchange) => {
    const kind = exchange.part(1);
    if (!(kind in LOCATIONS)) return exchange.html('<title>reached</title>');
    const location = LOCATIONS[kind];
    exchange.send(302, { 'content-type': 'text/html', ...(location === undefined ? {} : { location }) }, 'moved');
  },
};
