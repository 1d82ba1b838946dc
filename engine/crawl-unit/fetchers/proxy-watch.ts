import type { Fetcher, FetchFailure, FetchResult } from '#core/fetch/fetcher.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { originOf } from '#core/url/origin.ts';

/** Failures in a row after which the proxy counts as gone. */
const MOST_FAILURES = 3;

/** They say nothing of the proxy: Surf asked it for nothing, or has cut the request. */
const NEUTRAL: ReadonlySet<FetchFailure['reason']> = new Set(['dns', 'blocked-address', 'internal', 'no-room']);

/**
 * Ends the unit when its proxy is gone, before each URL has used up its tries on it.
 *
 * A failure that is the proxy's alone counts each time. Silence to CONNECT counts once per origin:
 * it can be the host that the proxy waits for. Everything that comes through the proxy, also the
 * word that it does not reach or not admit a host, begins the count again.
 *
 * @param gone called with the failure's words
 */
export function watchingProxy(fetcher: Fetcher, gone: (words: string) => void): Fetcher {
  let failures = 0;
  const silent = new Set<string>();
  const note = (url: CrawlUrl, result: FetchResult): void => {
    if (!result.ok && (NEUTRAL.has(result.reason) || result.unsent === true)) return;
    const fault = result.ok ? undefined : result.fault;
    if (fault === 'proxy') failures += 1;
    else if (fault === 'proxy-silent') silent.add(originOf(url));
    else {
      failures = 0;
      silent.clear();
    }
    if (!result.ok && failures + silent.size >= MOST_FAILURES) gone(result.message);
  };
  return {
    fetch: async (request, connections) => {
      const result = await fetcher.fetch(request, connections);
      note(request.url, result);
      return result;
    },
    ...(fetcher.address !== undefined && { address: fetcher.address.bind(fetcher) }),
    ...(fetcher.reach !== undefined && { reach: fetcher.reach.bind(fetcher) }),
    close: () => fetcher.close(),
  };
}
