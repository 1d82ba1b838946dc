import { type Pathology, page } from '#test/site/pathology.ts';

/** `/rate-limit/<n>?gap=<ms>`: 429 with Retry-After unless the host had peace for that long. */
export const rateLimit: Pathology = {
  name: 'rate-limit',
  about: '429 to each request within the gap, for any address.',
  examples: {},
  endless: ['/rate-limit/1?gap=500'],
  handle: (exchange) => {
    const { previousAt } = exchange.context;
    const gap = exchange.number('gap', 500);
    if (previousAt !== null && Date.now() - previousAt < gap) {
      exchange.html(page('too fast'), 429, { 'retry-after': String(Math.ceil(gap / 1_000)) });
    } else exchange.html(page('thank you for waiting', [`/rate-limit/${Number(exchange.part(1)) + 1}?gap=${gap}`]));
  },
};
