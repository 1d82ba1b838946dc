import { Secret } from '#core/secrets/secret.ts';

/** An HTTP proxy through which a crawl makes all of its connections (RFC 9110 §9.3.6). */
export interface ProxyAddress {
  readonly protocol: 'http:' | 'https:';
  /** Name or literal, as `URL.hostname` has it. */
  readonly hostname: string;
  readonly port: number;
  /** Value of `Proxy-Authorization` (RFC 7617); null: the proxy gets none. */
  readonly authorization: Secret | null;
  /** The name in messages: host and port, or the name of the secret; never a part of its value. */
  readonly name: string;
}

/** Why a text is not a proxy; it is not shown, because it may hold a password. */
export type ProxyFault = 'url' | 'scheme' | 'path' | 'credentials';

const DEFAULT_PORTS = { 'http:': 80, 'https:': 443 } as const;

/**
 * Reads `http://user:password@host:port`; the scheme says how Surf speaks to the proxy. The user
 * name and the password are percent-encoded (RFC 3986 §3.2.1). Without a port it is 80 or 443.
 *
 * @param name how messages call it. @default its host and port
 */
export function parseProxy(text: string, name?: string): ProxyAddress | ProxyFault {
  if (!URL.canParse(text)) return 'url';
  const { protocol, hostname, port, pathname, search, hash, username, password } = new URL(text);
  if (protocol !== 'http:' && protocol !== 'https:') return 'scheme';
  if ((pathname !== '/' && pathname !== '') || search !== '' || hash !== '') return 'path';
  const authorization = authorizationOf(username, password);
  if (authorization === undefined) return 'credentials';
  const number = port === '' ? DEFAULT_PORTS[protocol] : Number(port);
  return { protocol, hostname, port: number, authorization, name: name ?? `${hostname}:${number}` };
}

/** Undefined if they cannot be sent: a broken escape, a control character, a colon in the name. */
function authorizationOf(username: string, password: string): Secret | null | undefined {
  if (username === '' && password === '') return null;
  const [user, secret] = [decoded(username), decoded(password)];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 7617 §2 forbids them
  if (user === null || secret === null || user.includes(':') || /[\x00-\x1f\x7f]/.test(user + secret)) return undefined;
  return new Secret(`Basic ${Buffer.from(`${user}:${secret}`, 'utf8').toString('base64')}`);
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
