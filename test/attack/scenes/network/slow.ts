import type { Attack, Scene } from '#test/attack/attack.ts';
import { drip, notFound, reply } from '#test/attack/hostile/hostile-server.ts';

const page = (id: string, sends: string, must: string, serve: NonNullable<Attack['serve']>): Attack => ({
  id,
  sends,
  must,
  serve: (request, socket, servers) =>
    request.path === '/robots.txt' ? notFound(socket) : serve(request, socket, servers),
  expect: () => ({ '/': must }),
});

const BEGUN = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 100000\r\n\r\n';

/** Servers that keep a connection busy with as little as possible; the timeout is a second. */
export const slow: Scene = {
  name: 'slow',
  quick: true,
  args: ['--depth', '0', '--timeout-seconds', '1'],
  mostSeconds: 20,
  attacks: [
    page('mute', 'nothing at all', 'failed(timeout)', () => {}),
    page('slow-head', 'a header every tenth of a second', 'failed(timeout)', (_request, socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      drip(socket, 'a: b\r\n', 100);
    }),
    page('slow-body', 'five bytes a second (slow loris)', 'failed(truncated)', (_request, socket) => {
      socket.write(BEGUN);
      drip(socket, '.', 200);
    }),
    page('slow-chunks', 'chunk extensions, drop by drop', 'failed(truncated)', (_request, socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n1;');
      drip(socket, 'x', 100);
    }),
    page('stall', 'half a page, then silence', 'failed(truncated)', (_request, socket) => {
      socket.write(`${BEGUN}half`);
    }),
    page('slow-refused', 'an error page that drips', 'failed(http-5xx)', (_request, socket) => {
      socket.write('HTTP/1.1 500 No\r\nContent-Length: 100000\r\n\r\n');
      drip(socket, '.', 200);
    }),
    {
      id: 'slow-robots',
      sends: 'a robots.txt that drips',
      must: 'failed(robots-unreachable): nothing is crawled',
      serve: ({ path }, socket) => {
        if (path !== '/robots.txt') return reply(socket, 'page');
        socket.write(BEGUN);
        drip(socket, '#', 200);
      },
      expect: () => ({ '/': 'failed(robots-unreachable)' }),
    },
  ],
};
