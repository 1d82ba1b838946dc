import { type Pathology, page } from '#test/site/pathology.ts';

/** `/flaky/<k>?by=<status|reset|stall>&retry-after=<s>`: fails k times per URL, then is a page. */
export const flaky: Pathology = {
  name: 'flaky',
  about: 'Fails k times, then works: a retry heals it, and costs what it costs.',
  examples: {
    '/flaky/1': 'stored',
    '/flaky/2?by=502': 'stored',
    '/flaky/2?by=429': 'stored',
    '/flaky/2?by=reset': 'stored',
    '/flaky/9': 'failed(http-5xx)',
    '/flaky/9?by=reset': 'failed(reset)',
  },
  handle: (exchange) => {
    const times = Number(exchange.part(1));
    const by = exchange.url.searchParams.get('by') ?? '503';
    if (exchange.context.earlier >= times) return exchange.html(page(`works after ${times} failures by ${by}`));
    if (by === 'reset') {
      exchange.raw(null).resetAndDestroy();
      return;
    }
    const after = exchange.url.searchParams.get('retry-after');
    exchange.html(page('not yet'), Number(by), after === null ? {} : { 'retry-after': after });
  },
};
