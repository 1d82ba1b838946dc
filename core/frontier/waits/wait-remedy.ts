import { proxyRemedy } from '#core/frontier/waits/proxy-remedy.ts';
import { NETWORK_AWAY, NETWORK_REMEDY, type WayGone } from '#core/frontier/waits/way-fault.ts';
import { robotsWaitRemedy } from '#core/robots/robots-error-cause.ts';

/** Cause of a wait that a 429 or 503 asked for (RFC 9110 §10.2.3). */
export const RETRY_AFTER_CAUSE = 'the host asked for a pause (Retry-After)';

/** The same cause where every host of a crawl waits: the detail of the task. */
const PAUSED = /^(?:429|503) |\(Retry-After\)$/;

/** Beginning of each fault of proxy or network that a wait names. */
const WAYS: readonly (readonly [begin: string, way: WayGone['way']])[] = [
  ['the proxy ', 'proxy'],
  [NETWORK_AWAY, 'network'],
];

/** Advice about a way out that is gone. */
export const wayRemedy = ({ way, detail }: WayGone): string => (way === 'proxy' ? proxyRemedy(detail) : NETWORK_REMEDY);

/** Advice to a user who waits; null: there is nothing to do but wait. */
export function waitRemedy(cause: string): string | null {
  const way = WAYS.find(([begin]) => cause.startsWith(begin))?.[1];
  if (way !== undefined)
    return `Surf tries it again before the crawl pauses, and no URL has lost a try; ${wayRemedy({ way, detail: cause })}`;
  if (PAUSED.test(cause))
    return 'the host asks Surf to come back later: it does by itself, or stop it (surf stop) and continue later (surf resume)';
  return robotsWaitRemedy(cause);
}
