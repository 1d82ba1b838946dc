import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type LocalServer, serveLocally } from '#cli/serve/local-server.ts';

const HEAD = 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';

let server: LocalServer | undefined;
afterEach(() => server?.close());

/** What a connection is answered until it ends. */
async function answerTo(address: string, sent: string): Promise<string> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part;
  });
  socket.on('error', () => undefined);
  socket.write(sent);
  await once(socket, 'close');
  return text;
}

/** Starts a server, and returns the paths of the requests that it began. */
async function startRecording(): Promise<{ readonly address: string; readonly begun: readonly string[] }> {
  const begun: string[] = [];
  server = await serveLocally(
    (request) => {
      begun.push(new URL(request.url).pathname);
      return new Response('x');
    },
    { port: 0, address: '127.0.0.1' },
  );
  return { address: server.address, begun };
}

describe('a server of this machine', () => {
  it('ends a connection that sends more than eight requests without waiting; it begins one at a time', async () => {
    let begun = 0;
    let underWay = 0;
    let most = 0;
    server = await serveLocally(
      async () => {
        begun += 1;
        underWay += 1;
        most = Math.max(most, underWay);
        await new Promise((resolve) => setImmediate(resolve));
        underWay -= 1;
        return new Response('x');
      },
      { port: 0, address: '127.0.0.1' },
    );

    const flood = await answerTo(server.address, HEAD.repeat(500));
    const beforeMore = begun;
    const few = await answerTo(
      server.address,
      `${HEAD.repeat(7)}${HEAD.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')}`,
    );

    expect([beforeMore, most]).toEqual([0, 1]);
    expect(flood).not.toContain('HTTP/1.1 200');
    expect(few.split('HTTP/1.1 200')).toHaveLength(9);
  });

  it('answers /health ahead of requests that came before it, and then each of them', async () => {
    const { address, begun } = await startRecording();
    const ask = (path: string): Promise<string> =>
      answerTo(address, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);

    const answers = await Promise.all([...Array.from({ length: 100 }, (_, n) => ask(`/${n}`)), ask('/health')]);

    expect(answers.filter((text) => text.startsWith('HTTP/1.1 200'))).toHaveLength(101);
    expect(begun).toHaveLength(101);
    expect(begun.indexOf('/health')).toBeLessThan(50);
  });

  it('begins no request whose client has left while it waited', async () => {
    const { address, begun } = await startRecording();

    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const socket = connect(Number(new URL(address).port), '127.0.0.1');
        socket.write(HEAD);
        await once(socket, 'connect');
        socket.resetAndDestroy();
      }),
    );
    const last = await answerTo(address, HEAD.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));

    expect(last).toContain('HTTP/1.1 200');
    expect(begun.length).toBeLessThan(21);
  });

  it('answers a head of more than 16 KiB with 431', async () => {
    server = await serveLocally(() => new Response('x'), { port: 0, address: '127.0.0.1' });

    const answer = await answerTo(server.address, `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`);

    expect(answer).toContain('HTTP/1.1 431');
  });
});
