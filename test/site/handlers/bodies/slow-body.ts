import { type Pathology, page } from '#test/site/pathology.ts';

/** `/slow-body?ms=<pause>&parts=<n>`: the body comes in n parts with a pause before each. */
export const slowBody: Pathology = {
  name: 'slow-body',
  about: 'The head comes at once, the body in drops.',
  examples: { '/slow-body?ms=100&parts=5': 'stored', '/slow-body?ms=4000&parts=2': null },
  handle: async (exchange) => {
    const parts = exchange.number('parts', 10);
    const body = page('drop by drop', [], 'x'.repeat(parts * 20));
    const size = Math.ceil(body.length / parts);
    exchange.response.writeHead(200, { 'content-type': 'text/html', 'content-length': String(body.length) });
    exchange.response.flushHeaders();
    for (let i = 0; i < parts; i++) {
      if (!(await exchange.wait(exchange.number('ms', 100)))) return;
      exchange.response.write(body.slice(i * size, (i + 1) * size));
    }
    exchange.response.end();
  },
};
