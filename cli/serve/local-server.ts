import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import { boundPipelining } from '#cli/serve/bounded-pipelining.ts';
import { SurfError } from '#core/error.ts';

/** A server of this machine for itself. */
export interface LocalServer {
  /** Where it answers. */
  readonly address: string;
  /** Ends connections that are idle, waits for answers that are on their way. */
  close(): Promise<void>;
}

export interface ListenOn {
  /** 0: one that is free. */
  readonly port: number;
  readonly address: string;
}

/**
 * A head has 10 s, a request with its body 30 s, and both are looked at every second; heads have 16
 * KiB (Node's own default), and no more connections than these are open at once: each takes some 20
 * KB.
 */
const BOUNDS = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 1_000 };
const MOST_CONNECTIONS = 4_000;

/** What the user can mend. */
const FAULTS: Readonly<Record<string, (on: ListenOn) => string>> = {
  EADDRINUSE: ({ port, address }) => `port ${port} of ${address} is taken`,
  EADDRNOTAVAIL: ({ address }) => `${address} is no address of this machine`,
  ENOTFOUND: ({ address }) => `${address} is no address of this machine`,
  EACCES: ({ port }) => `port ${port} needs rights that this process has not`,
};

/**
 * Serves on one address of this machine.
 * @throws SurfError COMMAND_USAGE when the port is taken, or the address is none of this machine
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
