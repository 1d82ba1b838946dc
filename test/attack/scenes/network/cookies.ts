import type { Scene } from '#test/attack/attack.ts';
import { HTML, notFound, reply } from '#test/attack/hostile/hostile-server.ts';
import type { SceneResult } from '#test/attack/scene-result.ts';

const askedOf = ({ requests }: SceneResult, id: string): number =>
  requests.filter(({ host, path }) => host === id && path !== '/robots.txt').length;
const wall = (to: string): string =>
  `HTTP/1.1 302 Found\r\n${HTML}\r\nSet-Cookie: seen=1\r\nLocation: ${to}\r\nContent-Length: 0\r\n\r\n`;
const cookies = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `Set-Cookie: c${n}=${'x'.repeat(200)}; Path=/`);
const withoutCookies = ({ requests }: SceneResult): string[] =>
  requests.some(({ head }) => /^cookie:/im.test(head)) ? ['a cookie was sent back'] : [];

/** Sites that answer nobody who keeps no cookies. */
export const cookieLoops: Scene = {
  name: 'cookie loops',
  quick: true,
  args: [],
  attacks: [
    {
      id: 'cookie-wall',
      sends: 'a redirect to the same page until a cookie comes back',
      must: 'it is asked twice at most',
      serve: ({ path, head }, socket) => {
        if (path === '/robots.txt') notFound(socket);
        else if (/^cookie:/im.test(head)) reply(socket, 'in');
        else socket.write(wall('/'));
      },
      expect: () => ({ '/': 'redirected|skipped(too-many-redirects)' }),
      look: (result) => [
        ...withoutCookies(result),
        ...(askedOf(result, 'cookie-wall') > 2 ? [`it was asked ${askedOf(result, 'cookie-wall')} times`] : []),
      ],
    },
    {
      id: 'cookie-check',
      sends: 'a page that redirects to a cookie check with a number, which redirects back',
      must: 'it ends after ten redirects',
      serve: ({ path }, socket) => {
        if (path === '/robots.txt') notFound(socket);
        else if (path === '/') socket.write(wall('/check?n=1'));
        else socket.write(wall(`/check?n=${Number(/\d+$/.exec(path)?.[0]) + 1}`));
      },
      expect: () => ({ '/': 'redirected', '/check?n=10': 'redirected', '/check?n=11': 'skipped(too-many-redirects)' }),
      look: (result) => (askedOf(result, 'cookie-check') > 12 ? ['it went on'] : []),
      figure: (result) => `${askedOf(result, 'cookie-check')} requests`,
    },
    {
      id: 'cookie-variants',
      sends: 'a redirect between two spellings of one address (upper and lower escapes, a port, a dot segment)',
      must: 'it ends after ten redirects',
      serve: ({ path, earlier }, socket, { port }) => {
        if (path === '/robots.txt') notFound(socket);
        else socket.write(wall(earlier % 2 === 0 ? `http://COOKIE-VARIANTS.attack.test:${port}/./` : '/#again'));
      },
      expect: () => ({ '/': 'redirected|skipped(too-many-redirects)' }),
      look: (result) => (askedOf(result, 'cookie-variants') > 12 ? ['it went on'] : []),
      figure: (result) => `${askedOf(result, 'cookie-variants')} requests`,
    },
    {
      id: 'cookie-flood',
      sends: '240 cookies of 200 characters',
      must: 'stored; none is kept or sent',
      serve: ({ path }, socket) => {
        if (path === '/robots.txt') notFound(socket);
        else reply(socket, '<a href=/2>2</a>', [HTML, ...cookies(240)]);
      },
      expect: () => ({ '/': 'stored', '/2': 'duplicate' }),
      look: withoutCookies,
    },
    {
      id: 'cookie-too-many',
      sends: '400 cookies of 200 characters',
      must: 'failed(protocol)',
      serve: ({ path }, socket) => {
        if (path === '/robots.txt') notFound(socket);
        else reply(socket, 'page', [HTML, ...cookies(400)]);
      },
      expect: () => ({ '/': 'failed(protocol)' }),
    },
  ],
};

const cookieOf = ({ head }: { readonly head: string }): string => /^cookie: (.*)$/im.exec(head)?.[1]?.trim() ?? '';
const sentTo = ({ requests }: SceneResult, id: string): string[] =>
  requests.filter(({ host }) => host === id).map(cookieOf);

/** The same site's tricks where a workflow keeps cookies (`fetch.cookies`). */
export const cookiesKept: Scene = {
  name: 'kept cookies',
  quick: true,
  args: ['--cookies'],
  attacks: [
    {
      id: 'cookie-counter',
      sends: 'a redirect to the same page with another cookie each time',
      must: 'it ends after ten redirects',
      serve: ({ path, earlier }, socket) => {
        if (path === '/robots.txt') notFound(socket);
        else socket.write(wall('/').replace('seen=1', `seen=${earlier}`));
      },
      expect: () => ({ '/': 'skipped(too-many-redirects)' }),
      look: (result) => (askedOf(result, 'cookie-counter') > 11 ? ['it went on'] : []),
      figure: (result) => `${askedOf(result, 'cookie-counter')} requests`,
    },
    {
      id: 'cookie-hoard',
      sends: '240 cookies of 200 characters, with links on one page',
      must: 'the next request has at most 8 KiB and 50 of them',
      serve: ({ path }, socket) => {
        if (path === '/robots.txt') notFound(socket);
        else if (path === '/') reply(socket, '<a href=/2>2</a>', [HTML, ...cookies(240)]);
        else reply(socket, 'two');
      },
      seeds: ({ at }) => [`${at('cookie-hoard')}/`, `${at('cookie-hoard')}/3`],
      expect: () => ({ '/': 'stored', '/2': 'stored|duplicate', '/3': 'stored|duplicate' }),
      look: (result) => {
        const longest = Math.max(...sentTo(result, 'cookie-hoard').map(({ length }) => length));
        if (longest === 0) return ['no cookie was sent'];
        return longest > 8_192 + 100 ? [`a request had ${longest} characters of cookies`] : [];
      },
      figure: (result) => `${Math.max(...sentTo(result, 'cookie-hoard').map(({ length }) => length))} characters`,
    },
    {
      id: 'cookie-of-others',
      sends: 'cookies for the domain of all hosts, for another host, and with bytes that no header has',
      must: 'no other host gets them',
      serve: ({ path }, socket) => {
        if (path === '/robots.txt') notFound(socket);
        else
          reply(socket, path, [
            HTML,
            'Set-Cookie: wide=theft; Domain=attack.test; Path=/',
            'Set-Cookie: other=theft; Domain=cookie-hoard.attack.test; Path=/',
            'Set-Cookie: bytes=theft\xe9; Path=/',
          ]);
      },
      seeds: ({ at }) => ['/', '/2'].map((path) => `${at('cookie-of-others')}${path}`),
      expect: () => ({ '/': 'stored', '/2': 'stored' }),
      look: ({ requests }) => [
        ...(requests.some(({ host, head }) => host !== 'cookie-of-others' && head.includes('theft'))
          ? ['another host got a cookie']
          : []),
        ...(requests.some(({ head }) => /other=theft|bytes=theft/.test(head)) ? ['a cookie was kept'] : []),
      ],
    },
  ],
};
