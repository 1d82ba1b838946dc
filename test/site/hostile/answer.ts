import type { Socket } from 'node:net';
import type { Reply } from '#test/site/hostile/hostile-web.ts';

export interface Answer {
  /** @default `200 OK` */
  readonly status?: string;
  /** As they are sent. @default HTML in UTF-8 */
  readonly headers?: readonly string[];
  readonly body?: string | Uint8Array;
  /** Content-Length, when it is another than the body's; null: none. */
  readonly length?: number | null;
}

export const HTML = 'Content-Type: text/html; charset=utf-8';

/** A whole answer with Content-Length. */
export const answer =
  (given: Answer): Reply =>
  (_request, socket) =>
    send(socket, given);

export function send(socket: Socket, { status = '200 OK', headers = [HTML], body = '', length }: Answer): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const lengthLine = length === null ? [] : [`Content-Length: ${length ?? bytes.length}`];
  const head = [`HTTP/1.1 ${status}`, ...headers, ...lengthLine, '', ''].join('\r\n');
  socket.write(Buffer.concat([Buffer.from(head, 'latin1'), bytes]));
}

export const redirect = (location: string, status = '302 Found', body = 'moved'): Reply =>
  answer({ status, headers: [HTML, `Location: ${Buffer.from(location).toString('latin1')}`], body });

/** Writes these bytes as they are, then ends the connection where that is wanted. */
export const raw =
  (text: string | Uint8Array, end = false): Reply =>
  (_request, socket) => {
    socket.write(typeof text === 'string' ? Buffer.from(text, 'latin1') : text);
    if (end) socket.end();
  };

/** The first `times` requests get one answer, all later ones the other. */
export const atFirst =
  (times: number, first: Reply, later: Reply): Reply =>
  (request, socket) =>
    (request.earlier < times ? first : later)(request, socket);

/** Answers `ms` later. */
export const after =
  (ms: number, reply: Reply): Reply =>
  (request, socket) => {
    const timer = setTimeout(() => {
      if (!socket.destroyed) reply(request, socket);
    }, ms);
    socket.once('close', () => clearTimeout(timer));
  };
