import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

/** The address from which the proxy connects: a server that sees another one was asked directly. */
export const PROXY_SOURCE = '127.0.0.9';

export interface ConnectProxyOptions {
  /** `user:password` without which it answers 407. @default nobody is asked */
  readonly credentials?: string;
  /** It speaks TLS with this certificate. @default it speaks in clear */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Answers each CONNECT instead of it; false: it is left to the proxy. */
  readonly answer?: (socket: Socket, head: string) => boolean;
}

/** An HTTP proxy on 127.0.0.1 that knows CONNECT, and remembers the targets. */
export interface ConnectProxy {
  readonly port: number;
  /** `http://127.0.0.1:40123` */
  readonly url: string;
  /** Heads of the requests, in order. */
  readonly heads: readonly string[];
  /** `127.0.0.2:8080` of each CONNECT. */
  readonly targets: readonly string[];
  open(): number;
  close(): Promise<void>;
}

export async function startConnectProxy(options: ConnectProxyOptions = {}): Promise<ConnectProxy> {
  const heads: string[] = [];
  const targets: string[] = [];
  const sockets = new Set<Socket>();
  const serve = (socket: Socket): void => {
    keep(sockets, socket);
    readHead(socket, (head) => {
      heads.push(head);
      const [, target = ''] = /^CONNECT (\S+) HTTP\/1\.1\r\n/.exec(head) ?? [];
      targets.push(target);
      if (options.answer?.(socket, head) !== true) tunnel(socket, { target, head, options, sockets });
    });
  };
  const server: Server = options.tls === undefined ? createServer(serve) : createTlsServer(options.tls, serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `${options.tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    heads,
    targets,
    open: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function keep(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket);
  socket.on('error', () => {}).on('close', () => sockets.delete(socket));
}

function readHead(socket: Socket, done: (head: string) => void): void {
  let text = '';
  const read = (chunk: Buffer): void => {
    text += chunk.toString('latin1');
    if (!text.includes('\r\n\r\n')) return;
    socket.off('data', read).pause();
    done(text);
  };
  socket.on('data', read);
}

interface Tunnel {
  readonly target: string;
  readonly head: string;
  readonly options: ConnectProxyOptions;
  readonly sockets: Set<Socket>;
}

function tunnel(socket: Socket, { target, head, options, sockets }: Tunnel): void {
  const { credentials } = options;
  const expected = `Proxy-Authorization: Basic ${Buffer.from(credentials ?? '').toString('base64')}\r\n`;
  if (target === '') socket.end('HTTP/1.1 405 Method Not Allowed\r\nContent-Length: 0\r\n\r\n');
  else if (credentials !== undefined && !head.includes(expected))
    socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="p"\r\n\r\n');
  else {
    const colon = target.lastIndexOf(':');
    const host = target.slice(0, colon).replace(/^\[|\]$/g, '');
    const to = connect({ host, port: Number(target.slice(colon + 1)), localAddress: PROXY_SOURCE });
    keep(sockets, to);
    const refuse = (): unknown => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    to.on('error', refuse);
    to.on('connect', () => {
      to.off('error', refuse).on('error', () => socket.resetAndDestroy()); // what is a tunnel says no HTTP
      socket.write('HTTP/1.1 200 Connection Established\r\nVia: 1.1 test\r\n\r\n');
      socket.pipe(to);
      to.pipe(socket);
    });
    socket.on('close', () => to.destroy());
  }
}
