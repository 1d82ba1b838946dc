import type { Pathology } from '#test/site/pathology.ts';

const LINE = '<p>A line of a very long page, like the ones that print a whole database.</p>\n';

/** `/huge?bytes=<n>`: a page of n bytes, its last link at the very end. */
export const huge: Pathology = {
  name: 'huge',
  about: 'A large page; over pageBytes it is skipped(too-large) and nothing of it is archived.',
  examples: { '/huge?bytes=900000': 'stored', '/huge?bytes=1100000': 'skipped(too-large)' },
  handle: (exchange) => {
    const bytes = exchange.number('bytes', 5_000_000);
    const end = '<a href="/latency/0?from=huge">the last link</a></body></html>\n';
    const text = `<!doctype html><title>huge</title><body>\n${LINE.repeat(Math.ceil(bytes / LINE.length))}`;
    exchange.html(text.slice(0, bytes - end.length) + end);
  },
};
