import { constants } from 'node:crypto';
import { isIPv6, type LookupFunction, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { NameCache, type Resolver } from '#adapters/http/resolver/name-cache.ts';
import { isOutOfFiles } from '#adapters/http/resolver/open-files.ts';
import { createSystemResolver } from '#adapters/http/resolver/system-resolver.ts';
import { isBlockedAddress, isBlockedPort } from '#core/fetch/address/address.ts';
import { type ConnectTarget, type ConnectTo, findConnectTo } from '#core/fetch/address/connect-to.ts';
import { parseIpLiteral } from '#core/fetch/address/ip-literal.ts';
import { NO_NAME_SERVER } from '#core/frontier/dead-seeds.ts';

export interface AddressGuardOptions {
  /** Opens private and loopback addresses; never link-local or metadata ones. */
  readonly allowPrivateNetwork: boolean;
  readonly connectTo: readonly ConnectTo[];
  /** @default DNS, and the system's own look-up behind it */
  readonly resolver?: Resolver;
  /** The DNS cache. @default a private one */
  readonly names?: NameCache;
}

/** Codes of the guard's own errors, read by `failureOf`. */
export const BLOCKED_ADDRESS = 'SURF_BLOCKED_ADDRESS';
export const DNS_FAILED = 'SURF_DNS';
/** No name server answered: nothing is known of the name. */
export const DNS_SILENT = 'SURF_DNS_SILENT';

const MAX_CONNECTORS = 16;
/**
 * Said for each connection, because Node's defaults come from its environment:
 * `NODE_TLS_REJECT_UNAUTHORIZED`, and in `NODE_OPTIONS` `--tls-min-v1.0` and `--tls-cipher-list`
 * (https://nodejs.org/api/tls.html). TLS 1.2 is the oldest version in use (RFC 8996).
 */
const STRICT_TLS = {
  rejectUnauthorized: true,
  minVersion: 'TLSv1.2',
  ciphers: constants.defaultCoreCipherList,
} as const;

type Address = { readonly address: string; readonly family: 4 | 6 };
type Connector = buildConnector.connector;

/** A checked address of a target, and its port. */
export interface PinnedTarget {
  readonly address: string;
  readonly port: number;
}

/** Makes the connections of a fetcher: the guard itself, or a tunnel behind it. */
export interface ConnectionMaker {
  connect(options: buildConnector.Options, manner: ConnectManner, callback: buildConnector.Callback): void;
  /** Address of the host at the other end of a connection that it has made; null: not known. */
  peerOf(socket: Socket): string | null;
}

export interface ConnectManner {
  readonly timeoutMs: number;
  /** Offer HTTP/2 in the TLS handshake? */
  readonly http2: boolean;
}

/**
 * Makes connections to checked addresses only.
 *
 * A name is refused if any of its addresses is blocked. They are checked in each connect, also
 * those that are remembered, and the socket is given the very addresses that were checked: a name
 * that changes meanwhile (DNS rebinding) changes nothing. The peer's address is checked once more
 * when it is connected.
 */
export class AddressGuard implements ConnectionMaker {
  readonly #options: AddressGuardOptions;
  readonly #names: NameCache;
  /** Connectors by connect timeout and protocol. */
  readonly #connectors = new Map<string, Connector>();

  constructor(options: AddressGuardOptions) {
    this.#options = options;
    this.#names = options.names ?? new NameCache(options.resolver ?? createSystemResolver());
  }

  /** undici's `connect` option: address, checks, TCP and TLS. The TLS name stays the URL's host. */
  connect(options: buildConnector.Options, manner: ConnectManner, callback: buildConnector.Callback): void {
    const target = this.#targetOf(options);
    const refusal = this.#refusalOf(target);
    if (refusal !== null) {
      queueMicrotask(() => callback(refusal, null));
      return;
    }
    const hostname = target.host.startsWith('[') ? target.host.slice(1, -1) : target.host;
    this.#connectorOf(manner)({ ...options, hostname, port: String(target.port) }, (...answer) => {
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

  peerOf(socket: Socket): string | null {
    return socket.remoteAddress ?? null;
  }

  /** Begins TLS on a connection that is there (`httpSocket`), for the URL's host. */
  secure(options: buildConnector.Options, manner: ConnectManner, callback: buildConnector.Callback): void {
    this.#connectorOf(manner)(options, callback);
  }

  /**
   * The first address to which a connection would be made, checked as `connect` checks it.
   * @throws Error BLOCKED_ADDRESS, DNS_FAILED, DNS_SILENT, or of a process without file descriptors
   */
  async pinned(options: Pick<buildConnector.Options, 'hostname' | 'port' | 'protocol'>): Promise<PinnedTarget> {
    const { host, port } = this.#targetOf(options);
    const refusal = this.#refusalOf({ host, port });
    if (refusal !== null) throw refusal;
    const literal = host.replace(/^\[|\]$/g, '');
    if (parseIpLiteral(literal) !== null) return { address: literal, port };
    const [first] = await this.#checkedAddresses(host);
    if (first === undefined) throw guardError(DNS_FAILED, `the name ${host} has no address`);
    return { address: first.address, port };
  }

  /**
   * The first address to which a connection for this origin would be made; null: the name has none,
   * or one is refused.
   */
  async firstAddress({
    hostname,
    port,
    protocol,
  }: Pick<URL, 'hostname' | 'port' | 'protocol'>): Promise<string | null> {
    const { host } = this.#targetOf({ hostname: hostname.replace(/^\[|\]$/g, ''), port, protocol });
    const literal = host.replace(/^\[|\]$/g, '');
    if (parseIpLiteral(literal) !== null) return literal;
    const addresses = await this.#checkedAddresses(host).catch(() => []);
    return addresses[0]?.address ?? null;
  }

  #targetOf({
    hostname,
    port,
    protocol,
  }: Pick<buildConnector.Options, 'hostname' | 'port' | 'protocol'>): ConnectTarget {
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

  #connectorOf({ timeoutMs, http2 }: ConnectManner): Connector {
    const name = `${timeoutMs} ${http2}`;
    const known = this.#connectors.get(name);
    if (known !== undefined) return known;
    if (this.#connectors.size >= MAX_CONNECTORS) this.#connectors.clear();
    const protocols = { allowH2: http2, preferH2: http2 };
    const connector = buildConnector({ timeout: timeoutMs, ...protocols, ...STRICT_TLS, lookup: this.#lookup });
    this.#connectors.set(name, connector);
    return connector;
  }

  /** Resolver that net and tls call for a name's addresses. */
  readonly #lookup: LookupFunction = (name, options, callback) => {
    this.#checkedAddresses(name).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all === true) callback(null, [...addresses]);
        else callback(null, first?.address ?? '', first?.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };

  async #checkedAddresses(name: string): Promise<readonly Address[]> {
    const found = await this.#names.addresses(name).catch((error: unknown) => {
      if (isOutOfFiles(error)) throw error;
      throw unknownName(name, error);
    });
    for (const address of found) {
      const blocked = parseIpLiteral(address) === null ? guardError(BLOCKED_ADDRESS, 'not an address') : null;
      const refusal = blocked ?? this.#blockedError(address);
      if (refusal !== null) throw guardError(BLOCKED_ADDRESS, `${name}: ${refusal.message}`);
    }
    return found.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  }
}

/** Without a network, or with a name server that is down, the name may well have an address. */
function unknownName(name: string, error: unknown): Error {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EAI_AGAIN') return guardError(DNS_SILENT, `${NO_NAME_SERVER} ${name}`, error);
  return guardError(DNS_FAILED, `the name ${name} has no address`, error);
}

function guardError(code: string, message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code });
}
