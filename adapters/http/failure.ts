import { PROXY_FAILED, PROXY_REFUSED, PROXY_SILENT, UNREACHED } from '#adapters/http/proxy/proxy-tunnel.ts';
import { BLOCKED_ADDRESS, DNS_FAILED, DNS_SILENT } from '#adapters/http/resolver/address-guard.ts';
import { NO_FILES } from '#adapters/http/resolver/open-files.ts';
import type { FetchFailure } from '#core/fetch/fetcher.ts';

type Reason = FetchFailure['reason'];

/** Codes of undici, Node and OpenSSL. Prefixes tell other codes apart. */
const REASONS: Readonly<Record<string, Reason>> = {
  [BLOCKED_ADDRESS]: 'blocked-address',
  [DNS_FAILED]: 'dns',
  [DNS_SILENT]: 'dns',
  [PROXY_FAILED]: 'proxy',
  [PROXY_REFUSED]: 'proxy',
  [PROXY_SILENT]: 'proxy',
  [UNREACHED]: 'connect',
  ECONNREFUSED: 'connect',
  EHOSTUNREACH: 'connect',
  ENETUNREACH: 'connect',
  ENETDOWN: 'connect',
  EADDRNOTAVAIL: 'connect',
  EACCES: 'connect',
  EPERM: 'connect',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'protocol',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'protocol',
  ERR_ASSERTION: 'protocol',
  UND_ERR_INFO: 'reset', // a stream or session of HTTP/2 that the server ended
  EPROTO: 'tls',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls',
  UNABLE_TO_GET_ISSUER_CERT: 'tls',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls',
  INVALID_CA: 'tls',
  INVALID_PURPOSE: 'tls',
  HOSTNAME_MISMATCH: 'tls',
};
const PREFIXES: readonly (readonly [prefix: string, reason: Reason])[] = [
  ['HPE_', 'protocol'],
  ['ERR_HTTP2_', 'protocol'],
  ['ERR_TLS_', 'tls'],
  ['ERR_SSL_', 'tls'],
  ['CERT_', 'tls'],
  ['CRL_', 'tls'],
  ['EAI_', 'dns'],
];

/** Codes that tell whose connection failed. A timeout does not tell. */
const FAULTS: Readonly<Record<string, FetchFailure['fault']>> = {
  [PROXY_FAILED]: 'proxy',
  [PROXY_SILENT]: 'proxy-silent',
  [DNS_SILENT]: 'network',
  ENETUNREACH: 'network',
  ENETDOWN: 'network',
  EHOSTUNREACH: 'network',
  EADDRNOTAVAIL: 'network',
};

const MAX_MESSAGE = 200;

/**
 * Puts the reason for a missing answer into our words.
 *
 * @param phase `connecting` until the request was handed to a connection
 * @param secure https?
 */
export function failureOf(
  error: Error,
  phase: 'connecting' | 'waiting',
  secure: boolean,
): Pick<FetchFailure, 'reason' | 'message' | 'fault'> {
  const code = codeOf(error);
  const failure = { reason: reasonOf(code, error, { phase, secure }), message: messageOf(code, error) };
  if (NO_FILES.has(code)) return { ...failure, fault: 'open-files' };
  const fault = FAULTS[code];
  return fault === undefined ? failure : { ...failure, fault };
}

function reasonOf(code: string, error: Error, where: { phase: 'connecting' | 'waiting'; secure: boolean }): Reason {
  const known = REASONS[code] ?? PREFIXES.find(([prefix]) => code.startsWith(prefix))?.[1];
  if (known !== undefined) return known;
  if (error.name === 'HTTPParserError' || /^bad (?:response|upgrade)/.test(error.message)) return 'protocol';
  if (code !== 'ECONNRESET' && code !== 'EPIPE' && code !== 'UND_ERR_SOCKET') return 'internal';
  if (where.phase === 'waiting') return 'reset';
  return where.secure ? 'tls' : 'connect'; // closed within the handshake
}

function messageOf(code: string, error: Error): string {
  const isOurs = code.startsWith('SURF_'); // its message says it all
  const text = error.message === '' ? code : code === '' || isOurs ? error.message : `${error.message} (${code})`;
  return text.replace(/[^\x20-\x7e]+/g, ' ').slice(0, MAX_MESSAGE);
}

/** Code of an error; of several addresses that failed, the first one's counts. */
function codeOf(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code;
  const first: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
  return first instanceof Error ? codeOf(first) : '';
}
