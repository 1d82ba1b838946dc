import type { Socket } from 'node:net';
import { afterEach, beforeEach } from 'vitest';
import type { UndiciFetcherOptions } from '#adapters/http/undici-fetcher.ts';
import type { FetchAnswer, Fetcher, FetchRequest, FetchResult } from '#core/fetch/fetcher.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { type RawServer, startRawServer } from '#test/http/raw-server.ts';

export const MEBI = 1024 * 1024;

/** One way to servers: fetchers that go it, and what has to be closed behind them. */
export interface FetchingWay {
  open(options: Partial<UndiciFetcherOptions>): Fetcher;
  close(): Promise<void>;
}

export type CreateWay = () => Promise<FetchingWay>;

export interface FetchingBench {
  serve(answer: (socket: Socket, head: string) => void): Promise<RawServer>;
  open(options?: Partial<UndiciFetcherOptions>): Fetcher;
  get(server: RawServer, change?: Partial<FetchRequest>): Promise<FetchResult>;
}

/** Call it within `describe`: servers and fetchers are closed after each test there. */
export function fetchingBench(create: CreateWay): FetchingBench {
  const closers: (() => Promise<void>)[] = [];
  let way: FetchingWay;
  beforeEach(async () => {
    way = await create();
  });
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
    await way.close();
  });
  const open: FetchingBench['open'] = (options = {}) => {
    const fetcher = way.open(options);
    closers.push(() => fetcher.close());
    return fetcher;
  };
  return {
    open,
    get: (server, change = {}) => open().fetch(requestTo(server.port, change), 1),
    serve: async (answer) => {
      const server = await startRawServer(answer);
      closers.push(() => server.close());
      return server;
    },
  };
}

export const requestTo = (port: number, change: Partial<FetchRequest> = {}): FetchRequest => ({
  url: `http://127.0.0.1:${port}/a?b=c` as CrawlUrl,
  method: 'GET',
  headers: [['User-Agent', 'tester/1']],
  timeoutMs: 5_000,
  maxBytes: MEBI,
  decideBody: () => 'read',
  ...change,
});

/** Writes a whole answer with Content-Length. */
export function reply(socket: Socket, body: Uint8Array | string, lines: readonly string[] = []): void {
  const data = Buffer.from(body);
  const head = ['HTTP/1.1 200 OK', ...lines, `Content-Length: ${data.length}`, '', ''].join('\r\n');
  socket.write(Buffer.concat([Buffer.from(head, 'latin1'), data]));
}

export function answered(result: FetchResult): FetchAnswer {
  if (!result.ok) throw new Error(`${result.reason}: ${result.message}`);
  return result;
}

export const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString();
