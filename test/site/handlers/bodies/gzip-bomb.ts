import { createGzip } from 'node:zlib';
import type { Pathology } from '#test/site/pathology.ts';

/** `/gzip-bomb?mb=<size>`: about a thousandth on the wire of what it unpacks to. */
export const gzipBomb: Pathology = {
  name: 'gzip-bomb',
  about: 'A small body that unpacks to a very large one: the cap holds for decoded bytes, while unpacking.',
  examples: { '/gzip-bomb?mb=50': 'skipped(too-large)' },
  handle: async (exchange) => {
    exchange.response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
    const gzip = createGzip({ level: 9 });
    gzip.pipe(exchange.response);
    gzip.on('error', () => undefined);
    const part = Buffer.alloc(1_048_576, ' ');
    for (let mb = 0; mb < exchange.number('mb', 50) && !exchange.over; mb++) {
      await new Promise<void>((resolve) => gzip.write(part, () => resolve()));
    }
    gzip.end();
  },
};
