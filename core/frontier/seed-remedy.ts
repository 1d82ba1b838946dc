import { type DeadSeed, isClosedNetwork, NO_NAME_SERVER } from '#core/frontier/dead-seeds.ts';
import { proxyRemedy } from '#core/frontier/waits/proxy-remedy.ts';
import { NETWORK_REMEDY } from '#core/frontier/waits/way-fault.ts';
import { robotsWaitRemedy } from '#core/robots/robots-error-cause.ts';

type Remedy = string | ((detail: string) => string | null);

/**
 * Names are fields of a workflow, with their flags in brackets. Reasons that nobody can fix have
 * no entry.
 */
const REMEDIES: Partial<Record<DeadSeed['reason'], Remedy>> = {
  scheme: 'allow its scheme in scope.schemes (--schemes)',
  'url-too-long': 'raise scope.maxUrlLength (--max-url-length)',
  blacklist: 'take it off the blacklist of the workflow, or give another address',
  excluded: 'change scope.exclude (--exclude), or give another address',
  'outside-scope': 'give the address that it redirects to as the seed, or a wider scope.mode (--scope)',
  'not-included': 'add a pattern for it to scope.include (--include)',
  robots: 'ask its owner; if the site is yours: politeness.robots: ignore (--robots ignore)',
  'content-type': typeRemedy,
  'too-large':
    'raise limits.pageBytes (--page-bytes), or take its first bytes: fetch.largePages: cut (--large-pages cut)',
  'too-many-redirects':
    'open it in a browser: a site that needs a cookie or a sign-in often redirects in a circle; fetch.cookies (--cookies) sends back what it sets, fetch.headers (--header) one of yours',
  dns: nameRemedy,
  connect: connectionRemedy,
  proxy: proxyRemedy,
  tls: 'open it in a browser to see its certificate; where the site has no https, write http://',
  timeout: 'try again later, or wait longer with fetch.timeoutSeconds (--timeout-seconds)',
  reset: 'try again later, more slowly with politeness.delaySeconds (--delay)',
  'http-4xx': refusalRemedy,
  'http-5xx': 'try again later: the fault is on its server',
  'robots-unreachable': robotsRemedy,
};

/** A name server that does not answer says nothing about the name. */
function nameRemedy(message: string): string {
  return message.startsWith(NO_NAME_SERVER) ? `${NETWORK_REMEDY}, and try again` : 'check the spelling of its host';
}

/** A machine without a way to the address: no server has refused it. */
function connectionRemedy(message: string): string {
  return /\((?:ENETUNREACH|ENETDOWN|EADDRNOTAVAIL)\)$/.test(message)
    ? `${NETWORK_REMEDY}, and try again`
    : 'check its host and port, and that its server runs';
}

/** @param cause an error that the setting forgives, or another fault */
function robotsRemedy(cause: string): string {
  const advice =
    robotsWaitRemedy(cause) === null
      ? 'politeness.robots: ignore (--robots ignore)'
      : 'politeness.robotsError: allow (--robots-error allow)';
  return `try again later; if the site is yours: ${advice}`;
}

/** @param type as its server says: it may be anything, and users copy what they read */
function typeRemedy(type: string): string {
  const [media = 'TYPE'] = /^[\w.+-]+\/[\w.+-]+/.exec(type) ?? [];
  return `take such pages, too, with fetch.acceptTypes (--accept-types 'text/*' --accept-types ${media})`;
}

/** @param status as a text; an archive of an earlier version may not have it */
function refusalRemedy(status: string): string | null {
  if (['404', '410'].includes(status)) return 'check the address in a browser';
  if (status === '429') return 'try again later, more slowly with politeness.delaySeconds (--delay)';
  if (!['401', '403', '407'].includes(status)) return null;
  return 'it may need a sign-in or a cookie, fetch.headers (--header) sends one; or another politeness.userAgent (--user-agent)';
}

/** Advice to the user about a seed that brought no page; null if Surf knows none. */
export function seedRemedy({ reason, detail }: Pick<DeadSeed, 'reason' | 'detail'>): string | null {
  const network = { reason, detail };
  if (isClosedNetwork(network))
    return 'permit private networks: --allow-private-network; of the API settings.allowPrivateNetwork: true';
  const remedy = REMEDIES[reason] ?? null;
  return typeof remedy === 'function' ? remedy(detail) : remedy;
}
