import { proxyRemedy } from '#core/frontier/waits/proxy-remedy.ts';
import { robotsWaitRemedy } from '#core/robots/robots-error-cause.ts';

/** Advice to a user who waits; null: there is nothing to do but wait. */
export function waitRemedy(cause: string): string | null {
  if (cause.startsWith('the proxy '))
    return `Surf tries it again before the crawl pauses, and no URL has lost a try; ${proxyRemedy(cause)}`;
  return robotsWaitRemedy(cause);
}
