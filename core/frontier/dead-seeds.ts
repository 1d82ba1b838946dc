import * as z from 'zod';
import { FailReason, SkipReason } from '#core/execution/outcome.ts';

/** Most dead seeds that are kept by name; the others are counted. */
const MOST_NAMED = 10;
const MOST_URL = 2_083;
const MOST_DETAIL = 200;

/** A seed, or the end of a seed's redirects, that brought no page. */
export const DeadSeed = z.object({
  url: z.string().max(MOST_URL),
  reason: z.union([SkipReason, FailReason]),
  /** The rule, the error or the HTTP status that decided, as its task has it; '' where the reason says it all. */
  detail: z.string().max(MOST_DETAIL),
  /** Place among the seeds of the workflow: rank of its task, 0 where a rule refused it before it was one. */
  rank: z.int().nonnegative(),
});
export type DeadSeed = z.infer<typeof DeadSeed>;

/** Seeds without a page: how many, and the first of them by rank. */
export const DeadSeeds = z.object({ count: z.int().nonnegative(), first: z.array(DeadSeed).max(MOST_NAMED) });
export type DeadSeeds = z.infer<typeof DeadSeeds>;

export const NO_DEAD_SEEDS: DeadSeeds = { count: 0, first: [] };

/** Counts one more. Which are named does not depend on the order in which workers report. */
export function withDeadSeed({ count, first }: DeadSeeds, seed: DeadSeed): DeadSeeds {
  const cut = { ...seed, url: seed.url.slice(0, MOST_URL), detail: seed.detail.slice(0, MOST_DETAIL) };
  const named = [...first, cut].sort((a, b) => a.rank - b.rank || (a.url < b.url ? -1 : 1));
  return { count: count + 1, first: named.slice(0, MOST_NAMED) };
}

const ADDRESS_RANGES: Readonly<Record<string, string>> = {
  loopback: 'an address of this machine',
  private: 'an address of a private network',
  metadata: 'an address where clouds hand out credentials',
};

/** Each reason as the end of “Surf got no page from URL: …”. A function where the detail belongs into the sentence. */
const WORDS: Readonly<Record<DeadSeed['reason'], (detail: string) => string>> = {
  'invalid-url': () => 'the URL is not valid',
  scheme: () => 'the workflow does not allow its scheme',
  'url-too-long': () => 'the URL is longer than the workflow allows',
  'blocked-address': blockedAddressWords,
  blocklist: (rule) => `it is on the blocklist${inBrackets(rule)}`,
  blacklist: (rule) => `it is on the workflow's blacklist${inBrackets(rule)}`,
  excluded: (rule) => `the exclude pattern ${rule} matches it`,
  'outside-scope': () => 'it is outside the scope',
  'not-included': () => 'no include pattern matches it',
  'not-selected': () => 'the URL selector does not match it',
  extension: (rule) => `the workflow ignores ${rule} files`,
  nofollow: () => 'the link is marked nofollow',
  robots: () => 'robots.txt disallows it',
  trap: (rule) => `it looks like a crawler trap${inBrackets(rule)}`,
  'content-type': (rule) => `its content type is not accepted${inBrackets(rule)}`,
  'too-large': () => 'it is larger than limits.pageBytes',
  'too-many-redirects': () => 'it redirects too often',
  dns: (message) => message || 'its host name does not resolve',
  connect: (message) => `the connection failed${inBrackets(message)}`,
  tls: (message) => `the TLS handshake failed${inBrackets(message)}`,
  timeout: (message) => `the request timed out${inBrackets(message)}`,
  reset: () => 'the server closed the connection',
  truncated: () => 'the response ended early',
  protocol: (message) => `the response is not valid HTTP${inBrackets(message)}`,
  decode: () => 'the response could not be decompressed',
  'http-4xx': (status) => `the server answered ${status || '4xx'}`,
  'http-5xx': (status) => `the server answered ${status || '5xx'}`,
  blocked: (service) => `a bot wall answered${inBrackets(service)}`,
  'robots-unreachable': () => 'robots.txt could not be fetched, so nothing on the host may be requested',
  'no-room': (message) => `it made room for other hosts each time: ${message}`,
  'worker-died': () => 'the worker that fetched it died each time',
  stuck: () => 'the crawl made no progress with it',
  internal: (message) => `Surf failed on it${inBrackets(message)}`,
};

/** The rule is a port, a range, or the sentence of the connection that was refused. */
function blockedAddressWords(rule: string): string {
  if (/^port \d+/.test(rule)) return `${rule} belongs to another protocol`;
  const range = rangeOf(rule);
  const kind = ADDRESS_RANGES[range] ?? `in a range that Surf never requests${inBrackets(range)}`;
  return range === rule ? `it is ${kind}` : `${rule}: ${kind}`;
}

/** `private` of “the address 10.0.0.1 is private”. */
const rangeOf = (rule: string): string => rule.slice(rule.lastIndexOf(' ') + 1);

const inBrackets = (detail: string): string => (detail === '' ? '' : ` (${detail})`);

/** Why a seed brought no page, as the end of a sentence that begins with its URL. */
export const deadSeedWords = ({ reason, detail }: Pick<DeadSeed, 'reason' | 'detail'>): string => WORDS[reason](detail);

/** Did Surf refuse the seed because private networks are closed? Only then opening them helps. */
export const isClosedNetwork = ({ reason, detail }: Pick<DeadSeed, 'reason' | 'detail'>): boolean =>
  reason === 'blocked-address' && /^(?:loopback|private)$/.test(rangeOf(detail));

/** “2 seeds brought no page; the first: http://a.example/: the server answered 404”; null where every seed brought one. */
export function deadSeedLine(seeds: DeadSeeds | undefined): string | null {
  const first = seeds?.first[0];
  if (seeds === undefined || first === undefined) return null;
  const what = `${first.url}: ${deadSeedWords(first)}`;
  return seeds.count === 1
    ? `1 seed brought no page: ${what}`
    : `${seeds.count} seeds brought no page; the first: ${what}`;
}
