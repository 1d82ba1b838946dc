import { SurfError } from '#core/error.ts';

/**
 * Connects to another address than the URL's; Host header, TLS name, robots and keys keep the
 * URL's.
 */
export interface ConnectTo {
  /** Host name as in a URL (lower case, IPv6 in brackets), and port; null matches all. */
  readonly host: string | null;
  readonly port: number | null;
  /** Host to connect to instead; null keeps the URL's. */
  readonly toHost: string | null;
  readonly toPort: number | null;
}

export interface ConnectTarget {
  readonly host: string;
  readonly port: number;
}

const FORM = /^(\[[^\]]*\]|[^:[\]]*):(\d*):(\[[^\]]*\]|[^:[\]]*):(\d*)$/;

/**
 * Reads `HOST1:PORT1:HOST2:PORT2`, as curl's option of the same name: requests to HOST1:PORT1 go to
 * HOST2:PORT2. Empty parts match all on the left, and keep the URL's on the right. IPv6 addresses
 * are in brackets.
 *
 * @throws SurfError `CONNECT_TO_INVALID`
 */
export function parseConnectTo(text: string): ConnectTo {
  const match = text.length <= 1_000 ? FORM.exec(text) : null;
  if (match === null) throw invalid(text, 'it is not HOST1:PORT1:HOST2:PORT2');
  const [, host = '', port = '', toHost = '', toPort = ''] = match;
  if (toHost === '' && toPort === '') throw invalid(text, 'it names no address to connect to');
  return {
    host: parseHost(host, text),
    port: parsePort(port, text),
    toHost: parseHost(toHost, text),
    toPort: parsePort(toPort, text),
  };
}

/**
 * Target of the connection for a URL's host and port; the first rule that matches decides.
 *
 * @param host as in the URL: lower case, IPv6 in brackets
 * @returns null when no rule matches
 */
export function findConnectTo(rules: readonly ConnectTo[], host: string, port: number): ConnectTarget | null {
  for (const rule of rules) {
    if ((rule.host === null || rule.host === host) && (rule.port === null || rule.port === port)) {
      return { host: rule.toHost ?? host, port: rule.toPort ?? port };
    }
  }
  return null;
}

function parseHost(text: string, whole: string): string | null {
  if (text === '') return null;
  const hostname = /[/?#@\\]/.test(text) ? undefined : URL.parse(`http://${text}/`)?.hostname;
  if (hostname === undefined || hostname === '') throw invalid(whole, `${JSON.stringify(text)} is not a host`);
  return hostname;
}

function parsePort(text: string, whole: string): number | null {
  if (text === '') return null;
  const port = Number(text);
  if (port < 1 || port > 65_535) throw invalid(whole, `${text} is not a port`);
  return port;
}

const invalid = (text: string, why: string): SurfError =>
  new SurfError('CONNECT_TO_INVALID', `cannot use ${JSON.stringify(text.slice(0, 200))} as connect-to: ${why}`, {
    remedy: 'write HOST1:PORT1:HOST2:PORT2, for example example.org:443:127.0.0.1:8443, or ::127.0.0.1:8080 for all',
  });
