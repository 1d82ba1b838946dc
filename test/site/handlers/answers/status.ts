import { type Pathology, page } from '#test/site/pathology.ts';

/** `/status/<code>?retry-after=<text>`: that status with a body, always. */
export const status: Pathology = {
  name: 'status',
  about: 'Every status code, with Retry-After where the query has it.',
  examples: {
    '/status/201': 'stored',
    '/status/204': null,
    '/status/300': null,
    '/status/304': null,
    '/status/400': 'failed(http-4xx)',
    '/status/401': 'failed(http-4xx)',
    '/status/403': null,
    '/status/404': 'failed(http-4xx)',
    '/status/410': 'failed(http-4xx)',
    '/status/451': 'failed(http-4xx)',
    '/status/500': 'failed(http-5xx)',
    '/status/501': 'failed(http-5xx)',
    '/status/503': 'failed(http-5xx)',
  },
  endless: ['/status/503?retry-after=3600', '/status/503?retry-after=Wed, 21 Oct 2015 07:28:00 GMT'],
  handle: (exchange) => {
    const code = Number(exchange.part(1));
    const after = exchange.url.searchParams.get('retry-after');
    exchange.html(page(`status ${code}`), code, after === null ? {} : { 'retry-after': after });
  },
};
