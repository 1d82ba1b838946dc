import type { Pathology } from '#test/site/pathology.ts';

const BASES: Readonly<Record<string, string>> = {
  relative: '<base href="/base-href/deep/er/">',
  second: '<base target="_top"><base href="/base-href/deep/er/"><base href="/base-href/wrong/">',
  broken: '<base href="http://[">',
  scheme: '<base href="data:text/html,x">',
  late: '',
};

/**
 * `/base-href/<kind>`: `<a href="page">` means `/base-href/deep/er/page`, or `/base-href/page`
 * where the base does not count.
 */
export const baseHref: Pathology = {
  name: 'base-href',
  about: 'The first base with an href counts, even behind a link; one that is not an http(s) address does not.',
  examples: {
    '/base-href/relative': 'stored',
    '/base-href/second': 'stored',
    '/base-href/broken': 'stored',
    '/base-href/scheme': 'stored',
    '/base-href/late': 'stored',
  },
  handle: (exchange) => {
    const kind = exchange.part(1);
    const base = BASES[kind];
    if (base === undefined) exchange.html(`<title>${exchange.url.pathname}</title>`);
    else {
      const late = kind === 'late' ? '<base href="/base-href/deep/er/">' : '';
      exchange.html(`<head>${base}<title>${kind}</title></head><a href="${kind}-page">page</a>${late}`);
    }
  },
};
