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

export interface HeaderOwners {
  /** The result of `seedOriginsOf` for the same workflow. */
  readonly seedOrigins: ReadonlySet<string>;
  /** Values of its secret headers; Surf does not send one without a value. */
  readonly secrets: HeaderSecrets;
}

/**
 * Makes the headers of each request, in the order they are sent: User-Agent, Accept, then the
 * configured ones.
 *
 * A secret header goes to the origins of the seeds only, and of these only to the ones that its
 * owner has bound it to: same scheme, host and port (RFC 6454 §5). A politeness key would be too
 * wide: it merges http with https and all ports. A redirect is a task with a separate URL, so the
 * rule covers it. A configured Accept replaces the default. Surf ignores configured headers that
 * the fetcher sets.
 */
export function requestHeaders(workflow: RequestRules, owners: HeaderOwners): (url: CrawlUrl) => HeaderPair[] {
  const { headers, acceptTypes } = workflow.fetch;
  const agent: HeaderPair = ['User-Agent', workflow.politeness.userAgent];
  const accept: HeaderPair = ['Accept', acceptOf(acceptTypes)];
  const given = Object.entries(headers).filter(([name]) => !isOwnedHeader(name));
  return (url) => {
    const origin = originOf(url);
    const configured: HeaderPair[] = [];
    for (const [name, header] of given) {
      const value = sentValue(header, name, { ...owners, origin });
      if (value !== null) configured.push([name, value]);
    }
    const replaced = configured.some(([name]) => name.toLowerCase() === 'accept');
    return replaced ? [agent, ...configured] : [agent, accept, ...configured];
  };
}

/** The value to send; null if the header is not sent to this origin. */
function sentValue(given: HeaderValue, name: string, of: HeaderOwners & { readonly origin: string }): string | null {
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
