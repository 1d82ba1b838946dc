import { formatPath, valueAt, type WorkflowFault } from '#core/faults/workflow-fault.ts';
import { type ProxyFault, parseProxy } from '#core/secrets/proxy-address.ts';

const PATH = ['fetch', 'proxy'] as const;

/** Faults of the URL of a proxy, each the end of a sentence. */
const WORDS: Readonly<Record<ProxyFault, string>> = {
  url: 'is not a URL',
  scheme: 'has another scheme than http and https',
  path: 'has a path',
  credentials: 'has a user name that cannot be sent',
};
const EXAMPLE = 'write http://HOST:PORT, or https://HOST:PORT where the proxy itself speaks TLS';
const SOCKS = 'Surf speaks to HTTP proxies only (CONNECT), not SOCKS; many proxies offer both, on two ports';
const SECRET =
  'write fetch.proxy: {secretRef: PROXY} and put the whole URL with user and password into the variable ' +
  'SURF_SECRET_PROXY; docs/reference/workflow.md, “Secrets”, has files and servers';

/** A user name before the host, of any scheme or none. */
const USER_INFO = /^[^/?#]*(?:\/\/[^/?#]*)?@/;

/** The URL of a proxy is one, and has no password: it is not shown, since it can hold one. */
export function proxyFaults(document: unknown): WorkflowFault[] {
  const given = valueAt(document, [...PATH]);
  if (typeof given !== 'string' || given === '') return [];
  if (USER_INFO.test(given)) {
    const describe = () => `${formatPath(PATH)} has a user name; Surf stores no value of a secret`;
    return [{ code: 'SECRET_LITERAL', path: PATH, describe, remedy: SECRET }];
  }
  const proxy = parseProxy(given);
  if (typeof proxy !== 'string') return [];
  const remedy = /^socks/i.test(given) ? SOCKS : EXAMPLE;
  return [{ code: 'FIELD_INVALID', path: PATH, describe: () => `${formatPath(PATH)} ${WORDS[proxy]}`, remedy }];
}
