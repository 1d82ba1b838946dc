import { lookup } from 'node:dns/promises';
import { isIPv6, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { isBlockedAddress, isBlockedPort } from '#core/fetch/address.ts';
import { type ConnectTarget, type ConnectTo, findConnectTo } from '#core/fetch/connect-to.ts';
import { parseIpLiteral } from '#core/fetch/ip-literal.ts';

/** All addresses of a host name, best first. Rejects when it has none. */
export type Resolver = (name: string) => Promise<readonly string[]>;

export interface AddressGuardOptions {
  /** Opens private and loopback addresses; never link-local or metadata ones. */
  readonly allowPrivateNetwork: boolean;
  readonly connectTo: readonly ConnectTo[];
  /** @default the system's resolver, IPv4 first */
  readonly resolver?: Resolver;
}

/** Codes of the guard's own errors, read by `failureOf`. */
export const BLOCKED_ADDRESS = 'SURF_BLOCKED_ADDRESS';
export const DNS_FAILED = 'SURF_DNS';

const DNS_TTL_MS = 60_000;
const MAX_NAMES = 1_000;
const MAX_TIMEOUTS = 16;

type Address = { readonly address: string; readonly family: 4 | 6 };
type Connector = buildConnector.connector;

/**
 * Makes connections to checked addresses only.
 *
 * A name is refused if any of its addresses is blocked; the socket is given the very addresses that were checked, so
 * nothing can change between check and connection; the peer's address is checked once more when it is connected.
 */
export class AddressGuard {
  readonly #options: AddressGuardOptions;
  readonly #resolve: Resolver;
  readonly #names = new Map<string, { readonly addresses: Promise<readonly Address[]>; readonly until: number }>();
  /** By connect timeout. */
  readonly #connectors = new Map<number, Connector>();

  constructor(options: AddressGuardOptions) {
    this.#options = options;
    this.#resolve = options.resolver ?? systemResolver;
  }

  /** undici's `connect` option: where to, checks, TCP and TLS. The TLS name stays the URL's host. */
  connect(options: buildConnector.Options, timeoutMs: number, callback: buildConnector.Callback): void {
    const target = this.#targetOf(options);
    const refusal = this.#refusalOf(target);
    if (refusal !== null) {
      queueMicrotask(() => callback(refusal, null));
      return;
    }
    const hostname = target.host.startsWith('[') ? target.host.slice(1, -1) : target.host;
    this.#connectorOf(timeoutMs)({ ...options, hostname, port: String(target.port) }, (...answer) => {
      const [error, socket] = answer;
      const blocked = error === null ? this.#blockedError(socket.remoteAddress ?? '') : null;
      if (blocked === null) {
        callback(...answer);
        return;
      }
      socket?.on('error', () => {}).destroy();
      callback(blocked, null);
    });
  }

  #targetOf({ hostname, port, protocol }: buildConnector.Options): ConnectTarget {
    const from = {
      host: hostname.includes(':') ? `[${hostname}]` : hostname,
      port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
    };
    return findConnectTo(this.#options.connectTo, from.host, from.port) ?? from;
  }

  #refusalOf(target: ConnectTarget): Error | null {
    if (isBlockedPort(target.port)) return guardError(BLOCKED_ADDRESS, `port ${target.port} is of another protocol`);
    return this.#blockedError(target.host);
  }

  /** @param host literal, or a name, which passes here and is checked when it is resolved */
  #blockedError(host: string): Error | null {
    const { blocked, range } = isBlockedAddress(host, this.#options);
    return blocked ? guardError(BLOCKED_ADDRESS, `the address ${host} is ${range}`) : null;
  }

  #connectorOf(timeoutMs: number): Connector {
    const known = this.#connectors.get(timeoutMs);
    if (known !== undefined) return known;
    if (this.#connectors.size >= MAX_TIMEOUTS) this.#connectors.clear();
    const connector = buildConnector({ timeout: timeoutMs, allowH2: false, lookup: this.#lookup });
    this.#connectors.set(timeoutMs, connector);
    return connector;
  }

  /** What net and tls ask for a name's addresses. */
  readonly #lookup: LookupFunction = (name, options, callback) => {
    this.#addressesOf(name).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all === true) callback(null, [...addresses]);
        else callback(null, first?.address ?? '', first?.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };

  #addressesOf(name: string): Promise<readonly Address[]> {
    const now = performance.now();
    const known = this.#names.get(name);
    if (known !== undefined && known.until > now) return known.addresses;
    this.#names.delete(name);
    if (this.#names.size >= MAX_NAMES) this.#names.delete(this.#names.keys().next().value ?? '');
    const addresses = this.#checkedAddresses(name);
    this.#names.set(name, { addresses, until: now + DNS_TTL_MS });
    addresses.catch(() => this.#names.delete(name)); // a failure is asked again
    return addresses;
  }

  async #checkedAddresses(name: string): Promise<readonly Address[]> {
    const found = await this.#resolve(name).catch((error: unknown) => {
      throw guardError(DNS_FAILED, `the name ${name} has no address`, error);
    });
    if (found.length === 0) throw guardError(DNS_FAILED, `the name ${name} has no address`);
    for (const address of found) {
      const blocked = parseIpLiteral(address) === null ? guardError(BLOCKED_ADDRESS, 'not an address') : null;
      const refusal = blocked ?? this.#blockedError(address);
      if (refusal !== null) throw guardError(BLOCKED_ADDRESS, `${name}: ${refusal.message}`);
    }
    return found.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  }
}

async function systemResolver(name: string): Promise<readonly string[]> {
  const found = await lookup(name, { all: true, order: 'ipv4first' });
  return found.map(({ address }) => address);
}

function guardError(code: string, message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code });
}
