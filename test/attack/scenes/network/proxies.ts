import type { Socket } from 'node:net';
import type { Attack, Scene } from '#test/attack/attack.ts';
import { notFound, reply } from '#test/attack/hostile/hostile-server.ts';

const FAILED = 'failed(proxy)';
/** The crawl ended for the proxy: no URL is to blame. */
const LEFT = 'pending';
const OPEN = 'HTTP/1.1 200 OK\r\n';
const WHY = 'the proxy listens on the machine of this test, and a deployment has no way to it';

type Asked = Pick<Attack, 'id' | 'sends' | 'must'> & Partial<Attack>;

/** A crawl through a hostile proxy; the server behind it is harmless. */
const scene = (attack: Asked, proxy: Scene['proxy'] & {}, more: Partial<Scene> = {}): Scene => ({
  name: `proxy: ${attack.id}`,
  quick: true,
  args: ['--timeout-seconds', '2'],
  proxy,
  ...more,
  attacks: [
    {
      serve: ({ path }, socket) => (path === '/robots.txt' ? notFound(socket) : reply(socket, 'page')),
      expect: () => ({ '/': FAILED }),
      look: ({ requests }) => (requests.length === 0 ? [] : ['a request went around the proxy']),
      notDeployed: WHY,
      ...attack,
    },
  ],
});

const left = () => ({ '/': LEFT });

const says = (text: string) => (socket: Socket) => {
  socket.write(text);
  return true;
};

/** Writes for as long as the other side takes it. */
function floods(socket: Socket): boolean {
  const line = `X-Flood: ${'x'.repeat(8_000)}\r\n`;
  const more = (): void => {
    while (!socket.destroyed && socket.write(line));
  };
  socket.write(OPEN);
  socket.on('drain', more);
  more();
  return true;
}

function drips(socket: Socket): boolean {
  const timer = setInterval(() => socket.write('H'), 100);
  socket.on('close', () => clearInterval(timer));
  return true;
}

/** Proxies that turn on the crawl which goes through them. */
export const proxies: readonly Scene[] = [
  scene({ id: 'proxy-flood', sends: 'a proxy: an answer to CONNECT without end', must: LEFT, expect: left }, floods, {
    capMb: 1,
  }),
  scene({ id: 'proxy-drip', sends: 'a proxy: an answer to CONNECT, a byte each 100 ms', must: FAILED }, drips, {
    mostSeconds: 30,
  }),
  scene(
    {
      id: 'proxy-early-answer',
      sends: 'a proxy: an answer in the name of the host behind that to CONNECT',
      must: LEFT,
      expect: left,
    },
    says(`${OPEN}\r\nHTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\nforged`),
  ),
  scene(
    { id: 'proxy-leads-inside', sends: 'a proxy: a redirect of CONNECT to a server inside', must: FAILED },
    (socket, _, { victim }) => says(`HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:${victim}/\r\n\r\n`)(socket),
  ),
  scene(
    {
      id: 'proxy-denies',
      sends: 'a proxy that asks for credentials with a challenge of 8 KB',
      expect: left,
      must: `${LEFT}; nothing of the challenge is shown`,
      look: ({ stdout, stderr, requests }) => [
        ...(requests.length === 0 ? [] : ['a request went around the proxy']),
        ...(/forged-realm/.test(stdout + stderr) ? ['the challenge was shown'] : []),
        ...(stdout.includes('answers 407') ? [] : ['the report does not say 407']),
      ],
    },
    says(`HTTP/1.1 407 forged-realm\r\nProxy-Authenticate: Basic realm="forged-realm${'x'.repeat(8_000)}"\r\n\r\n`),
  ),
];
