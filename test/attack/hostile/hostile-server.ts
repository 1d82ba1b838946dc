import type { Socket } from 'node:net';
import type { AttackRequest } from '#test/attack/attack.ts';
import { type RawServer, startRawServer } from '#test/http/raw-server.ts';

export interface HostileServer {
  readonly port: number;
  readonly requests: AttackRequest[];
  close(): Promise<void>;
}

/** A server that says to each request what `answer` writes. */
export async function startHostileServer(
  answer: (request: AttackRequest, socket: Socket) => void,
): Promise<HostileServer> {
  const requests: AttackRequest[] = [];
  const asked = new Map<string, number>();
  const server: RawServer = await startRawServer((socket, head) => {
    const host = /^host: ([^.:\r]*)/im.exec(head)?.[1] ?? '';
    const path = /^\S+ (\S+)/.exec(head)?.[1] ?? '';
    const earlier = asked.get(`${host} ${path}`) ?? 0;
    asked.set(`${host} ${path}`, earlier + 1);
    const request = { host, path, head, earlier };
    requests.push(request);
    answer(request, socket);
  });
  return { port: server.port, requests, close: () => server.close() };
}

/** Head lines of a plain page. */
export const HTML = 'Content-Type: text/html; charset=utf-8';

/** A whole answer with Content-Length. @param lines headers beside it */
export function reply(
  socket: Socket,
  body: string | Uint8Array,
  lines: readonly string[] = [HTML],
  status = '200 OK',
): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const head = [`HTTP/1.1 ${status}`, ...lines, `Content-Length: ${bytes.length}`, '', ''].join('\r\n');
  socket.write(Buffer.concat([Buffer.from(head, 'latin1'), bytes]));
}

export const notFound = (socket: Socket): void => reply(socket, 'nothing here', [HTML], '404 Not Found');

export const redirect = (socket: Socket, location: string): void =>
  reply(socket, 'moved', [HTML, `Location: ${location}`], '302 Found');

/**
 * What is written before others get their turn: a write that the system takes at once never says
 * that it is too much.
 */
const TURN_BYTES = 256 * 1024;

/** Writes pieces as fast as they are read, until the connection ends or there are no more. */
export function pour(socket: Socket, next: () => string | Uint8Array | null): void {
  const more = (): void => {
    for (let written = 0; written < TURN_BYTES && !socket.destroyed; ) {
      const piece = next();
      if (piece === null) return;
      written += piece.length;
      if (!socket.write(piece)) {
        socket.once('drain', more);
        return;
      }
    }
    if (!socket.destroyed) setImmediate(more);
  };
  more();
}

/** `piece`, `count` times. @default for ever */
export function times(piece: string | Uint8Array, count = Number.POSITIVE_INFINITY): () => string | Uint8Array | null {
  let left = count;
  return () => (left-- > 0 ? piece : null);
}

/** Writes `piece` every `ms`. */
export function drip(socket: Socket, piece: string, ms: number): void {
  const timer = setInterval(() => socket.write(piece), ms);
  socket.on('close', () => clearInterval(timer));
}
