import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';

export interface RawServer {
  readonly port: number;
  /** What each connection sent, in the order of connecting. */
  readonly received: string[];
  /** Connections that are open now. */
  open(): number;
  close(): Promise<void>;
}

const TLS_HANDSHAKE = 0x16;

/**
 * A TCP server on 127.0.0.1 that answers each request head with what `answer` writes: no HTTP
 * library tidies it.
 *
 * @param answer called for each request head (up to and with the empty line), and with '' for a TLS
 * hello
 */
export async function startRawServer(answer: (socket: Socket, head: string) => void): Promise<RawServer> {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    const index = received.push('') - 1;
    let pending = '';
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    socket.on('data', (data) => {
      received[index] += data.toString('latin1');
      pending += data.toString('latin1');
      if (data[0] === TLS_HANDSHAKE) answer(socket, '');
      for (let end = pending.indexOf('\r\n\r\n'); end >= 0; end = pending.indexOf('\r\n\r\n')) {
        const head = pending.slice(0, end + 4);
        pending = pending.slice(end + 4);
        answer(socket, head);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    received,
    open: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
