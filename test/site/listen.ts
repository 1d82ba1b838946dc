import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const PORT_TRIES = 20;

/** One address of the site. */
export interface Listener {
  readonly server: Server;
  /** `http://127.0.0.2:8200`, without a slash at the end. */
  readonly origin: string;
}

export interface ListenOptions {
  /** Number of addresses. */
  readonly count: number;
  /** Port of all; 0 = a free one. */
  readonly port: number;
  readonly answer: RequestListener;
  /** @default addressAt */
  readonly addressOf?: (index: number) => string;
}

/**
 * Listens on `count` loopback addresses from 127.0.0.2 on, all on one port. Where the system has
 * 127.0.0.1 only (macOS), it listens there on `count` ports instead, from `port` on: a loopback
 * port is a separate host for politeness and scope, so that tests mean the same.
 *
 * @throws the system's error, EADDRINUSE when the requested port is taken
 */
export async function listenOnLoopback(options: ListenOptions): Promise<Listener[]> {
  for (let tries = 1; ; tries++) {
    const listeners: Listener[] = [];
    try {
      await listenOnAll(listeners, options);
      return listeners;
    } catch (error) {
      await Promise.all(listeners.map(({ server }) => closeServer(server)));
      if (options.port !== 0 || codeOfSystem(error) !== 'EADDRINUSE' || tries === PORT_TRIES) throw error;
    }
  }
}

async function listenOnAll(listeners: Listener[], options: ListenOptions): Promise<void> {
  const { count, port, answer, addressOf = addressAt } = options;
  let shared = port;
  let onePort = true;
  for (let i = 0; i < count; i++) {
    const server = newServer(answer);
    if (onePort) {
      try {
        const origin = await listen(server, addressOf(i), shared);
        shared = Number(new URL(origin).port);
        listeners.push({ server, origin });
        continue;
      } catch (error) {
        if (codeOfSystem(error) !== 'EADDRNOTAVAIL') throw error;
        onePort = false;
      }
    }
    listeners.push({ server, origin: await listen(server, '127.0.0.1', port === 0 ? 0 : port + i) });
  }
}

/** 127.0.0.2, 127.0.0.3, … 127.0.0.254, 127.0.1.1, … */
export function addressAt(index: number): string {
  const n = index + 1;
  return `127.0.${Math.floor(n / 254)}.${(n % 254) + 1}`;
}

/** Long keep-alive: a slow crawl must not meet a connection that closes under its hands. */
function newServer(answer: RequestListener): Server {
  const server = createServer({ keepAliveTimeout: 120_000, requestTimeout: 0, maxHeaderSize: 64 * 1024 }, answer);
  server.on('connection', (socket) => socket.on('error', () => undefined)); // a client may go away
  server.on('clientError', (_error, socket) => socket.destroy());
  return server;
}

function listen(server: Server, address: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: address, backlog: 511 }, () => {
      server.off('error', reject);
      const bound = server.address() as AddressInfo;
      resolve(`http://${address}:${bound.port}`);
    });
  });
}

/** Ends the server and all its connections. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function codeOfSystem(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
