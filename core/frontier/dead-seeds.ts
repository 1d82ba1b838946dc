import * as z from 'zod';
import { FailReason, SkipReason } from '#core/model/outcome.ts';
import { REASON_TABLE } from '#core/model/reason-table.ts';

/** Most dead seeds that are kept by name; the others are counted. */
const MOST_NAMED = 10;
const MOST_URL = 2_083;
const MOST_DETAIL = 200;

/** A seed, or the end of a seed's redirects, that brought no page. */
export const DeadSeed = z.object({
  url: z.string().max(MOST_URL),
  reason: z.union([SkipReason, FailReason]),
  /**
   * The rule, the error or the HTTP status that decided, as its task has it; '' where the reason
   * says it all.
   */
  detail: z.string().max(MOST_DETAIL),
  /**
   * Place among the seeds of the workflow: rank of its task, 0 where a rule refused it before it
   * was one.
   */
  rank: z.int().nonnegative(),
  index: z
    .string()
    .max(MOST_URL)
    .optional()
    .describe('The index of the workflow that lists this sitemap. Absent: the workflow names it itself.'),
});
export type DeadSeed = z.infer<typeof DeadSeed>;

/** Seeds without a page: their number, and the first of them by rank. */
export const DeadSeeds = z.object({ count: z.int().nonnegative(), first: z.array(DeadSeed).max(MOST_NAMED) });
export type DeadSeeds = z.infer<typeof DeadSeeds>;

export const NO_DEAD_SEEDS: DeadSeeds = { count: 0, first: [] };

/** Counts one more. The order in which workers report does not change the named ones. */
export function withDeadSeed({ count, first }: DeadSeeds, seed: DeadSeed): DeadSeeds {
  const { index } = seed;
  const cut = {
    ...seed,
    url: seed.url.slice(0, MOST_URL),
    detail: seed.detail.slice(0, MOST_DETAIL),
    ...(index !== undefined && { index: index.slice(0, MOST_URL) }),
  };
  const named = [...first, cut].sort((a, b) => a.rank - b.rank || (a.url < b.url ? -1 : 1));
  return { count: count + 1, first: named.slice(0, MOST_NAMED) };
}

/** Beginning of the detail of `dns` if no name server answered. */
export const NO_NAME_SERVER = 'no name server tells the address of';

/** Detail of `too-many-redirects` where a seed leads back to itself. */
export const REDIRECT_CIRCLE = 'it leads back to itself';

const ADDRESS_RANGES: Readonly<Record<string, string>> = {
  loopback: 'an address of this machine',
  private: 'an address of a private network',
  metadata: 'an address where clouds hand out credentials',
};

const SEED_WORDS: ReadonlyMap<string, string> = new Map(REASON_TABLE.map((row) => [row.code, row.seedWords]));

/** Sentences of reasons that depend on the detail. The table has those of the others. */
const BY_DETAIL: Partial<Record<DeadSeed['reason'], (detail: string) => string>> = {
  'blocked-address': blockedAddressWords,
  connect: connectionWords,
  dns: (message) => message || wordsOf('dns', message),
  'too-many-redirects': (detail) =>
    detail === REDIRECT_CIRCLE ? 'it redirects in a circle' : wordsOf('too-many-redirects', detail),
  'http-4xx': (status) => `the server answered ${status || '4xx'}`,
  'http-5xx': (status) => `the server answered ${status || '5xx'}`,
};

const wordsOf = (reason: DeadSeed['reason'], detail: string): string =>
  (SEED_WORDS.get(reason) ?? reason).replace(/\{detail\}|\{\(detail\)\}/, (place) =>
    place === '{detail}' ? detail : inBrackets(detail),
  );

/** @param message of Node, for example `connect ECONNREFUSED 10.0.0.1:80 (ECONNREFUSED)` */
function connectionWords(message: string): string {
  const [, place] = /^connect ECONNREFUSED (\S+)/.exec(message) ?? [];
  return place === undefined ? wordsOf('connect', message) : `the connection was refused: nothing listens on ${place}`;
}

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

/** Reason why a seed brought no page, as the end of a sentence that begins with its URL. */
export const deadSeedWords = ({ reason, detail }: Pick<DeadSeed, 'reason' | 'detail'>): string =>
  BY_DETAIL[reason]?.(detail) ?? wordsOf(reason, detail);

/** Did Surf refuse the seed because private networks are closed? Only then opening them helps. */
export const isClosedNetwork = ({ reason, detail }: Pick<DeadSeed, 'reason' | 'detail'>): boolean =>
  reason === 'blocked-address' && /^(?:loopback|private)$/.test(rangeOf(detail));

/**
 * “2 seeds brought no page; the first: http://a.example/: the server answered 404”; null where
 * every seed brought one.
 */
export function deadSeedLine(seeds: DeadSeeds | undefined): string | null {
  const first = seeds?.first[0];
  if (seeds === undefined || first === undefined) return null;
  const what = `${first.url}: ${deadSeedWords(first)}`;
  return seeds.count === 1
    ? `1 seed brought no page: ${what}`
    : `${seeds.count} seeds brought no page; the first: ${what}`;
}
