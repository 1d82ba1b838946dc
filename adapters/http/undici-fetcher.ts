import { BodyBudget } from '#adapters/http/body/body-budget.ts';
import { LargeMemory, MOST_USED_BYTES } from '#adapters/http/body/large-memory.ts';
import { SlowWatch } from '#adapters/http/body/slow-watch.ts';
import { Cancellations } from '#adapters/http/cancellations.ts';
import { ACCEPT_ENCODING } from '#adapters/http/coding/content-coding.ts';
import { ReusedGunzip } from '#adapters/http/coding/reused-gunzip.ts';
import { Exchange } from '#adapters/http/exchange.ts';
import { ProxyTunnel } from '#adapters/http/proxy/proxy-tunnel.ts';
import { reachOf } from '#adapters/http/reach-of.ts';
import { AddressGuard, type AddressGuardOptions, type ConnectionMaker } from '#adapters/http/resolver/address-guard.ts';
import { type Lane, Site } from '#adapters/http/site.ts';
import { isBlockedPort } from '#core/fetch/address/address.ts';
import type { Fetcher, FetchFailure, FetchRequest, FetchResult, Reach } from '#core/fetch/fetcher.ts';
import type { ProxyAddress } from '#core/secrets/proxy-address.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

/** Origins whose connections are kept; above, the idle one that was used longest ago is closed. */
const MAX_SITES = 256;
/** Length of `https://`, so that the next slash begins the path. */
const AFTER_SCHEME = 8;

/** Four threads with a fetcher each stay below the memory of a laptop. */
const BODY_BUDGET_BYTES = 256 * 1024 * 1024;
/** Used bodies may hold one part of so many of the memory for bodies. */
const USED_PARTS = 4;
/** Largest sitemap; large files share as much as one of them. */
const LARGE_BYTES = 50 * 1024 * 1024;

export interface UndiciFetcherOptions extends AddressGuardOptions {
  /**
   * Memory for bodies above 256 KiB that are being read or decoded; what does not fit waits. Large
   * files have at most 50 MiB of as much again.
   * @default 256 MiB
   */
  readonly bodyBudgetBytes?: number;
  /** Epoch ms for `startedAt` and `endedAt`. @default the system clock */
  readonly now?: () => number;
}

/**
 * HTTP by undici's dispatch callbacks: no streams, no promises inside. HTTP/1.1, and HTTP/2 where a
 * request allows it and the server chooses it.
 *
 * Every connection goes through the address guard. Proxy settings of the environment are not read.
 *
 * @param proxy every connection goes through it, besides. @default null: there is none
 */
export function createUndiciFetcher(options: UndiciFetcherOptions, proxy: ProxyAddress | null = null): Fetcher {
  const guard = new AddressGuard(options);
  return new UndiciFetcher({ guard, maker: proxy === null ? guard : new ProxyTunnel(guard, proxy) }, options);
}

interface Connections {
  readonly guard: AddressGuard;
  readonly maker: ConnectionMaker;
}

class UndiciFetcher implements Fetcher {
  readonly #connections: Connections;
  readonly #pages: BodyBudget;
  readonly #large: BodyBudget;
  readonly #watch = new SlowWatch();
  readonly #memory: LargeMemory;
  readonly #gunzip = new ReusedGunzip();
  readonly #cancellations = new Cancellations();
  /** The sites by origin and protocol, least recently used first. */
  readonly #sites = new Map<string, Site>();
  readonly #now: () => number;
  #closed = false;

  constructor(connections: Connections, { now, bodyBudgetBytes = BODY_BUDGET_BYTES }: UndiciFetcherOptions) {
    this.#now = now ?? (() => Date.now());
    this.#connections = connections;
    this.#memory = new LargeMemory(Math.min(MOST_USED_BYTES, bodyBudgetBytes / USED_PARTS));
    this.#pages = new BodyBudget(bodyBudgetBytes);
    this.#large = new BodyBudget(Math.min(bodyBudgetBytes, LARGE_BYTES));
  }

  fetch(request: FetchRequest, connections: number): Promise<FetchResult> {
    const slash = request.url.indexOf('/', AFTER_SCHEME);
    const origin = request.url.slice(0, slash);
    const path = request.url.slice(slash);
    const refusal = this.#refusalOf(request, origin);
    if (refusal !== null) return Promise.resolve(refusal);
    const http2 = request.http2 === true && origin.startsWith('https:');
    const lane = this.#siteOf(origin, http2).lane(Math.max(1, connections));
    const budget = request.large === true ? this.#large : this.#pages;
    return new Promise((resolve) => this.#send({ request, origin, path, lane, budget, resolve }));
  }

  async address(url: CrawlUrl): Promise<string | null> {
    const origin = url.slice(0, url.indexOf('/', AFTER_SCHEME));
    const peer = (this.#sites.get(origin) ?? this.#sites.get(`${origin} h2`))?.peer;
    return peer ?? (await this.#connections.guard.firstAddress(new URL(origin)));
  }

  reach(url: CrawlUrl, timeoutMs: number): Promise<Reach> {
    return reachOf(this.#connections.maker, url, timeoutMs);
  }

  async close(): Promise<void> {
    this.#closed = true;
    const sites = [...this.#sites.values()];
    this.#sites.clear();
    this.#gunzip.close();
    this.#watch.close();
    await Promise.all(sites.map((site) => site.destroy()));
  }

  #send({ request, origin, path, lane, budget, resolve }: Sending): void {
    const { signal, method, timeoutMs } = request;
    const headers = headersOf(request);
    const exchange = new Exchange({
      request,
      requestHead: (http2) => requestHeadOf({ request, origin, path, headers, http2 }),
      address: () => lane.address,
      budget,
      memory: this.#memory,
      gunzip: this.#gunzip,
      now: this.#now,
      settle: (result) => {
        lane.busy--;
        this.#watch.delete(exchange);
        if (signal !== undefined) this.#cancellations.delete(signal, exchange);
        resolve(result);
      },
    });
    if (signal !== undefined) this.#cancellations.add(signal, exchange);
    this.#watch.add(exchange);
    lane.busy++;
    lane.connectTimeoutMs = timeoutMs;
    const closing = request.close === true ? { reset: true } : {}; // false would keep a connection that undici closes after a HEAD
    lane.client.dispatch(
      { path, method, headers, ...closing, headersTimeout: request.headersMs ?? timeoutMs, bodyTimeout: timeoutMs },
      exchange,
    );
  }

  #refusalOf(request: FetchRequest, origin: string): FetchFailure | null {
    if (this.#closed) return failure('internal', 'the fetcher is closed', this.#now());
    if (request.signal?.aborted === true) return failure('timeout', 'the request was cancelled', this.#now());
    const port = /:(\d+)$/.exec(origin)?.[1];
    if (port !== undefined && isBlockedPort(Number(port))) {
      return failure('blocked-address', `port ${port} is of another protocol`, this.#now());
    }
    return null;
  }

  #siteOf(origin: string, http2: boolean): Site {
    const name = http2 ? `${origin} h2` : origin;
    let site = this.#sites.get(name);
    if (site === undefined) {
      if (this.#sites.size >= MAX_SITES) this.#closeOldest();
      site = new Site(origin, this.#connections.maker, http2);
    } else {
      this.#sites.delete(name);
    }
    this.#sites.set(name, site);
    return site;
  }

  #closeOldest(): void {
    for (const [name, site] of this.#sites) {
      if (!site.idle) continue;
      this.#sites.delete(name);
      void site.destroy();
      return;
    }
  }
}

interface Sending {
  readonly request: FetchRequest;
  readonly origin: string;
  readonly path: string;
  readonly lane: Lane;
  readonly budget: BodyBudget;
  readonly resolve: (result: FetchResult) => void;
}

/** Name, value, name, value: undici's cheapest form, written as it is. */
function headersOf(request: FetchRequest): string[] {
  const flat: string[] = [];
  for (const [name, value] of request.headers) flat.push(name, value);
  flat.push('Accept-Encoding', ACCEPT_ENCODING);
  return flat;
}

interface SentHead {
  readonly request: FetchRequest;
  readonly origin: string;
  readonly path: string;
  readonly headers: readonly string[];
  readonly http2: boolean;
}

/**
 * Rebuilds the request head that undici's HTTP/1.1 client sends. A test compares it with the bytes
 * that a server receives.
 * It closes after a HEAD. A request by HTTP/2 is written in the same form, as archives have it,
 * with its names in lower case.
 */
function requestHeadOf({ request, origin, path, headers, http2 }: SentHead): string {
  const host = origin.slice(origin.indexOf('/') + 2);
  const connection = request.method === 'HEAD' || request.close === true ? 'close' : 'keep-alive';
  let head = `${request.method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${http2 ? '' : `connection: ${connection}\r\n`}`;
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] ?? '';
    head += `${http2 ? name.toLowerCase() : name}: ${headers[index + 1]}\r\n`;
  }
  return `${head}\r\n`;
}

function failure(reason: FetchFailure['reason'], message: string, now: number): FetchFailure {
  return { ok: false, reason, message, startedAt: now, endedAt: now };
}
