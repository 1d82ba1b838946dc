import type { Attack, Scene } from '#test/attack/attack.ts';
import { notFound, pour, times } from '#test/attack/hostile/hostile-server.ts';

const PROTOCOL = 'failed(protocol)';

/** Answers its page with these bytes, then ends the connection. */
const raw = (id: string, sends: string, must: string, bytes: string): Attack => ({
  id,
  sends,
  must,
  serve: ({ path }, socket) =>
    path === '/robots.txt' ? notFound(socket) : void socket.end(Buffer.from(bytes, 'latin1')),
  expect: () => ({ '/': must }),
});

const HTML = 'Content-Type: text/html\r\n';

/** Answers that are not HTTP, or two things at once. */
export const heads: Scene = {
  name: 'heads',
  quick: true,
  args: ['--depth', '0', '--timeout-seconds', '2'],
  attacks: [
    raw('ssh', 'the greeting of another protocol', PROTOCOL, 'SSH-2.0-OpenSSH_9.6\r\n'),
    raw(
      'two-lengths',
      'two different Content-Length fields',
      PROTOCOL,
      `HTTP/1.1 200 OK\r\n${HTML}Content-Length: 5\r\nContent-Length: 9\r\n\r\nhello`,
    ),
    raw(
      'negative-length',
      'a negative Content-Length',
      PROTOCOL,
      `HTTP/1.1 200 OK\r\n${HTML}Content-Length: -5\r\n\r\nhello`,
    ),
    raw(
      'huge-length',
      'a Content-Length beyond 64 bits',
      `${PROTOCOL}|skipped(too-large)`,
      `HTTP/1.1 200 OK\r\n${HTML}Content-Length: 99999999999999999999999\r\n\r\nhello`,
    ),
    raw(
      'length-and-chunks',
      'Content-Length and chunked at once (smuggling)',
      PROTOCOL,
      `HTTP/1.1 200 OK\r\n${HTML}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
    ),
    raw(
      'chunk-size',
      'a chunk size of 17 digits',
      'failed(truncated)',
      `HTTP/1.1 200 OK\r\n${HTML}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nx`,
    ),
    raw(
      'status-zero',
      'status 000',
      `${PROTOCOL}|failed(http-5xx)`,
      `HTTP/1.1 000 OK\r\n${HTML}Content-Length: 2\r\n\r\nok`,
    ),
    raw('status-999', 'status 999', 'failed(http-5xx)', `HTTP/1.1 999 Go away\r\n${HTML}Content-Length: 2\r\n\r\nok`),
    raw(
      'switch',
      '101 Switching Protocols',
      PROTOCOL,
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    ),
    raw(
      'nul-header',
      'NUL in a header',
      PROTOCOL,
      `HTTP/1.1 200 OK\r\n${HTML}X: a\x00b\r\nContent-Length: 2\r\n\r\nok`,
    ),
    raw(
      'interim',
      'a thousand interim answers',
      PROTOCOL,
      'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'.repeat(1_000),
    ),
    raw(
      'fields-257',
      '257 header fields',
      PROTOCOL,
      `HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(256)}Content-Length: 2\r\n\r\nok`,
    ),
    raw(
      'half-closed',
      'half a page, then the end of the connection',
      'failed(truncated)',
      `HTTP/1.1 200 OK\r\n${HTML}Content-Length: 500\r\n\r\nhalf`,
    ),
    raw(
      'answer-twice',
      'a second answer behind the first, for a request that nobody made',
      'stored',
      `HTTP/1.1 200 OK\r\n${HTML}Content-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\n${HTML}Content-Length: 6\r\n\r\npoison`,
    ),
    {
      id: 'chunk-extension',
      sends: 'a chunk extension without end',
      must: 'failed(truncated)',
      serve: ({ path }, socket) => {
        if (path === '/robots.txt') return notFound(socket);
        socket.write(`HTTP/1.1 200 OK\r\n${HTML}Transfer-Encoding: chunked\r\n\r\n1;`);
        pour(socket, times('x=yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy;'));
      },
      expect: () => ({ '/': 'failed(truncated)' }),
    },
    {
      id: 'trailers',
      sends: 'trailers without end',
      must: 'failed(truncated)',
      serve: ({ path }, socket) => {
        if (path === '/robots.txt') return notFound(socket);
        socket.write(`HTTP/1.1 200 OK\r\n${HTML}Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n`);
        pour(socket, times('x-filler: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\r\n'));
      },
      expect: () => ({ '/': 'failed(truncated)' }),
    },
  ],
};
