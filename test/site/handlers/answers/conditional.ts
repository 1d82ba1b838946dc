import { type Pathology, page } from '#test/site/pathology.ts';

const ETAG = 'W/"v1"';
const MODIFIED = 'Sat, 01 Jun 2024 10:00:00 GMT';

/** `/conditional/<name>`: 304 to a request with its unchanged validators. */
export const conditional: Pathology = {
  name: 'conditional',
  about: 'ETag and Last-Modified, verbatim or not at all.',
  examples: { '/conditional/page': 'stored' },
  handle: (exchange) => {
    const { headers } = exchange;
    const known = headers['if-none-match'] === ETAG || headers['if-modified-since'] === MODIFIED;
    const validators = { etag: ETAG, 'last-modified': MODIFIED };
    if (known) exchange.send(304, validators);
    else exchange.html(page(`conditional ${exchange.part(1)}`), 200, validators);
  },
};
