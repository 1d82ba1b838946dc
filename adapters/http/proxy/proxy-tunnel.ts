import type { Socket } from 'node:net';
import { isIPv6 } from 'node:net';
import type { buildConnector } from 'undici';
import { type ConnectReply, readConnectReply } from '#adapters/http/proxy/connect-reply.ts';
import {
  type AddressGuard,
  BLOCKED_ADDRESS,
  type ConnectionMaker,
  type ConnectManner,
  DNS_FAILED,
  DNS_SILENT,
  type PinnedTarget,
} from '#adapters/http/resolver/address-guard.ts';
import { isOutOfFiles } from '#adapters/http/resolver/open-files.ts';
import type { ProxyAddress } from '#core/secrets/proxy-address.ts';

/** Codes of the tunnel's own errors, read by `failureOf`. */
export const PROXY_FAILED = 'SURF_PROXY';
/** The proxy refuses this target, and may let others through. */
export const PROXY_REFUSED = 'SURF_PROXY_REFUSED';
export const PROXY_SILENT = 'SURF_PROXY_SILENT';
export const UNREACHED = 'SURF_UNREACHED';

/** The proxy did its part, and does not reach the target (RFC 9110 §15.6.3 to §15.6.5). */
const UNREACHED_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * Makes each connection through an HTTP proxy (CONNECT, RFC 9110 §9.3.6).
 *
 * The guard resolves and checks the target as without a proxy, and CONNECT has that very address:
 * the proxy gets no name, so that it resolves none. The proxy's own address passes the same
 * guard. TLS to the target is inside the tunnel, with the target's name; the proxy's credentials
 * are in the CONNECT request alone.
 */
export class ProxyTunnel implements ConnectionMaker {
  readonly #guard: AddressGuard;
  readonly #proxy: ProxyAddress;
  readonly #peers = new WeakMap<Socket, string>();

  constructor(guard: AddressGuard, proxy: ProxyAddress) {
    this.#guard = guard;
    this.#proxy = proxy;
  }

  /** Connects through the proxy, with the promises of `AddressGuard.connect`. */
  connect(options: buildConnector.Options, manner: ConnectManner, callback: buildConnector.Callback): void {
    this.#guard.pinned(options).then(
      (target) => this.#reach(target, { options, manner, callback }),
      (error: Error) => callback(error, null),
    );
  }

  /** The address in CONNECT: nobody sees where the proxy has connected to. */
  peerOf(socket: Socket): string | null {
    return this.#peers.get(socket) ?? null;
  }

  #reach(target: PinnedTarget, asked: Asked): void {
    const { protocol, hostname, port } = this.#proxy;
    const begun = performance.now();
    const to = { protocol, hostname: hostname.replace(/^\[|\]$/g, ''), host: hostname, port: String(port) };
    const { timeoutMs } = asked.manner;
    this.#guard.connect(to, { timeoutMs, http2: false }, (error, socket) => {
      if (error !== null) asked.callback(this.#unreachable(error), null);
      else this.#ask(socket, target, { ...asked, leftMs: timeoutMs - (performance.now() - begun) });
    });
  }

  #ask(socket: Socket, target: PinnedTarget, asked: Asked & { readonly leftMs: number }): void {
    const { options, manner, callback } = asked;
    const ignore = (): void => {};
    socket.on('error', ignore); // told by `close`
    readConnectReply(socket, asked.leftMs, (reply) => {
      const refusal = this.#refusalOf(reply, target);
      if (refusal !== null) {
        socket.destroy();
        callback(refusal, null);
        return;
      }
      socket.off('error', ignore);
      if (options.protocol !== 'https:') this.#open(socket, target, callback);
      else {
        this.#guard.secure({ ...options, httpSocket: socket }, manner, (error, secured) => {
          if (error === null) this.#open(secured, target, callback);
          else {
            socket.destroy();
            callback(error, null);
          }
        });
      }
    });
    socket.write(this.#request(target));
  }

  #open(socket: Socket, { address }: PinnedTarget, callback: buildConnector.Callback): void {
    this.#peers.set(socket, address);
    callback(null, socket);
  }

  #request({ address, port }: PinnedTarget): string {
    const authority = `${isIPv6(address) ? `[${address}]` : address}:${port}`;
    const { authorization } = this.#proxy;
    const credentials = authorization === null ? '' : `Proxy-Authorization: ${authorization.reveal()}\r\n`;
    return `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${credentials}\r\n`;
  }

  #refusalOf(reply: ConnectReply, { address, port }: PinnedTarget): Error | null {
    if ('fault' in reply) return this.#error(reply.late === true ? PROXY_SILENT : PROXY_FAILED, reply.fault);
    const { status } = reply;
    if (status < 300) return null;
    if (UNREACHED_STATUSES.has(status))
      return this.#error(UNREACHED, `answers ${status}: it does not reach ${address}:${port}`);
    if (status === 407) return this.#error(PROXY_FAILED, 'answers 407');
    return this.#error(PROXY_REFUSED, `answers ${status} to CONNECT ${address}:${port}`);
  }

  /** No text of the error is kept: it has the proxy's address, which can be part of a secret. */
  #unreachable(error: Error): Error {
    if (isOutOfFiles(error)) return error;
    const code = 'code' in error ? error.code : undefined;
    if (code === BLOCKED_ADDRESS)
      return this.#error(PROXY_FAILED, 'has an address or a port that Surf may not connect to');
    if (code === DNS_FAILED || code === DNS_SILENT) return this.#error(PROXY_FAILED, 'has a name without an address');
    if (code === 'UND_ERR_CONNECT_TIMEOUT') return this.#error(PROXY_FAILED, 'does not answer');
    const isTls = this.#proxy.protocol === 'https:' && code !== 'ECONNREFUSED';
    return this.#error(PROXY_FAILED, isTls ? 'makes no trustworthy TLS connection' : 'refuses the connection');
  }

  #error(code: string, what: string): Error {
    return Object.assign(new Error(`the proxy ${this.#proxy.name} ${what}`), { code });
  }
}

interface Asked {
  readonly options: buildConnector.Options;
  readonly manner: ConnectManner;
  readonly callback: buildConnector.Callback;
}
