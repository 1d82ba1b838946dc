import type { Pathology } from '#test/site/pathology.ts';

/** `/echo/<name>`: the unchanged request as JSON: which headers were sent to whom. */
export const echo: Pathology = {
  name: 'echo',
  about: 'Shows the request back: for tests of headers, secrets and the user agent.',
  examples: { '/echo/request': 'stored' },
  handle: (exchange) => {
    const { method, path, headers, origin } = exchange;
    exchange.send(200, { 'content-type': 'application/json' }, JSON.stringify({ origin, method, path, headers }));
  },
};
