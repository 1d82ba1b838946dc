import { serve } from '@hono/node-server';
import { SurfError } from '#core/error.ts';

const LOOPBACK = '127.0.0.1';

/** A server of this machine for itself. */
export interface LocalServer {
  /** Where it answers. */
  readonly address: string;
  /** Ends connections that are idle, waits for answers that are on their way. */
  close(): Promise<void>;
}

/**
 * Serves on 127.0.0.1 only.
 * @param port 0: one that is free
 * @throws SurfError COMMAND_USAGE when the port is taken
 */
export function serveLocally(
  fetch: (request: Request) => Response | Promise<Response>,
  port: number,
): Promise<LocalServer> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, port, hostname: LOOPBACK }, (info) => {
      resolve({
        address: `http://${LOOPBACK}:${info.port}/`,
        close: () => new Promise((closed) => server.close(() => closed())),
      });
    });
    server.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') return reject(error);
      const what = `port ${port} of ${LOOPBACK} is taken`;
      reject(
        new SurfError('COMMAND_USAGE', what, { remedy: 'give another one: surf serve --port 0 takes a free one' }),
      );
    });
  });
}
