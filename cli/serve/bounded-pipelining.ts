import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Pending requests per connection. Browsers send one. */
const MOST_PIPELINED = 8;

/**
 * Answers the requests of a connection one after the other, and ends connections that send more
 * without waiting (pipelining, RFC 9112 §9.3.2). Node dispatches all requests that it read, perhaps
 * a thousand, before it serves another connection.
 */
export function boundPipelining(server: Server): void {
  const [listener] = server.listeners('request') as RequestListener[];
  if (listener === undefined) return;
  /**
   * For each connection, the request that the server answers now, and those that wait behind it.
   */
  const queues = new WeakMap<Socket, (() => void)[]>();
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const queue = queues.get(socket) ?? [];
    queues.set(socket, queue);
    if (queue.length === MOST_PIPELINED) {
      socket.destroy();
      return;
    }
    queue.push(() => listener(request, response));
    response.once('close', () => {
      queue.shift();
      if (!socket.destroyed) queue[0]?.();
    });
    if (queue.length === 1) queue[0]?.();
  });
}
