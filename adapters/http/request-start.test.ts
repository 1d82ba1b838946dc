import { afterEach, describe, expect, it } from 'vitest';
import { createUndiciFetcher } from '#adapters/http/undici-fetcher.ts';
import type { FetchRequest } from '#core/fetch/fetcher.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { type RawServer, startRawServer } from '#test/http/raw-server.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A server that notes the heads it gets, and a fetcher. */
async function open(): Promise<{
  heads: string[];
  server: RawServer;
  fetch: (change?: Partial<FetchRequest>) => ReturnType<ReturnType<typeof createUndiciFetcher>['fetch']>;
}> {
  const heads: string[] = [];
  const server = await startRawServer((socket, head) => {
    heads.push(head);
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
  });
  const fetcher = createUndiciFetcher({ allowPrivateNetwork: true, connectTo: [] });
  closers.push(
    () => fetcher.close(),
    () => server.close(),
  );
  const request: FetchRequest = {
    url: `http://127.0.0.1:${server.port}/` as CrawlUrl,
    method: 'GET',
    headers: [],
    timeoutMs: 5_000,
    maxBytes: 1_000,
    decideBody: () => 'read',
  };
  return { heads, server, fetch: (change = {}) => fetcher.fetch({ ...request, ...change }, 1) };
}

describe('a request whose right to start is gone when its connection is there', () => {
  it('is not sent, and the next one is', async () => {
    const { heads, fetch } = await open();

    const refused = await fetch({ mayStart: () => false });
    const sent = await fetch({ mayStart: () => true });

    expect(refused).toMatchObject({ ok: false, reason: 'timeout', message: 'the request can no longer be sent' });
    expect(sent).toMatchObject({ ok: true, status: 200 });
    expect(heads).toHaveLength(1);
  });

  it('reports when it was sent, after `mayStart`, and reports nothing that was not sent', async () => {
    const { fetch } = await open();
    const told: string[] = [];
    const telling = (may: boolean): Partial<FetchRequest> => ({
      mayStart: () => {
        told.push(`asked: ${may}`);
        return may;
      },
      sent: () => told.push('sent'),
    });

    await fetch(telling(true));
    await fetch(telling(false));

    expect(told).toEqual(['asked: true', 'sent', 'asked: false']);
  });

  it('is asked once for each request', async () => {
    const { fetch } = await open();
    let asked = 0;
    const mayStart = (): boolean => {
      asked += 1;
      return true;
    };

    await fetch({ mayStart });
    await fetch({ mayStart });

    expect(asked).toBe(2);
  });
});

it('goes straight to its server, although the environment names a proxy', async () => {
  const { heads, fetch } = await open();
  const before = process.env.HTTP_PROXY;
  process.env.HTTP_PROXY = 'http://127.0.0.1:9/';
  try {
    expect(await fetch()).toMatchObject({ ok: true, status: 200 });
  } finally {
    if (before === undefined) delete process.env.HTTP_PROXY;
    else process.env.HTTP_PROXY = before;
  }
  expect(heads).toHaveLength(1);
});
