import type { Fetcher } from '#core/fetch/fetcher.ts';

/**
 * Lets every request, robots.txt and sitemaps included, be made in HTTP/2: the workflow allows it.
 */
export const allowingHttp2 = (fetcher: Fetcher): Fetcher => ({
  fetch: (request, connections) => fetcher.fetch({ ...request, http2: true }, connections),
  ...(fetcher.address !== undefined && { address: fetcher.address.bind(fetcher) }),
  close: () => fetcher.close(),
});
