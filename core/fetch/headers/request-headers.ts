import type { RequestRules } from '#core/fetch/fetch-rules.ts';
import type { HeaderSecrets } from '#core/secrets/header-secrets.ts';
import type { HeaderValue } from '#core/secrets/header-value.ts';
import { type CrawlUrl, parseCrawlUrl } from '#core/url/crawl-url.ts';
import { originOf } from '#core/url/origin.ts';
import { seedUrl } from '#core/url/seed/seed.ts';

export type HeaderPair = readonly [name: string, value: string];

/** The fetcher and `politeness` set these. */
const OWNED = new Set([
  'user-agent',
  'host',
  'connection',
  'accept-encoding',
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'upgrade',
  'expect',
  'te',
  'trailer',
]);

/** Is this a header that only Surf sets? */
export const isOwnedHeader = (name: string): boolean => OWNED.has(name.toLowerCase());

const MEDIA_RANGE = /^[\w.+-]+\/(?:\*|[\w.+-]+)$/;
const MAX_ACCEPT = 1_000;

/**
 * The headers of a request, in the order they are sent: User-Agent, Accept, then the configured
 * ones.
 *
 * A secret header goes to the origins of the seeds only, and of these only to the ones that its
 * owner has bound it to: same scheme, host and port (RFC 6454 §5). A politeness key would be too
 * wide: it merges http with https and all ports. A redirect is a task with a separate URL, so the
 * rule covers it. A configured Accept replaces the default. Surf ignores configured headers that
 * the fetcher sets.
 *
 * @param of.seedOrigins the result of `seedOriginsOf` for the same workflow
 * @param of.secrets values of its secret headers; Surf does not send one without a value
 */
export function requestHeaders(
  workflow: RequestRules,
  url: CrawlUrl,
  of: { readonly seedOrigins: ReadonlySet<string>; readonly secrets: HeaderSecrets },
): HeaderPair[] {
  const { headers, acceptTypes } = workflow.fetch;
  const pairs: HeaderPair[] = [['User-Agent', workflow.politeness.userAgent]];
  const configured: HeaderPair[] = [];
  let accept = true;
  for (const [name, given] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (OWNED.has(lower)) continue;
    const value = sentValue(given, name, { ...of, origin: originOf(url) });
    if (value === null) continue;
    if (lower === 'accept') accept = false;
    configured.push([name, value]);
  }
  if (accept) pairs.push(['Accept', acceptOf(acceptTypes)]);
  return pairs.concat(configured);
}

/** The value to send; null if the header is not sent to this origin. */
function sentValue(
  given: HeaderValue,
  name: string,
  of: { readonly seedOrigins: ReadonlySet<string>; readonly secrets: HeaderSecrets; readonly origin: string },
): string | null {
  if (typeof given === 'string') return given;
  if ('value' in given) return given.secret ? null : given.value;
  const secret = of.secrets.get(name);
  if (secret === undefined || !of.seedOrigins.has(of.origin)) return null;
  return secret.origins?.includes(of.origin) === false ? null : secret.reveal();
}

/** The origins of the seeds; a seed that is not a crawl URL has none. */
export const seedOriginsOf = ({ seeds }: Pick<RequestRules, 'seeds'>): Set<string> =>
  new Set(
    seeds.flatMap((seed) => {
      const url = parseCrawlUrl(seedUrl(seed));
      return url === null ? [] : [originOf(url)];
    }),
  );

/**
 * The value of Accept. `*+xml` is not a media range (RFC 9110 §12.5.1): the weak wildcard at the
 * end covers such patterns.
 */
function acceptOf(acceptTypes: readonly string[]): string {
  const ranges = acceptTypes.filter((type) => MEDIA_RANGE.test(type)).join(', ');
  return ranges === '' || ranges.length > MAX_ACCEPT ? '*/*' : `${ranges}, */*;q=0.1`;
}
