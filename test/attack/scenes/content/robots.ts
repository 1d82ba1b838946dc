import * as zlib from 'node:zlib';
import type { Attack, Scene } from '#test/attack/attack.ts';
import { pour, redirect, reply, times } from '#test/attack/hostile/hostile-server.ts';

const TEXT = 'Content-Type: text/plain';

/** A site with this robots.txt and pages everywhere else. */
const site = (
  id: string,
  sends: string,
  robots: NonNullable<Attack['serve']>,
  expect: Record<string, string>,
): Attack => ({
  id,
  sends,
  must: [...new Set(Object.values(expect))].join(', '),
  seeds: (servers) => Object.keys(expect).map((path) => servers.at(id) + path),
  serve: (request, socket, servers) =>
    request.path === '/robots.txt'
      ? robots(request, socket, servers)
      : reply(socket, `<p>${id} ${request.path.length}`),
  expect: () => expect,
});

const file =
  (text: () => string): NonNullable<Attack['serve']> =>
  (_request, socket) =>
    reply(socket, text(), [TEXT]);

const LONG = `/${'a'.repeat(1_500)}`;

/** Files of rules that are made to cost time or to be misread. */
export const robots: Scene = {
  name: 'robots.txt',
  quick: true,
  args: ['--depth', '0', '--timeout-seconds', '3'],
  mostSeconds: 40,
  attacks: [
    site(
      'robots-lines',
      'a robots.txt of a million lines',
      file(() => `User-agent: *\nDisallow: /no\n${'a:b\n'.repeat(1_000_000)}`),
      {
        '/': 'stored',
        '/no': 'skipped(robots)',
      },
    ),
    site(
      'robots-rules',
      '40,000 rules',
      file(() => `User-agent: *\n${Array.from({ length: 40_000 }, (_, n) => `Disallow: /${n}`).join('\n')}`),
      {
        '/': 'stored',
        '/31999': 'skipped(robots)',
      },
    ),
    site(
      'robots-groups',
      '50,000 groups',
      file(() => `${'User-agent: x\nDisallow: /\n'.repeat(15_000)}User-agent: *\nDisallow: /no`),
      {
        '/': 'stored',
        '/no': 'skipped(robots)',
      },
    ),
    site(
      'robots-stars',
      'patterns of a thousand stars, against long addresses',
      file(() => `User-agent: *\n${`Disallow: /${'*a'.repeat(700)}b$\n`.repeat(200)}`),
      {
        [LONG]: 'stored|skipped(robots)',
      },
    ),
    site(
      'robots-line',
      'one line of 1 MB, then a rule',
      file(() => `User-agent: *\nDisallow: /no\nDisallow: /${'x'.repeat(1_000_000)}\nDisallow: /`),
      {
        '/': 'stored',
        '/no': 'skipped(robots)',
      },
    ),
    site(
      'robots-octets',
      'NUL, a byte order mark, carriage returns',
      file(() => '\ufeffUser-agent: *\rDisallow: /no\0pe\rDisallow: /no\r'),
      {
        '/': 'stored',
        '/no': 'skipped(robots)',
      },
    ),
    site(
      'robots-endless',
      'a robots.txt that never ends',
      (_request, socket) => {
        socket.write(`HTTP/1.1 200 OK\r\n${TEXT}\r\n\r\n`);
        pour(socket, times(Buffer.alloc(1024 * 1024, 'User-agent: *\nAllow: /\n')));
      },
      { '/': 'failed(robots-unreachable)' },
    ),
    site(
      'robots-bomb',
      '1 GiB of robots.txt in brotli',
      (_request, socket) => {
        const bomb = zlib.brotliCompressSync(Buffer.alloc(64 * 1024 * 1024), {
          params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 },
        });
        reply(socket, zlib.brotliCompressSync(bomb), [TEXT, 'Content-Encoding: br, br']);
      },
      { '/': 'failed(robots-unreachable)' },
    ),
    site(
      'robots-loop',
      'a robots.txt that redirects without end',
      ({ earlier }, socket) => redirect(socket, `/robots.txt?${earlier}`),
      {
        '/': 'stored|failed(robots-unreachable)',
      },
    ),
    site(
      'robots-html',
      'a page of HTML instead of robots.txt',
      file(() => '<html>User-agent: *\nDisallow: /<br>'),
      { '/': 'stored|skipped(robots)' },
    ),
    site(
      'robots-delay',
      'a Crawl-delay of a year',
      file(() => 'User-agent: *\nCrawl-delay: 31536000\nDisallow: /'),
      { '/': 'skipped(robots)' },
    ),
  ],
};
