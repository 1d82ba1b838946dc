import type { Attack, Scene, Servers } from '#test/attack/attack.ts';
import { notFound, redirect, reply } from '#test/attack/hostile/hostile-server.ts';
import type { DnsAnswer } from '#test/http/dns-server.ts';

const BLOCKED = 'skipped(blocked-address)';
const METADATA = 'http://169.254.169.254/latest/meta-data/iam/';
const INSIDE_NAME = 'http://metadata-name.attack.test/';

/** Its start page redirects to a target, whose outcome is given. */
const redirectTo = (id: string, sends: string, target: string, outcome: string): Attack => ({
  id,
  sends,
  must: outcome,
  serve: ({ path }, socket) => (path === '/robots.txt' ? notFound(socket) : redirect(socket, target)),
  expect: () => ({ '/': 'redirected', [target]: outcome }),
});

/** Its start page redirects to something that is not an http(s) address. */
const redirectScheme = (id: string, target: string): Attack => ({
  id,
  sends: `a redirect to ${target}`,
  must: 'skipped(scheme)',
  serve: ({ path }, socket) => (path === '/robots.txt' ? notFound(socket) : redirect(socket, target)),
  expect: () => ({ '/': 'skipped(scheme)' }),
});

const credentials = (servers: Servers, host: string): string =>
  servers.at(host).replace('http://', 'http://admin:geheim@');

/** No request of that host may have had credentials, and no URL may show them. */
const withoutCredentials: Attack['look'] = ({ requests, outcomes }) => [
  ...requests.filter(({ head }) => /^authorization:/im.test(head)).map(({ path }) => `${path} was sent credentials`),
  ...[...outcomes.keys()].filter((url) => url.includes('geheim')).map((url) => `${url} has credentials`),
];

const names = (name: string): DnsAnswer | undefined =>
  name === 'metadata-name.attack.test' ? { addresses: ['127.0.0.1', '169.254.169.254'], ttlSeconds: 0 } : undefined;

/**
 * With `--allow-private-network`: loopback is open, link-local and metadata addresses are not, on
 * no hop.
 */
export const openNetwork: Scene = {
  name: 'open network',
  quick: true,
  args: [],
  names,
  attacks: [
    redirectTo('redirect-metadata', 'a redirect to the metadata service', METADATA, BLOCKED),
    redirectTo('redirect-name', 'a redirect to a name that also has the metadata address', INSIDE_NAME, BLOCKED),
    redirectTo('redirect-mapped', 'a redirect to the mapped metadata address', 'http://[::ffff:a9fe:a9fe]/', BLOCKED),
    redirectTo('redirect-bad-port', 'a redirect to a port that no browser asks', 'http://127.0.0.1:25/', BLOCKED),
    redirectScheme('redirect-file', 'file:///etc/passwd'),
    redirectScheme('redirect-gopher', 'gopher://127.0.0.1:6379/_FLUSHALL'),
    redirectScheme('redirect-data', 'data:text/html,<a href=/x>'),
    redirectScheme('redirect-javascript', 'javascript:alert(1)'),
    {
      id: 'robots-metadata',
      sends: 'a robots.txt that redirects to the metadata service',
      must: 'the site is not crawled',
      serve: ({ path }, socket) => (path === '/robots.txt' ? redirect(socket, METADATA) : reply(socket, 'page')),
      expect: () => ({ '/': `${BLOCKED}|failed(robots-unreachable)` }),
      look: ({ requests }) =>
        requests.some(({ host, path }) => host === 'robots-metadata' && path === '/') ? ['its page was asked'] : [],
    },
    {
      id: 'link-metadata',
      sends: 'links, frames and a refresh to the metadata service',
      must: BLOCKED,
      serve: ({ path }, socket) =>
        path === '/robots.txt'
          ? notFound(socket)
          : reply(
              socket,
              `<meta http-equiv=refresh content="0;${METADATA}r"><a href="${METADATA}a">x</a><iframe src="${METADATA}f"></iframe>`,
            ),
      expect: () => ({
        '/': 'stored',
        [`${METADATA}r`]: BLOCKED,
        [`${METADATA}a`]: BLOCKED,
        [`${METADATA}f`]: BLOCKED,
      }),
    },
    {
      id: 'userinfo-host',
      sends: 'a redirect with a public name as user, and the metadata service behind it',
      must: BLOCKED,
      serve: ({ path }, socket) =>
        path === '/robots.txt' ? notFound(socket) : redirect(socket, METADATA.replace('//', '//www.example.org@')),
      expect: () => ({ '/': 'redirected', [METADATA]: BLOCKED }),
    },
    {
      id: 'userinfo-redirect',
      sends: 'a redirect with user and password',
      must: 'they are never sent',
      serve: ({ path }, socket, servers) => {
        if (path === '/') redirect(socket, `${credentials(servers, 'userinfo-redirect')}/in`);
        else if (path === '/in') reply(socket, 'in');
        else notFound(socket);
      },
      expect: () => ({ '/': 'redirected', '/in': 'stored' }),
      look: withoutCredentials,
    },
    {
      id: 'userinfo-base',
      sends: 'a base element and links with user and password',
      must: 'they are never sent',
      serve: ({ path }, socket, servers) => {
        const own = credentials(servers, 'userinfo-base');
        if (path === '/') reply(socket, `<base href="${own}/b/"><a href="c">c</a><a href="${own}/d">d</a>`);
        else if (path === '/robots.txt') notFound(socket);
        else reply(socket, `in ${path}`);
      },
      expect: () => ({ '/': 'stored', '/b/c': 'stored', '/d': 'stored' }),
      look: withoutCredentials,
    },
    {
      id: 'location-odd',
      sends: 'Location values that are not addresses, or endless',
      must: 'skipped, never followed',
      seeds: (servers) => ['/1', '/2', '/3'].map((path) => servers.at('location-odd') + path),
      serve: ({ path }, socket) => {
        if (path === '/1') redirect(socket, 'http://[::1');
        else if (path === '/2') redirect(socket, `/${'x'.repeat(30_000)}`);
        else if (path === '/3') redirect(socket, 'http://a b\x01c:99999999/');
        else notFound(socket);
      },
      expect: () => ({
        '/1': 'skipped(invalid-url)',
        '/2': 'skipped(url-too-long)',
        '/3': 'skipped(invalid-url)|failed(protocol)',
      }),
      look: ({ requests }) => (requests.some(({ path }) => path.length > 10_000) ? ['the endless one was asked'] : []),
    },
    {
      id: 'redirect-loop',
      sends: 'a redirect to itself, and a pair that redirect to each other',
      must: 'each is asked once or twice, then never again',
      seeds: (servers) => ['/self', '/a'].map((path) => servers.at('redirect-loop') + path),
      serve: ({ path }, socket) => {
        if (path === '/robots.txt') notFound(socket);
        else redirect(socket, path === '/a' ? '/b' : path === '/b' ? '/a' : '/self');
      },
      expect: () => ({ '/self': 'redirected', '/a': 'redirected', '/b': 'redirected' }),
      look: ({ requests }) => {
        const asked = requests.filter(({ host, path }) => host === 'redirect-loop' && path !== '/robots.txt').length;
        return asked > 3 ? [`it was asked ${asked} times`] : [];
      },
    },
    {
      id: 'redirect-endless',
      sends: 'redirects without end, each to a new address',
      must: 'skipped(too-many-redirects) after ten',
      serve: ({ path }, socket) => {
        if (path === '/robots.txt') notFound(socket);
        else redirect(socket, `/${Number(path.slice(1)) + 1}`);
      },
      expect: () => ({ '/': 'redirected', '/10': 'redirected', '/11': 'skipped(too-many-redirects)' }),
    },
    {
      id: 'cookie',
      sends: 'a cookie that marks the crawler',
      must: 'it is not sent back',
      serve: ({ path }, socket) => {
        if (path === '/') reply(socket, '<a href="/2">2</a>', ['Set-Cookie: id=1; Path=/', 'Content-Type: text/html']);
        else if (path === '/2') reply(socket, 'two');
        else notFound(socket);
      },
      expect: () => ({ '/': 'stored', '/2': 'stored' }),
      look: ({ requests }) => (requests.some(({ head }) => /^cookie:/im.test(head)) ? ['it was sent back'] : []),
    },
  ],
};

/**
 * The name changes its address while it is crawled; connections are closed, so that it is resolved
 * again.
 */
export const rebinding: Scene = {
  name: 'rebinding',
  quick: false,
  args: ['--delay', '6'],
  names: (name, earlier) =>
    name === 'rebind.attack.test'
      ? { addresses: [earlier === 0 ? '127.0.0.1' : '169.254.169.254'], ttlSeconds: 0 }
      : undefined,
  attacks: [
    {
      id: 'rebind',
      sends: 'a name that changes to the metadata address between two requests (TTL 0)',
      must: 'the second connection is refused',
      serve: ({ path }, socket) => {
        const page = path === '/' ? '<a href="/2">2</a>' : 'nothing here';
        socket.end(
          `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length: ${page.length}\r\n\r\n${page}`,
        );
      },
      expect: () => ({ '/': 'stored', '/2': BLOCKED }),
      look: ({ namesAsked }) =>
        namesAsked.filter((name) => name === 'rebind.attack.test A').length === 2 ? [] : [`asked: ${namesAsked}`],
    },
  ],
};
