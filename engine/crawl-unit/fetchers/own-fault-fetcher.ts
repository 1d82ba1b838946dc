import { SurfError } from '#core/error.ts';
import type { Fetcher, FetchResult } from '#core/fetch/fetcher.ts';

/**
 * Ends the unit where this process has no file descriptor left for a connection: the host did
 * nothing, so neither its robots.txt nor its pages may fail for it.
 */
export const refusingOwnFaults = (fetcher: Fetcher): Fetcher => ({
  fetch: async (request, connections) => checked(await fetcher.fetch(request, connections)),
  ...(fetcher.address !== undefined && { address: fetcher.address.bind(fetcher) }),
  ...(fetcher.reach !== undefined && { reach: fetcher.reach.bind(fetcher) }),
  close: () => fetcher.close(),
});

/** @throws SurfError OPEN_FILES_EXHAUSTED */
function checked(result: FetchResult): FetchResult {
  if (result.ok || result.fault !== 'open-files') return result;
  throw new SurfError('OPEN_FILES_EXHAUSTED', `this process may not open more connections: ${result.message}`, {
    remedy: 'raise the limit (ulimit -n 4096), or crawl fewer hosts at once (hostsPerWorker)',
    retryable: true,
  });
}
