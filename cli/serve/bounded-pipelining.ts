import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Pending requests per connection. Browsers send one. */
const MOST_PIPELINED = 8;

/**
 * Ends connections that send more requests than are answered (pipelining, RFC 9112 §9.3.2). Node
 * dispatches all requests that it read, perhaps a thousand, before it serves another connection.
 */
export function boundPipelining(server: Server): void {
  const [listener] = server.listeners('request') as RequestListener[];
  if (listener === undefined) return;
  const going = new WeakMap<Socket, number>();
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const count = (going.get(socket) ?? 0) + 1;
    if (count > MOST_PIPELINED) {
      socket.destroy();
      return;
    }
    going.set(socket, count);
    response.once('close', () => going.set(socket, (going.get(socket) ?? 1) - 1));
    listener(request, response);
  });
}
