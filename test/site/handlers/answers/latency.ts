import { type Pathology, page } from '#test/site/pathology.ts';

/** `/latency/<ms>`: an ordinary page after that long. */
export const latency: Pathology = {
  name: 'latency',
  about: 'An ordinary page with a latency of your choice.',
  examples: { '/latency/0': 'stored', '/latency/50': 'stored' },
  handle: async (exchange) => {
    const ms = Number(exchange.part(1));
    if (await exchange.wait(ms)) exchange.html(page(`after ${ms} ms`, [], exchange.path.replaceAll(/[<&]/g, '')));
  },
};
