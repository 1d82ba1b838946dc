import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import { boundPipelining } from '#cli/serve/bounded-pipelining.ts';
import { acceptFirst } from '#cli/serve/connections-first.ts';
import { SurfError } from '#core/error.ts';

/** A server on one address of this machine. */
export interface LocalServer {
  /** Base URL of the server. */
  readonly address: string;
  /** Closes idle connections, and waits for pending answers. */
  close(): Promise<void>;
}

export interface ListenOn {
  /** 0 for a free port. */
  readonly port: number;
  readonly address: string;
}

/**
 * Limits: 10 s for a head and 30 s for a request with its body, both checked every second. Heads
 * have 16 KiB (Node's default). Open connections are limited too: each takes some 20 KB.
 */
const BOUNDS = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 1_000 };
const MOST_CONNECTIONS = 4_000;
/** Answered ahead of a burst of other requests: a supervisor may restart a server that is late. */
const HEALTH = '/health';

/** Messages for faults that the user can fix. */
const FAULTS: Readonly<Record<string, (on: ListenOn) => string>> = {
  EADDRINUSE: ({ port, address }) => `port ${port} of ${address} is taken`,
  EADDRNOTAVAIL: ({ address }) => `${address} is not an address of this machine`,
  ENOTFOUND: ({ address }) => `${address} is not an address of this machine`,
  EACCES: ({ port }) => `port ${port} needs rights that this process does not have`,
};

/**
 * Serves on one address of this machine.
 * @throws SurfError COMMAND_USAGE if the port is taken, or the address is not on this machine
 */
export function serveLocally(
  fetch: (request: Request) => Response | Promise<Response>,
  { port, address }: ListenOn,
): Promise<LocalServer> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, port, hostname: address, serverOptions: BOUNDS }, (info) => {
      resolve({
        address: `http://${address.includes(':') ? `[${address}]` : address}:${info.port}/`,
        close: () => new Promise((closed) => server.close(() => closed())),
      });
    });
    const http = server as Server;
    http.maxConnections = MOST_CONNECTIONS;
    acceptFirst(http, { isUrgent: ({ url }) => url === HEALTH });
    boundPipelining(http);
    server.on('error', (error: NodeJS.ErrnoException) => {
      const what = FAULTS[error.code ?? '']?.({ port, address });
      if (what === undefined) return reject(error);
      reject(
        new SurfError('COMMAND_USAGE', what, { remedy: 'give another one: surf serve --port 0 takes a free one' }),
      );
    });
  });
}
