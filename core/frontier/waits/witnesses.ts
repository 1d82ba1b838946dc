import { hostKeyOf } from '#core/politeness/hosts/host-key.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { originOf } from '#core/url/origin.ts';

/** Most origins that are kept. */
export const MOST_WITNESSES = 3;

/**
 * Origins that answered, each of another host: the first of the crawl, and the last ones. A unit
 * connects to them to tell dead hosts from a network that is gone. The first stays, so that a site
 * with many host names cannot be all of them.
 *
 * @param url a URL whose host sent a page
 */
export function withWitness(witnesses: readonly string[], url: CrawlUrl): readonly string[] {
  const origin = originOf(url);
  const [first, ...rest] = witnesses;
  if (origin === (rest.at(-1) ?? first)) return witnesses;
  const host = hostKeyOf(url);
  if (first === undefined || witnessHost(first) === host) return [origin, ...rest];
  const others = rest.filter((other) => witnessHost(other) !== host);
  return [first, ...[...others, origin].slice(1 - MOST_WITNESSES)];
}

/** Host of a witness, as politeness counts hosts. */
export const witnessHost = (origin: string): string => hostKeyOf(`${origin}/` as CrawlUrl);
