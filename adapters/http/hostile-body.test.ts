import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import * as zlib from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { createUndiciFetcher } from '#adapters/http/undici-fetcher.ts';
import { parseConnectTo } from '#core/fetch/address/connect-to.ts';
import type { FetchAnswer, FetchRequest, FetchResult } from '#core/fetch/fetcher.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { startRawServer } from '#test/http/raw-server.ts';

const MEBI = 1024 * 1024;
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A server, and a fetcher for which every host is that server. */
async function open(answer: (socket: Socket, head: string) => void, bodyBudgetBytes?: number) {
  const server = await startRawServer(answer);
  const connectTo = [parseConnectTo(`::127.0.0.1:${server.port}`)];
  const budget = bodyBudgetBytes === undefined ? {} : { bodyBudgetBytes };
  const fetcher = createUndiciFetcher({ allowPrivateNetwork: true, connectTo, ...budget });
  // The server first: it ends what a fetcher that waits for the end of its requests would wait for.
  closers.push(
    () => server.close(),
    () => fetcher.close(),
  );
  return (change: Partial<FetchRequest> = {}, host = 'a.test'): Promise<FetchResult> =>
    fetcher.fetch(
      {
        url: `http://${host}/` as CrawlUrl,
        method: 'GET',
        headers: [],
        timeoutMs: 20_000,
        maxBytes: 4 * MEBI,
        decideBody: () => 'read',
        ...change,
      },
      1,
    );
}

function answered(result: FetchResult): FetchAnswer {
  if (!result.ok) throw new Error(`${result.reason}: ${result.message}`);
  return result;
}

const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
const withLength = (length: number, lines = ''): string =>
  `HTTP/1.1 200 OK\r\n${lines}Content-Length: ${length}\r\n\r\n`;

/** Writes `piece` again and again, as fast as it is read, until the connection ends. */
function pour(socket: Socket, piece: string): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', more);
  more();
}

/** Writes `piece` every 20 ms. */
function drip(socket: Socket, piece: string): void {
  const timer = setInterval(() => socket.write(piece), 20);
  socket.on('close', () => clearInterval(timer));
}

describe('a hostile head (N8)', () => {
  it('may have 256 fields and no more', async () => {
    const fetch = await open((socket, head) => {
      const count = head.includes('most.test') ? 255 : 256;
      socket.write(`HTTP/1.1 200 OK\r\n${'a:\r\n'.repeat(count)}Content-Length: 0\r\n\r\n`);
    });

    expect(answered(await fetch({}, 'most.test')).headers).toHaveLength(256);
    expect(await fetch()).toMatchObject({ ok: false, reason: 'protocol', message: 'more than 256 header fields' });
  });

  it('does not run for ever: not in size, nor in time', async () => {
    const fetch = await open((socket, head) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      if (head.includes('fast.test')) pour(socket, 'x-filler: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\r\n');
      else drip(socket, 'a: b\r\n');
    });

    expect(await fetch({}, 'fast.test')).toMatchObject({ ok: false, reason: 'protocol' });
    expect(await fetch({ timeoutMs: 300 })).toMatchObject({ ok: false, reason: 'timeout' });
  });
});

describe('a hostile body (N8)', () => {
  it('that comes byte by byte costs what it weighs', async () => {
    const fetch = await open((socket) => {
      socket.write(CHUNKED);
      for (let n = 0; n < 100; n++) socket.write('1\r\nx\r\n'.repeat(10_000));
      socket.write('0\r\n\r\n');
    });
    const before = process.memoryUsage();

    const answer = answered(await fetch());

    const after = process.memoryUsage();
    expect([answer.end, answer.body.length]).toEqual(['complete', 1_000_000]);
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(40 * MEBI);
  });

  it.each([
    ['chunk extensions', '1;', 'x=yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy;'],
    ['trailers', '1\r\nx\r\n0\r\n', 'x-filler: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\r\n'],
  ])('of endless %s ends', async (_name, start, piece) => {
    const fetch = await open((socket, head) => {
      socket.write(CHUNKED + start);
      if (head.includes('fast.test')) pour(socket, piece);
      else drip(socket, piece);
    });

    for (const host of ['fast.test', 'slow.test']) {
      const answer = answered(await fetch({ timeoutMs: 500 }, host));
      expect(['time', 'disconnect', 'decode', 'too-large']).toContain(answer.end);
    }
  });

  it('that drips less than a hundred bytes a second is ended after the timeout, with what came', async () => {
    const fetch = await open((socket) => {
      socket.write(`${withLength(100_000)}start.`); // a busy machine reads few drips
      drip(socket, '.');
    });

    const answer = answered(await fetch({ timeoutMs: 600 }));

    expect(answer.end).toBe('time');
    expect(answer.body.length).toBeGreaterThan(5);
    expect(answer.body.length).toBeLessThan(100); // thirty come before the timeout
  }, 60_000); // the body has no end: the client must report that before the run itself ends

  it('of a thousand times its wire is a bomb above one mebibyte', async () => {
    const bombs: Record<string, Buffer> = {
      'flat.test': zlib.deflateSync(Buffer.alloc(3 * MEBI), { level: 9 }), // 1:1,027
      'small.test': zlib.brotliCompressSync(Buffer.alloc(MEBI)), // 1:60,000
      'honest.test': zlib.deflateSync(Buffer.concat([Buffer.alloc(3 * MEBI), randomBytes(1_000)])),
    };
    const fetch = await open((socket, head) => {
      const host = /host: (\S+)/.exec(head)?.[1] ?? '';
      const wire = bombs[host] ?? Buffer.alloc(0);
      const coding = host === 'small.test' ? 'br' : 'deflate';
      socket.write(withLength(wire.length, `Content-Encoding: ${coding}\r\n`));
      socket.write(wire);
    });
    const endOf = async (host: string) => {
      const { end, body, wireBody } = answered(await fetch({}, host));
      return [end, body.length, wireBody.length > 0];
    };

    expect(await endOf('flat.test')).toEqual(['too-large', 0, false]);
    expect(await endOf('small.test')).toEqual(['complete', MEBI, true]);
    expect(await endOf('honest.test')).toEqual(['complete', 3 * MEBI + 1_000, true]);
  });

  it.each([
    ['gzip', zlib.gzipSync],
    ['br', zlib.brotliCompressSync],
    ['zstd', zlib.zstdCompressSync],
    ['deflate', zlib.deflateRawSync],
  ] as const)('of several megabytes of %s is decoded beside other work', async (coding, encode) => {
    const page = Buffer.concat(
      Array.from({ length: 300 }, () => Buffer.concat([randomBytes(1_000), Buffer.alloc(9_000)])),
    );
    const wire = Buffer.concat([encode(page), ...(coding === 'gzip' ? [encode(page), Buffer.from('garbage')] : [])]);
    const fetch = await open((socket) => {
      socket.write(withLength(wire.length, `Content-Encoding: ${coding}\r\n`));
      socket.write(wire);
    });

    const answer = answered(await fetch({ maxBytes: 8 * MEBI }));

    const whole = coding === 'gzip' ? Buffer.concat([page, page]) : page;
    expect([answer.end, Buffer.compare(answer.body, whole), Buffer.compare(answer.wireBody, wire)]).toEqual([
      'complete',
      0,
      0,
    ]);
    expect(answered(await fetch({ maxBytes: whole.length - 1 })).end).toBe('too-large');
  });

  it('that is being decoded is let go at once when the caller gives up', async () => {
    const wire = zlib.brotliCompressSync(Buffer.alloc(60 * MEBI, 'abcdefghijk'), {
      params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 },
    });
    const fetch = await open((socket) => {
      socket.write(withLength(wire.length, 'Content-Encoding: br\r\n'));
      socket.write(wire);
    });
    const stop = new AbortController();
    const decideBody = () => {
      setTimeout(() => stop.abort(), 30); // after the head: a busy machine connects later than that
      return 'read' as const;
    };
    const running = fetch({ maxBytes: 64 * MEBI, signal: stop.signal, decideBody });

    const answer = answered(await running);

    expect(['time', 'complete', 'too-large']).toContain(answer.end);
    expect(answered(await fetch({ maxBytes: 1_000 })).end).toBe('too-large');
  });
});

describe('many large bodies at once (N8)', () => {
  it('share their memory: those that find none are stopped, and all arrive', async () => {
    const body = randomBytes(2 * MEBI);
    const hosts = ['l0.test', 'l1.test', 'l2.test', 'l3.test', 'c4.test', 'c5.test', 'c6.test', 'c7.test'];
    const fetch = await open((socket, head) => {
      const host = /host: (\S+)/.exec(head)?.[1] ?? '';
      socket.write(host.startsWith('c') ? CHUNKED : withLength(body.length));
      const chunked = [`${body.length.toString(16)}\r\n`, body, '\r\n0\r\n\r\n'];
      for (const part of host.startsWith('c') ? chunked : [body]) socket.write(part);
    }, 3 * MEBI);

    const results = await Promise.all(hosts.map((host) => fetch({ timeoutMs: 60_000 }, host)));

    expect(results.map((result) => answered(result).end)).toEqual(hosts.map(() => 'complete'));
    expect(results.every((result) => body.equals(Buffer.from(answered(result).body)))).toBe(true);
  });

  it('get none for what they promise: sixty promises leave a page all it needs', async () => {
    const page = randomBytes(420_000);
    const fetch = await open((socket, head) => {
      if (head.includes('page.test')) socket.write(Buffer.concat([Buffer.from(withLength(page.length)), page]));
      else {
        socket.write(withLength(4 * MEBI));
        drip(socket, '.'.repeat(20));
      }
    }, 4 * MEBI);
    const stop = new AbortController();
    const { signal } = stop;
    let ended = 0;
    const promises = Array.from({ length: 60 }, (_, n) =>
      fetch({ signal, timeoutMs: 60_000 }, `promise${n}.test`).finally(() => ended++),
    );

    const answer = answered(await fetch({ timeoutMs: 60_000 }, 'page.test'));
    expect(ended).toBe(0); // nobody had to make room
    stop.abort();
    await Promise.all(promises);

    expect([answer.end, answer.body.length]).toEqual(['complete', page.length]);
  });

  it('make room when they come below the floor: timeout, with the rate, and the next one has it', async () => {
    const fetch = await open((socket, head) => {
      socket.write(withLength(MEBI));
      if (head.includes('two.test')) socket.write(Buffer.alloc(MEBI));
      else {
        socket.write(Buffer.alloc(MEBI / 2));
        drip(socket, '.'.repeat(20));
      }
    }, MEBI);

    const first = fetch({ timeoutMs: 60_000 }, 'one.test');
    const second = fetch({ timeoutMs: 60_000 }, 'two.test');
    const [one, two] = [await first, answered(await second)];

    expect(one).toMatchObject({ ok: false, reason: 'timeout', gaveWay: true });
    expect(one.ok ? '' : one.message).toMatch(/^its body came at \d{1,4} bytes a second, below the floor of 8192/);
    expect([two.end, two.body.length]).toEqual(['complete', MEBI]);
  });

  it('do not keep small ones waiting, and find no room when nobody gives way: that is not a fault of the server', async () => {
    const fetch = await open((socket, head) => {
      if (/small\.test|\/small /.test(head)) socket.write(`${withLength(5)}small`);
      else if (head.includes('two.test'))
        socket.write(Buffer.concat([Buffer.from(withLength(MEBI)), Buffer.alloc(MEBI)]));
      else {
        socket.write(withLength(MEBI) + '.'.repeat(700_000));
        drip(socket, '.'.repeat(2_500)); // three seconds; the other one waits for one
      }
    }, MEBI / 2);

    const begun = Promise.withResolvers<void>();
    const decideBody = () => {
      begun.resolve();
      return 'read' as const;
    };
    const first = fetch({ timeoutMs: 60_000, decideBody }, 'one.test');
    await begun.promise; // the first has the memory
    // Its connection is there and its body comes whole: on a busy machine it waits for room alone.
    answered(await fetch({ url: 'http://two.test/small' as CrawlUrl }, 'two.test'));
    const second = fetch({ timeoutMs: 100, headersMs: 60_000 }, 'two.test');
    const small = answered(await fetch({}, 'small.test'));
    const [one, two] = [answered(await first), await second];

    expect(Buffer.from(small.body).toString()).toBe('small');
    expect(one.end).toBe('complete');
    expect(two).toMatchObject({ ok: false, reason: 'no-room', gaveWay: true });
  });

  it('are not called truncated when the server leaves while Surf keeps it waiting', async () => {
    const fetch = await open((socket, head) => {
      socket.write(withLength(MEBI));
      socket.write(Buffer.alloc(head.includes('one.test') ? MEBI - 1 : MEBI / 2));
      if (head.includes('two.test')) setTimeout(() => socket.destroy(), 1_500);
      else drip(socket, ''); // one byte is missing
    }, MEBI);
    const stop = new AbortController();

    const first = fetch({ timeoutMs: 1_900, signal: stop.signal }, 'one.test');
    const second = await fetch({ timeoutMs: 1_900 }, 'two.test');
    stop.abort();
    await first;

    expect(second).toMatchObject({ ok: false, reason: 'no-room' });
  });
});

describe('a place that another host waits for (N8)', () => {
  const wanted = () => true;

  it('is left by a host that does not answer, and by one that drips', async () => {
    const fetch = await open((socket, head) => {
      if (head.includes('mute.test')) return;
      socket.write(withLength(100_000));
      drip(socket, '.'.repeat(10));
    });

    const [mute, slow] = await Promise.all([
      fetch({ timeoutMs: 60_000, slotWanted: wanted }, 'mute.test'),
      fetch({ timeoutMs: 60_000, slotWanted: wanted }, 'slow.test'),
    ]);

    expect(mute).toMatchObject({ ok: false, reason: 'no-room', gaveWay: true });
    expect(slow).toMatchObject({ ok: false, reason: 'timeout', gaveWay: true });
  });

  it('is kept while nobody waits, and by a body above the floor', async () => {
    const fetch = await open((socket, head) => {
      const isSlow = head.includes('slow.test');
      socket.write(withLength(isSlow ? 60_000 : 600_000));
      drip(socket, '.'.repeat(isSlow ? 120 : 4_000)); // 6 and 200 KB a second; a busy machine is slower
      if (isSlow) setTimeout(() => socket.write('.'.repeat(60_000)), 5_000);
    });

    const answers = await Promise.all([
      fetch({ timeoutMs: 60_000 }, 'slow.test'),
      fetch({ timeoutMs: 60_000, slotWanted: wanted }, 'steady.test'),
    ]);

    expect(answers.map((result) => answered(result).end)).toEqual(['complete', 'complete']);
  });
});
